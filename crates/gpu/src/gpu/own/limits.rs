//! What the module of a person's file may not do.

use super::{CheckedModule, Composed, OwnShaderError};
use naga::{AddressSpace, Handle, Statement};

/// The most memory of one invocation. Drivers keep it in registers, or write it to memory for each of thousands of
/// invocations.
const MOST_PRIVATE_BYTES: u32 = 64 << 10;

/// The most operations of one invocation that are not repeated by a loop. Drivers inline every call, and compile in a
/// time that grows with the square or more: on llvmpipe, functions that call one another twice took 2 seconds with 7,000
/// operations, 9 with 14,000 and 160 with 57,000. The largest method of our own has fewer than a fourth of this.
const MOST_OPERATIONS: u64 = 1 << 13;

pub(super) fn check_module(checked: &CheckedModule, composed: &Composed) -> Result<(), OwnShaderError> {
    let module = &checked.module;
    for (handle, variable) in module.global_variables.iter() {
        let span = module.global_variables.get_span(handle);
        if composed.is_of_file(span) && variable.space != AddressSpace::Private {
            let name = variable.name.as_deref().unwrap_or("a variable");
            return Err(composed.error_at(span, format!("{name}: only var<private> may be declared outside functions")));
        }
    }
    for (handle, constant) in module.overrides.iter() {
        let span = module.overrides.get_span(handle);
        if composed.is_of_file(span) {
            let name = constant.name.as_deref().unwrap_or("an override");
            return Err(
                composed.error_at(span, format!("{name}: write const, or a number in the header, not override"))
            );
        }
    }
    check_memory(module, composed)?;
    check_operations(module)
}

fn check_memory(module: &naga::Module, composed: &Composed) -> Result<(), OwnShaderError> {
    let bytes = |ty: Handle<naga::Type>| module.types[ty].inner.try_size(module.to_ctx()).unwrap_or(u32::MAX);
    let globals = module.global_variables.iter().filter(|(_, variable)| variable.space == AddressSpace::Private);
    let mut all = globals.fold(0_u32, |sum, (_, variable)| sum.saturating_add(bytes(variable.ty)));
    for (handle, function) in module.functions.iter() {
        if composed.is_of_file(module.functions.get_span(handle)) {
            let own = function.local_variables.iter().map(|(_, variable)| bytes(variable.ty));
            all = own.fold(all, u32::saturating_add);
        }
    }
    if all > MOST_PRIVATE_BYTES {
        return Err(OwnShaderError::of_file(format!(
            "its variables take {all} bytes for each vertex; at most {MOST_PRIVATE_BYTES} are allowed"
        )));
    }
    Ok(())
}

fn check_operations(module: &naga::Module) -> Result<(), OwnShaderError> {
    for ((_, function), count) in module.functions.iter().zip(operations(module)) {
        if count > MOST_OPERATIONS {
            let name = function.name.as_deref().unwrap_or("a function");
            return Err(OwnShaderError::of_file(format!(
                "{name} makes {count} operations with all that it calls; at most {MOST_OPERATIONS} are allowed"
            )));
        }
    }
    Ok(())
}

/// The operations of each function with those of all that it calls. naga's functions call only earlier ones, so one pass
/// counts.
fn operations(module: &naga::Module) -> Vec<u64> {
    let mut operations = Vec::with_capacity(module.functions.len());
    for (_, function) in module.functions.iter() {
        let count = of_statements(&function.body, &operations).saturating_add(function.expressions.len() as u64);
        operations.push(count);
    }
    operations
}

fn of_statements(block: &naga::Block, of_functions: &[u64]) -> u64 {
    let within = |statement: &Statement| match statement {
        Statement::Call { function, .. } => of_functions.get(function.index()).copied().unwrap_or(0),
        Statement::Block(block) => of_statements(block, of_functions),
        Statement::If { accept, reject, .. } => {
            of_statements(accept, of_functions).saturating_add(of_statements(reject, of_functions))
        }
        Statement::Switch { cases, .. } => cases
            .iter()
            .map(|case| of_statements(&case.body, of_functions).saturating_add(1))
            .fold(0, u64::saturating_add),
        Statement::Loop { body, continuing, .. } => {
            of_statements(body, of_functions).saturating_add(of_statements(continuing, of_functions))
        }
        _ => 0,
    };
    block.iter().map(|statement| within(statement).saturating_add(1)).fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::Composition;
    use crate::gpu::shaders::VertexFormat;
    use skinscope_core::skinning::SkinningMethod;

    #[test]
    fn methods_of_our_own_stay_far_below_the_limit() {
        for method in SkinningMethod::ALL {
            let text = Composition::Deform(method, VertexFormat::ALL[0]).wgsl();
            let module = naga::front::wgsl::parse_str(&text).unwrap();
            let most = operations(&module).into_iter().max().unwrap();
            println!("{}: {most}", method.id());
            assert!(most < MOST_OPERATIONS / 4, "{}: {most}", method.id());
        }
    }
}
