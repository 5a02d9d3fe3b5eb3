//! The C side: types of the standard, texts and arrays behind pointers, messages, and what keeps panics from the caller.

use crate::instance::Instance;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub type Component = *mut c_void;
pub type Status = c_int;

pub const OK: Status = 0;
pub const ERROR: Status = 3;

type LoggerFunction = unsafe extern "C" fn(*mut c_void, *const c_char, Status, *const c_char, *const c_char, ...);

/// `fmi2CallbackFunctions`.
#[repr(C)]
pub struct Callbacks {
    logger: Option<LoggerFunction>,
    allocate: *const c_void,
    free: *const c_void,
    step_finished: *const c_void,
    environment: *mut c_void,
}

/// Tells the simulator that loaded the FMU what went wrong.
#[derive(Clone)]
pub struct Logger {
    function: Option<LoggerFunction>,
    environment: *mut c_void,
    instance: CString,
}

impl Logger {
    /// The pointer is null, or to callbacks as the standard has them.
    pub fn new(callbacks: *const Callbacks, instance: &str) -> Self {
        // SAFETY: checked for null; otherwise as promised.
        let callbacks = unsafe { callbacks.as_ref() };
        Self {
            function: callbacks.and_then(|callbacks| callbacks.logger),
            environment: callbacks.map_or(std::ptr::null_mut(), |callbacks| callbacks.environment),
            instance: CString::new(instance).unwrap_or_default(),
        }
    }

    pub fn error(&self, message: &str) {
        let Some(function) = self.function else { return };
        let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
        // SAFETY: the arguments are those of the standard; the message is an argument of the format and no format.
        unsafe {
            function(
                self.environment,
                self.instance.as_ptr(),
                ERROR,
                c"logStatusError".as_ptr(),
                c"%s".as_ptr(),
                message.as_ptr(),
            );
        }
    }
}

/// A text of C, empty for none.
///
/// # Safety
/// The pointer is null, or to a text that ends with a zero.
pub unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: as promised by the caller.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// # Safety
/// The pointer is null, or to so many values.
pub unsafe fn values<'a, T>(pointer: *const T, count: usize) -> &'a [T] {
    if pointer.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: as promised by the caller.
    unsafe { std::slice::from_raw_parts(pointer, count) }
}

/// # Safety
/// The pointer is null, or to so many values.
pub unsafe fn values_mut<'a, T>(pointer: *mut T, count: usize) -> &'a mut [T] {
    if pointer.is_null() || count == 0 {
        return &mut [];
    }
    // SAFETY: as promised by the caller.
    unsafe { std::slice::from_raw_parts_mut(pointer, count) }
}

/// Does something with an instance; errors and panics are told and become a status.
pub fn guarded(component: Component, act: impl FnOnce(&mut Instance) -> Result<(), String>) -> Status {
    // SAFETY: a component that is not null is an instance of ours.
    let Some(instance) = (unsafe { component.cast::<Instance>().as_mut() }) else { return ERROR };
    let result = catch_unwind(AssertUnwindSafe(|| act(instance)));
    match result {
        Ok(Ok(())) => OK,
        Ok(Err(message)) => fail(component, &message),
        Err(_) => fail(component, "the library panicked: this is a bug of carom"),
    }
}

/// Tells what went wrong.
pub fn fail(component: Component, message: &str) -> Status {
    // SAFETY: a component that is not null is an instance of ours.
    if let Some(instance) = unsafe { component.cast::<Instance>().as_ref() } {
        instance.logger.error(message);
    }
    ERROR
}
