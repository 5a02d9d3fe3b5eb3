//! The library inside of an FMU: the functions of FMI 2.0 for co-simulation, by their names in the standard.
//!
//! An instance reads the model from the resources of its FMU when it is made, and starts it when the first value is asked for, or when its initialisation
//! ends: until then parameters can be set. A communication step takes steps of the model, of which the last one ends where it ends.
//! A state is a checkpoint: what follows is the same bit for bit.

mod c;
mod instance;
mod unused;

use c::{Callbacks, Component, Status, fail, guarded, text, values, values_mut};
use instance::Instance;
use std::ffi::{c_char, c_int, c_uint, c_void};

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    c"default".as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    c"2.0".as_ptr()
}

/// # Safety
/// Texts and callbacks are those of the standard, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Instantiate(
    name: *const c_char,
    kind: c_int,
    guid: *const c_char,
    resources: *const c_char,
    callbacks: *const Callbacks,
    _visible: c_int,
    _logging: c_int,
) -> Component {
    const CO_SIMULATION: c_int = 1;
    // SAFETY: as promised by the caller.
    let (name, guid, resources) = unsafe { (text(name), text(guid), text(resources)) };
    let logger = c::Logger::new(callbacks, &name);
    let made = match kind {
        CO_SIMULATION => Instance::new(&guid, &resources, logger.clone()),
        _ => Err("it is for co-simulation only".to_owned()),
    };
    match made {
        Ok(instance) => Box::into_raw(Box::new(instance)).cast(),
        Err(message) => {
            logger.error(&message);
            std::ptr::null_mut()
        }
    }
}

/// # Safety
/// The component is one of [`fmi2Instantiate`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeInstance(component: Component) {
    if !component.is_null() {
        // SAFETY: it came out of a box of this type.
        drop(unsafe { Box::from_raw(component.cast::<Instance>()) });
    }
}

/// # Safety
/// The component is one of [`fmi2Instantiate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetupExperiment(
    component: Component,
    _has_tolerance: c_int,
    _tolerance: f64,
    start: f64,
    _has_stop: c_int,
    _stop: f64,
) -> Status {
    guarded(component, |instance| {
        instance.begin = start;
        Ok(())
    })
}

/// # Safety
/// The component is one of [`fmi2Instantiate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterInitializationMode(component: Component) -> Status {
    guarded(component, |_| Ok(()))
}

/// # Safety
/// The component is one of [`fmi2Instantiate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2ExitInitializationMode(component: Component) -> Status {
    guarded(component, |instance| instance.running().map(|_| ()))
}

/// # Safety
/// The component is one of [`fmi2Instantiate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Terminate(component: Component) -> Status {
    guarded(component, |_| Ok(()))
}

/// # Safety
/// The component is one of [`fmi2Instantiate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Reset(component: Component) -> Status {
    guarded(component, |instance| {
        instance.reset();
        Ok(())
    })
}

/// # Safety
/// The arrays have the given length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetReal(
    component: Component,
    references: *const c_uint,
    count: usize,
    out: *mut f64,
) -> Status {
    // SAFETY: as promised by the caller.
    let (references, out) = unsafe { (values(references, count), values_mut(out, count)) };
    guarded(component, |instance| {
        for (reference, out) in references.iter().zip(out) {
            *out = instance.get(*reference as usize)?;
        }
        Ok(())
    })
}

/// # Safety
/// The arrays have the given length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetReal(
    component: Component,
    references: *const c_uint,
    count: usize,
    given: *const f64,
) -> Status {
    // SAFETY: as promised by the caller.
    let (references, given) = unsafe { (values(references, count), values(given, count)) };
    guarded(component, |instance| {
        references.iter().zip(given).try_for_each(|(reference, value)| instance.set(*reference as usize, *value))
    })
}

/// # Safety
/// The component is one of [`fmi2Instantiate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2DoStep(component: Component, now: f64, size: f64, _no_earlier: c_int) -> Status {
    guarded(component, |instance| instance.advance(now + size))
}

/// # Safety
/// `state` is a place for a pointer: null, or one of this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetFMUstate(component: Component, state: *mut *mut c_void) -> Status {
    guarded(component, |instance| {
        let saved = Box::into_raw(Box::new(instance.save()?)).cast();
        // SAFETY: as promised by the caller; an earlier state is replaced.
        unsafe {
            fmi2FreeFMUstate(std::ptr::null_mut(), state);
            *state = saved;
        }
        Ok(())
    })
}

/// # Safety
/// `state` is one of [`fmi2GetFMUstate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetFMUstate(component: Component, state: *mut c_void) -> Status {
    if state.is_null() {
        return fail(component, "there is no state");
    }
    // SAFETY: as promised by the caller.
    let bytes = unsafe { &*state.cast::<Vec<u8>>() };
    guarded(component, |instance| instance.restore(bytes))
}

/// # Safety
/// `state` is a place for a pointer: null, or one of [`fmi2GetFMUstate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeFMUstate(_component: Component, state: *mut *mut c_void) -> Status {
    // SAFETY: as promised by the caller.
    unsafe {
        if !state.is_null() && !(*state).is_null() {
            drop(Box::from_raw((*state).cast::<Vec<u8>>()));
            *state = std::ptr::null_mut();
        }
    }
    c::OK
}

/// # Safety
/// `state` is one of [`fmi2GetFMUstate`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializedFMUstateSize(_: Component, state: *mut c_void, size: *mut usize) -> Status {
    // SAFETY: as promised by the caller.
    unsafe { *size = (*state.cast::<Vec<u8>>()).len() };
    c::OK
}

/// # Safety
/// `state` is one of [`fmi2GetFMUstate`], and there is place for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SerializeFMUstate(
    component: Component,
    state: *mut c_void,
    out: *mut c_char,
    size: usize,
) -> Status {
    // SAFETY: as promised by the caller.
    let bytes = unsafe { &*state.cast::<Vec<u8>>() };
    if bytes.len() > size {
        return fail(component, "the place for the state is too small");
    }
    // SAFETY: there is place for as many bytes.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), out, bytes.len()) };
    c::OK
}

/// # Safety
/// There are `size` bytes, and a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2DeSerializeFMUstate(
    _component: Component,
    bytes: *const c_char,
    size: usize,
    state: *mut *mut c_void,
) -> Status {
    // SAFETY: as promised by the caller.
    unsafe {
        let bytes = values(bytes.cast::<u8>(), size).to_vec();
        fmi2FreeFMUstate(std::ptr::null_mut(), state);
        *state = Box::into_raw(Box::new(bytes)).cast();
    }
    c::OK
}
