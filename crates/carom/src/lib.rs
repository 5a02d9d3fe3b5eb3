//! Rigid and flexible multibody systems with joints, impacts and dry friction.

pub mod analysis;
pub mod catalog;
pub mod contact;
pub mod drive;
pub mod element;
pub mod evaluate;
pub mod expr;
pub mod fmu;
pub mod history;
pub mod integrate;
pub mod joint;
pub mod measure;
pub mod mesh;
pub mod model;
pub mod post;
pub mod record;
pub mod report;
pub mod run;
pub mod sensor;
pub mod spec;
pub mod study;
pub mod system;
pub mod testkit;

pub use lie::{Frame, Mat3, NodeKind, Vec3};
pub use nonsmooth::StopFlag;
