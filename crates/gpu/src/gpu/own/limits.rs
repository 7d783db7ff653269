//! What a person's file may not do.

use super::{CheckedModule, Composed, OwnShaderError};
use naga::{AddressSpace, Handle, Statement};

/// The longest file.
const MOST_BYTES: usize = 256 << 10;

/// The most memory of one invocation. Drivers keep it in registers, or write it to memory for each of thousands of
/// invocations.
const MOST_PRIVATE_BYTES: u32 = 64 << 10;

/// The most calls of one invocation that are not in a loop, each of which drivers inline. Functions that call one another
/// twice reach it at a depth of twelve.
const MOST_CALLS: u64 = 4096;

pub(super) fn check_text(text: &str) -> Result<(), OwnShaderError> {
    if text.len() > MOST_BYTES {
        return Err(OwnShaderError::of_file(format!("it has {} bytes; at most {MOST_BYTES} are read", text.len())));
    }
    Ok(())
}

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
    check_calls(module)
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

/// naga's functions call only earlier ones, so one pass counts.
fn check_calls(module: &naga::Module) -> Result<(), OwnShaderError> {
    let mut calls = Vec::with_capacity(module.functions.len());
    for (_, function) in module.functions.iter() {
        let count = calls_of(&function.body, &calls);
        if count > MOST_CALLS {
            let name = function.name.as_deref().unwrap_or("a function");
            return Err(OwnShaderError::of_file(format!(
                "{name} makes {count} calls in all; at most {MOST_CALLS} are allowed"
            )));
        }
        calls.push(count);
    }
    Ok(())
}

fn calls_of(block: &naga::Block, of_functions: &[u64]) -> u64 {
    let within = |statement: &Statement| match statement {
        Statement::Call { function, .. } => of_functions.get(function.index()).map_or(1, |own| own.saturating_add(1)),
        Statement::Block(block) => calls_of(block, of_functions),
        Statement::If { accept, reject, .. } => {
            calls_of(accept, of_functions).saturating_add(calls_of(reject, of_functions))
        }
        Statement::Switch { cases, .. } => {
            cases.iter().map(|case| calls_of(&case.body, of_functions)).fold(0, u64::saturating_add)
        }
        Statement::Loop { body, continuing, .. } => {
            calls_of(body, of_functions).saturating_add(calls_of(continuing, of_functions))
        }
        _ => 0,
    };
    block.iter().map(within).fold(0, u64::saturating_add)
}
