//! Removes the branches of a module whose conditions are constants. naga's writers would keep them, with the buffers that
//! only they read.

use naga::{Arena, Block, Constant, Expression, Function, Handle, Literal, Module, Statement, SwitchCase, SwitchValue};
use std::collections::HashSet;

/// Replaces every `if` and `switch` on a constant by the branch that runs.
pub(super) fn remove_settled(module: &mut Module) {
    let Module { constants, global_expressions, functions, entry_points, .. } = module;
    let functions = functions.iter_mut().map(|(_, function)| function);
    for function in functions.chain(entry_points.iter_mut().map(|entry| &mut entry.function)) {
        let body = std::mem::take(&mut function.body);
        let values = Values { constants, global_expressions, function };
        function.body = values.settled(body);
        forget_lost_names(function);
    }
}

/// Forgets the names of expressions that nothing computes any more.
fn forget_lost_names(function: &mut Function) {
    let mut computed = HashSet::new();
    add_computed(&function.body, &mut computed);
    let Function { named_expressions, expressions, .. } = function;
    named_expressions.retain(|name, _| expressions[*name].needs_pre_emit() || computed.contains(name));
}

/// Adds the expressions that the statements of a block compute.
fn add_computed(block: &Block, computed: &mut HashSet<Handle<Expression>>) {
    for statement in block {
        match statement {
            Statement::Emit(range) => computed.extend(range.clone()),
            Statement::Call { result, .. } => computed.extend(*result),
            Statement::If { accept, reject, .. } => {
                add_computed(accept, computed);
                add_computed(reject, computed);
            }
            Statement::Switch { cases, .. } => cases.iter().for_each(|case| add_computed(&case.body, computed)),
            Statement::Loop { body, continuing, .. } => {
                add_computed(body, computed);
                add_computed(continuing, computed);
            }
            Statement::Block(block) => add_computed(block, computed),
            _ => {}
        }
    }
}

/// The values that are known in a function.
struct Values<'a> {
    constants: &'a Arena<Constant>,
    global_expressions: &'a Arena<Expression>,
    function: &'a Function,
}

impl Values<'_> {
    fn literal(&self, expression: Handle<Expression>) -> Option<Literal> {
        let constant = match self.function.expressions[expression] {
            Expression::Constant(constant) => constant,
            Expression::Literal(literal) => return Some(literal),
            _ => return None,
        };
        match self.global_expressions[self.constants[constant].init] {
            Expression::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    fn settled(&self, block: Block) -> Block {
        let mut kept = Block::new();
        for (statement, span) in block.span_into_iter() {
            match self.replaced(statement) {
                Replaced::Statement(statement) => kept.push(statement, span),
                Replaced::Block(mut block) => kept.append(&mut block),
            }
            // Nothing after it runs, and a valid module has nothing there.
            if kept.last().is_some_and(ends) {
                break;
            }
        }
        kept
    }

    fn replaced(&self, statement: Statement) -> Replaced {
        match statement {
            Statement::If { condition, accept, reject } => match self.literal(condition) {
                Some(Literal::Bool(true)) => Replaced::Block(self.settled(accept)),
                Some(Literal::Bool(false)) => Replaced::Block(self.settled(reject)),
                _ => Replaced::Statement(Statement::If {
                    condition,
                    accept: self.settled(accept),
                    reject: self.settled(reject),
                }),
            },
            Statement::Switch { selector, cases } => self.replaced_switch(selector, cases),
            Statement::Loop { body, continuing, break_if } => Replaced::Statement(Statement::Loop {
                body: self.settled(body),
                continuing: self.settled(continuing),
                break_if,
            }),
            Statement::Block(block) => Replaced::Statement(Statement::Block(self.settled(block))),
            other => Replaced::Statement(other),
        }
    }

    fn replaced_switch(&self, selector: Handle<Expression>, cases: Vec<SwitchCase>) -> Replaced {
        let cases: Vec<SwitchCase> =
            cases.into_iter().map(|case| SwitchCase { body: self.settled(case.body), ..case }).collect();
        match self.literal(selector).and_then(|literal| branch_of(literal, &cases)) {
            Some(body) => Replaced::Block(body),
            None => Replaced::Statement(Statement::Switch { selector, cases }),
        }
    }
}

enum Replaced {
    Statement(Statement),
    Block(Block),
}

/// The body of the case that runs, if it needs no `switch` around it.
fn branch_of(literal: Literal, cases: &[SwitchCase]) -> Option<Block> {
    let value = match literal {
        Literal::U32(value) => SwitchValue::U32(value),
        Literal::I32(value) => SwitchValue::I32(value),
        _ => return None,
    };
    let of_value = |wanted: SwitchValue| cases.iter().position(|case| case.value == wanted);
    let first = of_value(value).or_else(|| of_value(SwitchValue::Default))?;
    // `case A, B: {}` is an empty case that falls through.
    let case = cases[first..].iter().find(|case| !(case.fall_through && case.body.is_empty()))?;
    let stands_alone = !case.fall_through && !leaves_switch(&case.body);
    stands_alone.then(|| case.body.clone())
}

/// Whether a `break` in the block leaves the `switch` around it.
fn leaves_switch(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Break => true,
        Statement::If { accept, reject, .. } => leaves_switch(accept) || leaves_switch(reject),
        Statement::Block(block) => leaves_switch(block),
        _ => false,
    })
}

/// Whether nothing after a statement runs.
fn ends(statement: &Statement) -> bool {
    matches!(statement, Statement::Return { .. } | Statement::Break | Statement::Continue | Statement::Kill)
}

#[cfg(test)]
mod tests {
    use super::*;
    use naga::valid::{Capabilities, ValidationFlags, Validator};

    const WGSL: &str = "
        const MODE: u32 = 1u;
        const IS_RIGID: bool = true;
        @group(0) @binding(0) var<storage, read> stretches: array<f32>;
        @group(0) @binding(1) var<storage, read_write> results: array<f32>;
        fn stretch(index: u32) -> f32 {
            if IS_RIGID {
                return 1.0;
            }
            let stretch = stretches[index];
            return stretch;
        }
        fn signed(value: f32, index: u32) -> f32 {
            switch MODE {
                case 1u, 3u: { return -value; }
                case 2u: { return stretches[index]; }
                default: {}
            }
            return value;
        }
        @compute @workgroup_size(1)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            for (var i = 0u; i < id.x; i++) {
                if MODE > 1u {
                    break;
                }
                results[i] = signed(stretch(i), i);
            }
        }";

    #[test]
    fn what_never_runs_is_removed_with_the_buffers_that_it_reads() {
        let mut module = naga::front::wgsl::parse_str(WGSL).unwrap();
        remove_settled(&mut module);
        naga::compact::compact(&mut module, naga::compact::KeepUnused::No);
        Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).unwrap();
        let globals: Vec<_> = module.global_variables.iter().filter_map(|(_, own)| own.name.as_deref()).collect();
        assert_eq!(globals, ["results"]);
        let has_branch = |function: &Function| {
            function.body.iter().any(|statement| matches!(statement, Statement::If { .. } | Statement::Switch { .. }))
        };
        assert!(!module.functions.iter().any(|(_, function)| has_branch(function)));
    }
}
