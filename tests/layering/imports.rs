//! Finds every path in the code of a crate's modules and makes it absolute. Items under `#[cfg(test)]` are left out,
//! and so are the files that only these name.

use std::path::{Path, PathBuf};
use syn::buffer::Cursor;
use syn::parse::ParseStream;
use syn::visit::{self, Visit};
use syn::{
    Attribute, ImplItem, Item, ItemExternCrate, ItemMod, ItemUse, Macro, Meta, MetaList, UseTree, VisRestricted,
};

/// A path that a module names.
#[derive(Debug)]
pub struct Import {
    /// Names from the root of the crate down.
    pub module: Vec<String>,
    pub file: PathBuf,
    pub target: Target,
}

/// The target of an absolute path.
#[derive(Debug, PartialEq)]
pub enum Target {
    /// Names from the root of a library down; none for the root itself. The program shows the rooms of the core as its own.
    Library(Vec<String>),
    /// The first name of a path that starts neither at the library nor at the module: a crate, or what is in scope.
    Other(String),
}

/// The imports of a crate, from the file of its root down. `root` is what its root counts as: nothing for the library,
/// a room for a binary.
pub fn imports_of_crate(file: &Path, root: &[&str]) -> Vec<Import> {
    let mut reader = Reader::new(root, root, file);
    reader.read();
    reader.imports
}

/// The imports of a module of the library with this source.
pub fn imports_of_source(module: &[&str], source: &str) -> Vec<Import> {
    let mut reader = Reader::new(&[], module, Path::new("planted.rs"));
    reader.visit_file(&syn::parse_file(source).unwrap());
    reader.imports
}

struct Reader {
    /// The path that `crate` stands for.
    root: Vec<String>,
    module: Vec<String>,
    file: PathBuf,
    /// Where the files of the module's own modules are.
    folder: PathBuf,
    imports: Vec<Import>,
}

impl Reader {
    fn new(root: &[&str], module: &[&str], file: &Path) -> Self {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let folder = file.parent().unwrap().to_owned();
        Self { root: owned(root), module: owned(module), file: file.to_owned(), folder, imports: Vec::new() }
    }

    fn read(&mut self) {
        let source = std::fs::read_to_string(&self.file)
            .unwrap_or_else(|error| panic!("{} cannot be read: {error}", self.file.display()));
        let parsed = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", self.file.display()));
        self.visit_file(&parsed);
    }

    /// Goes into a module and comes back.
    fn within(&mut self, name: &str, file: Option<PathBuf>, act: impl FnOnce(&mut Self)) {
        let inside = self.folder.join(name);
        let before = (self.file.clone(), std::mem::replace(&mut self.folder, inside));
        self.file = file.unwrap_or_else(|| before.0.clone());
        self.module.push(name.to_owned());
        act(self);
        self.module.pop();
        (self.file, self.folder) = before;
    }

    fn add(&mut self, path: &[String]) {
        let Some(first) = path.first() else { return };
        let mut place = match first.as_str() {
            "crate" => self.root.clone(),
            "skinscope" | "skinscope_core" | "skinscope_gpu" => Vec::new(),
            "self" | "super" => self.module.clone(),
            other => return self.push(Target::Other(other.to_owned())),
        };
        let rest = path.iter().skip(usize::from(first != "super"));
        for name in rest {
            match name.as_str() {
                "super" => drop(place.pop()),
                "self" => {}
                name => place.push(name.to_owned()),
            }
        }
        self.push(Target::Library(place));
    }

    fn push(&mut self, target: Target) {
        self.imports.push(Import { module: self.module.clone(), file: self.file.clone(), target });
    }

    fn add_use(&mut self, tree: &UseTree, prefix: &mut Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_use(&path.tree, prefix);
                prefix.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(tree, prefix)),
            UseTree::Glob(_) => self.add(prefix),
            UseTree::Name(name) => self.add_use_of(name.ident.to_string(), prefix),
            UseTree::Rename(rename) => self.add_use_of(rename.ident.to_string(), prefix),
        }
    }

    fn add_use_of(&mut self, name: String, prefix: &mut Vec<String>) {
        prefix.push(name);
        self.add(prefix);
        prefix.pop();
    }

    /// Every path in the body of a macro or of an attribute, to the end.
    fn add_tokens<'a>(&mut self, mut cursor: Cursor<'a>, prefix: &[String]) -> Cursor<'a> {
        while !cursor.eof() {
            if let Some((inside, _, _, after)) = cursor.any_group() {
                self.add_tokens(inside, &[]);
                cursor = after;
            } else if cursor.ident().is_some() {
                cursor = self.add_token_path(cursor, prefix);
            } else if let Some((_, after)) = cursor.token_tree() {
                cursor = after;
            }
        }
        cursor
    }

    /// A path, with a group of paths at its end where there is one.
    fn add_token_path<'a>(&mut self, mut cursor: Cursor<'a>, prefix: &[String]) -> Cursor<'a> {
        let mut path = prefix.to_vec();
        while let Some((name, after)) = cursor.ident() {
            path.push(name.to_string());
            cursor = after;
            let Some(next) = after_colons(cursor) else { break };
            if let Some((inside, _, _, after)) = next.any_group() {
                self.add_tokens(inside, &path);
                return after;
            }
            cursor = next;
        }
        self.add_longer_than_a_name(&path);
        cursor
    }

    /// One name alone is a variable or something in scope.
    fn add_longer_than_a_name(&mut self, path: &[String]) {
        if path.len() > 1 {
            self.add(path);
        }
    }
}

fn after_colons(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let (first, after) = cursor.punct()?;
    let (second, after) = after.punct()?;
    (first.as_char() == ':' && second.as_char() == ':').then_some(after)
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes_of(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes = match item {
            ImplItem::Const(item) => &item.attrs[..],
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            ImplItem::Macro(item) => &item.attrs,
            _ => &[],
        };
        if !is_for_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let name = item.ident.to_string();
        if let Some((_, items)) = &item.content {
            self.within(&name, None, |reader| items.iter().for_each(|item| reader.visit_item(item)));
            return;
        }
        let flat = self.folder.join(&name).with_extension("rs");
        let file = if flat.is_file() { flat } else { self.folder.join(&name).join("mod.rs") };
        self.within(&name, Some(file), Self::read);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.add_use(&item.tree, &mut Vec::new());
    }

    fn visit_item_extern_crate(&mut self, item: &'ast ItemExternCrate) {
        self.add(&[item.ident.to_string()]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add_longer_than_a_name(&names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.visit_path(&mac.path);
        let whole = |input: ParseStream<'_>| input.step(|cursor| Ok(((), self.add_tokens(*cursor, &[]))));
        mac.parse_body_with(whole).unwrap();
    }

    fn visit_meta_list(&mut self, list: &'ast MetaList) {
        self.visit_path(&list.path);
        let whole = |input: ParseStream<'_>| input.step(|cursor| Ok(((), self.add_tokens(*cursor, &[]))));
        list.parse_args_with(whole).unwrap();
    }

    /// `pub(in crate::room)` imports nothing.
    fn visit_vis_restricted(&mut self, _visibility: &'ast VisRestricted) {}
}

/// Whether `#[cfg(test)]` or `#[cfg(all(test, ...))]` is there.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    let wants_tests = |attribute: &Attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<Meta>().is_ok_and(|condition| is_test(&condition))
    };
    attributes.iter().any(wants_tests)
}

fn is_test(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => {
            let all = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
            list.parse_args_with(all).is_ok_and(|conditions| conditions.iter().any(is_test))
        }
        _ => false,
    }
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
