//! An end for every loop: a software adapter cannot be interrupted, and the bound of naga itself is 2^64.

use naga::{
    AddressSpace, Arena, BinaryOperator, Block, Expression, Function, GlobalVariable, Handle, Literal, Scalar, Span,
    Statement, Type, TypeInner,
};

/// The most iterations of all loops of one invocation. A method loops over influences, of which real files have a few
/// dozen, and perhaps over a few hundred steps of an iteration; this ends within a second for a large model.
pub(super) const MOST_ITERATIONS: u32 = 1 << 14;

/// Counts the iterations of all loops of an invocation in one variable; every loop ends once there were too many.
pub(super) fn bound(module: &mut naga::Module) {
    let unsigned = Type { name: None, inner: TypeInner::Scalar(Scalar::U32) };
    let unsigned = module.types.insert(unsigned, Span::UNDEFINED);
    let counter = module.global_variables.append(
        GlobalVariable {
            name: Some("iterations_of_all_loops".to_owned()),
            space: AddressSpace::Private,
            binding: None,
            ty: unsigned,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        },
        Span::UNDEFINED,
    );
    let bound_function = |function: &mut Function| {
        let Function { body, expressions, .. } = function;
        bound_block(body, expressions, counter);
    };
    module.functions.iter_mut().for_each(|(_, function)| bound_function(function));
    module.entry_points.iter_mut().for_each(|entry| bound_function(&mut entry.function));
}

fn bound_block(block: &mut Block, expressions: &mut Arena<Expression>, counter: Handle<GlobalVariable>) {
    for statement in block.iter_mut() {
        match statement {
            Statement::Block(block) => bound_block(block, expressions, counter),
            Statement::If { accept, reject, .. } => {
                bound_block(accept, expressions, counter);
                bound_block(reject, expressions, counter);
            }
            Statement::Switch { cases, .. } => {
                cases.iter_mut().for_each(|case| bound_block(&mut case.body, expressions, counter));
            }
            Statement::Loop { body, continuing, .. } => {
                bound_block(body, expressions, counter);
                bound_block(continuing, expressions, counter);
                let mut counted = counting(expressions, counter);
                counted.append(body);
                *body = counted;
            }
            _ => {}
        }
    }
}

/// `counter += 1; if counter > MOST_ITERATIONS { break; }`
fn counting(expressions: &mut Arena<Expression>, counter: Handle<GlobalVariable>) -> Block {
    let mut add = |expression| expressions.append(expression, Span::UNDEFINED);
    let pointer = add(Expression::GlobalVariable(counter));
    let one = add(Expression::Literal(Literal::U32(1)));
    let most = add(Expression::Literal(Literal::U32(MOST_ITERATIONS)));
    let before = add(Expression::Load { pointer });
    let after = add(Expression::Binary { op: BinaryOperator::Add, left: before, right: one });
    let is_over = add(Expression::Binary { op: BinaryOperator::Greater, left: after, right: most });
    let stop = Block::from_vec(vec![Statement::Break]);
    Block::from_vec(vec![
        Statement::Emit(naga::Range::new_from_bounds(before, is_over)),
        Statement::Store { pointer, value: after },
        Statement::If { condition: is_over, accept: stop, reject: Block::new() },
    ])
}
