//! Functions that the standard asks for and that have nothing to do here: there are only reals, no derivatives of inputs, nothing asynchronous.

use crate::c::{Component, ERROR, OK, Status};
use std::ffi::{c_int, c_void};

type Pointer = *const c_void;

#[unsafe(no_mangle)]
pub extern "C" fn fmi2SetDebugLogging(_: Component, _: c_int, _: usize, _: Pointer) -> Status {
    OK
}

/// Reading or writing no values of a kind that there are none of is fine.
fn none_of(count: usize) -> Status {
    if count == 0 { OK } else { ERROR }
}

macro_rules! without_values {
    ($($name:ident),*) => {
        $(#[unsafe(no_mangle)]
        pub extern "C" fn $name(_: Component, _: Pointer, count: usize, _: Pointer) -> Status {
            none_of(count)
        })*
    };
}

without_values!(fmi2GetInteger, fmi2GetBoolean, fmi2GetString, fmi2SetInteger, fmi2SetBoolean, fmi2SetString);

macro_rules! without_derivatives {
    ($($name:ident),*) => {
        $(#[unsafe(no_mangle)]
        pub extern "C" fn $name(_: Component, _: Pointer, count: usize, _: Pointer, _: Pointer) -> Status {
            none_of(count)
        })*
    };
}

without_derivatives!(fmi2SetRealInputDerivatives, fmi2GetRealOutputDerivatives);

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetDirectionalDerivative(
    _: Component,
    _: Pointer,
    _: usize,
    _: Pointer,
    _: usize,
    _: Pointer,
    _: Pointer,
) -> Status {
    ERROR
}

/// There is nothing to cancel: a step ends before the function does.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2CancelStep(_: Component) -> Status {
    ERROR
}

macro_rules! without_status {
    ($($name:ident),*) => {
        $(#[unsafe(no_mangle)]
        pub extern "C" fn $name(_: Component, _: c_int, _: Pointer) -> Status {
            ERROR
        })*
    };
}

without_status!(fmi2GetStatus, fmi2GetRealStatus, fmi2GetIntegerStatus, fmi2GetBooleanStatus, fmi2GetStringStatus);
