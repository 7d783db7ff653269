/// Makes an enum whose facts are in one table: every case has its row, and `ALL` has every case in the order of the
/// rows.
macro_rules! table {
    ($(#[$of_enum:meta])* pub enum $name:ident of $row_type:ident {
        $($(#[$of_case:meta])* $case:ident => $row:expr;)*
    }) => {
        $(#[$of_enum])*
        pub enum $name {
            $($(#[$of_case])* $case,)*
        }

        impl $name {
            /// All cases, in table order.
            pub const ALL: [Self; Self::ROWS.len()] = [$(Self::$case,)*];

            const ROWS: &'static [$row_type] = &[$($row,)*];

            /// The row of the table.
            pub const fn row(self) -> &'static $row_type {
                &Self::ROWS[self as usize]
            }
        }
    };
}
pub(crate) use table;
