//! The values a model file is made of: numbers, vectors, rotations, functions of time and state, names of other items.
//!
//! Each keeps its byte range in the file, so that whatever turns out to be wrong later can be shown there. A number may
//! be an expression of the parameters; it is evaluated by [`super::Builder`], not here.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use toml::Spanned;

/// A byte range in the file of the item.
pub type Span = Range<usize>;

/// What stands for a number: its value, or the text of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    Value(f64),
    Text(String),
}

/// A number or an expression of the parameters.
#[derive(Clone, Debug)]
pub struct Number {
    pub scalar: Scalar,
    pub span: Span,
}

/// A function of variables known only while the simulation runs (`t`, `x`, `q`, …) and of the parameters.
#[derive(Clone, Debug)]
pub struct Function(pub Number);

/// The name of another item, or of a point or frame on it.
#[derive(Clone, Debug)]
pub struct Reference {
    pub name: String,
    pub span: Span,
}

/// Nested lists of numbers, as written.
#[derive(Clone, Debug)]
pub enum Tree {
    Number(Number),
    List(Vec<Tree>, Span),
}

/// Three numbers.
#[derive(Clone, Debug)]
pub struct Vector(pub Tree);

/// A number, or a smallest and a largest one.
#[derive(Clone, Debug)]
pub struct Interval(pub Tree);

/// A length for all axes, or one for each.
#[derive(Clone, Debug)]
pub struct Lengths(pub Tree);

/// Three numbers or, in a planar model, the one about the normal.
#[derive(Clone, Debug)]
pub struct Spin(pub Tree);

/// Three principal moments, three rows of three or, in a planar model, the moment about the normal.
#[derive(Clone, Debug)]
pub struct Inertia(pub Tree);

/// An orientation.
#[derive(Clone, Debug)]
pub enum Rotation {
    /// Rotation vector or, in a planar model, the angle about the normal.
    Numbers(Tree),
    AxisAngle {
        axis: Vector,
        angle: Number,
        span: Span,
    },
    Quaternion(Tree),
}

impl Number {
    /// A number that stands in for what was written at a place.
    pub fn of(x: f64, span: Span) -> Self {
        Self { scalar: Scalar::Value(x), span }
    }
}

impl Inertia {
    /// Whether a word stands in its place.
    pub fn is_text(&self, word: &str) -> bool {
        matches!(&self.0, Tree::Number(Number { scalar: Scalar::Text(text), .. }) if text.trim() == word)
    }
}

impl Vector {
    /// A vector that stands in for what was written at a place.
    pub fn of(x: &crate::Vec3, span: Span) -> Self {
        Self(Tree::List(x.iter().map(|x| Tree::Number(Number::of(*x, span.clone()))).collect(), span))
    }
}

impl Reference {
    pub fn as_str(&self) -> &str {
        &self.name
    }
}

impl Tree {
    pub fn span(&self) -> Span {
        match self {
            Self::Number(n) => n.span.clone(),
            Self::List(_, span) => span.clone(),
        }
    }
}

impl Rotation {
    pub fn span(&self) -> Span {
        match self {
            Self::Numbers(tree) | Self::Quaternion(tree) => tree.span(),
            Self::AxisAngle { span, .. } => span.clone(),
        }
    }
}

/// A tree before its range is known.
enum RawTree {
    Scalar(Scalar),
    List(Vec<Tree>),
}

struct TreeVisitor {
    lists: bool,
}

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = RawTree;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.lists {
            "a list of numbers (or of expressions in quotes)"
        } else {
            "a number or an expression in quotes"
        })
    }

    fn visit_f64<E: Error>(self, x: f64) -> Result<RawTree, E> {
        Ok(RawTree::Scalar(Scalar::Value(x)))
    }

    fn visit_i64<E: Error>(self, x: i64) -> Result<RawTree, E> {
        Ok(RawTree::Scalar(Scalar::Value(x as f64)))
    }

    fn visit_u64<E: Error>(self, x: u64) -> Result<RawTree, E> {
        Ok(RawTree::Scalar(Scalar::Value(x as f64)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<RawTree, E> {
        Ok(RawTree::Scalar(Scalar::Text(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<RawTree, A::Error> {
        if !self.lists {
            return Err(A::Error::invalid_type(serde::de::Unexpected::Seq, &self));
        }
        let mut list = Vec::new();
        while let Some(tree) = seq.next_element()? {
            list.push(tree);
        }
        Ok(RawTree::List(list))
    }
}

struct RawScalar(Scalar);

impl<'de> Deserialize<'de> for RawScalar {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        match d.deserialize_any(TreeVisitor { lists: false })? {
            RawTree::Scalar(scalar) => Ok(Self(scalar)),
            RawTree::List(_) => Err(D::Error::custom("expected a number or an expression in quotes")),
        }
    }
}

impl<'de> Deserialize<'de> for RawTree {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(TreeVisitor { lists: true })
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let raw = Spanned::<RawScalar>::deserialize(d)?;
        Ok(Self { span: raw.span(), scalar: raw.into_inner().0 })
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let raw = Spanned::<RawTree>::deserialize(d)?;
        let span = raw.span();
        Ok(match raw.into_inner() {
            RawTree::Scalar(scalar) => Self::Number(Number { scalar, span }),
            RawTree::List(list) => Self::List(list, span),
        })
    }
}

impl<'de> Deserialize<'de> for Reference {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let raw = Spanned::<String>::deserialize(d)?;
        Ok(Self { span: raw.span(), name: raw.into_inner() })
    }
}

macro_rules! newtype {
    ($($outer:ident($inner:ident)),*) => {$(
        impl<'de> Deserialize<'de> for $outer {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $inner::deserialize(d).map(Self)
            }
        }
    )*};
}

newtype!(Function(Number), Vector(Tree), Interval(Tree), Lengths(Tree), Spin(Tree), Inertia(Tree));

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RotationTable {
    axis: Option<Vector>,
    angle: Option<Number>,
    quaternion: Option<Tree>,
}

enum RawRotation {
    Tree(RawTree),
    Table(RotationTable),
}

struct RotationVisitor;

impl<'de> Visitor<'de> for RotationVisitor {
    type Value = RawRotation;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a rotation vector [x, y, z] in rad, { axis, angle } or { quaternion = [w, x, y, z] }")
    }

    fn visit_f64<E: Error>(self, x: f64) -> Result<RawRotation, E> {
        TreeVisitor { lists: true }.visit_f64(x).map(RawRotation::Tree)
    }

    fn visit_i64<E: Error>(self, x: i64) -> Result<RawRotation, E> {
        TreeVisitor { lists: true }.visit_i64(x).map(RawRotation::Tree)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<RawRotation, E> {
        TreeVisitor { lists: true }.visit_str(text).map(RawRotation::Tree)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<RawRotation, A::Error> {
        TreeVisitor { lists: true }.visit_seq(seq).map(RawRotation::Tree)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawRotation, A::Error> {
        RotationTable::deserialize(MapAccessDeserializer::new(map)).map(RawRotation::Table)
    }
}

impl<'de> Deserialize<'de> for RawRotation {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(RotationVisitor)
    }
}

impl<'de> Deserialize<'de> for Rotation {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let raw = Spanned::<RawRotation>::deserialize(d)?;
        let span = raw.span();
        match raw.into_inner() {
            RawRotation::Tree(RawTree::Scalar(scalar)) => Ok(Self::Numbers(Tree::Number(Number { scalar, span }))),
            RawRotation::Tree(RawTree::List(list)) => Ok(Self::Numbers(Tree::List(list, span))),
            RawRotation::Table(RotationTable { axis: None, angle: None, quaternion: Some(tree) }) => {
                Ok(Self::Quaternion(tree))
            }
            RawRotation::Table(RotationTable { axis: Some(axis), angle: Some(angle), quaternion: None }) => {
                Ok(Self::AxisAngle { axis, angle, span })
            }
            RawRotation::Table(_) => {
                Err(D::Error::custom("a rotation table needs either `axis` and `angle`, or `quaternion` alone"))
            }
        }
    }
}

macro_rules! schema {
    ($($name:ident: $title:literal, $json:tt;)*) => {$(
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let mut schema = json_schema!($json);
                schema.insert("title".into(), $title.into());
                schema
            }
        }
    )*};
}

schema! {
    Number: "number", { "type": ["number", "string"] };
    Function: "expression", { "type": ["number", "string"] };
    Reference: "name", { "type": "string" };
    Vector: "vector", { "type": "array", "items": { "type": ["number", "string"] }, "minItems": 3, "maxItems": 3 };
    Interval: "number or [min, max]", { "type": ["array", "number", "string"], "items": { "type": ["number", "string"] } };
    Lengths: "number or vector", { "type": ["array", "number", "string"], "items": { "type": ["number", "string"] } };
    Spin: "vector", { "type": ["array", "number", "string"], "items": { "type": ["number", "string"] } };
    Inertia: "inertia", { "type": ["array", "number", "string"], "items": { "type": ["number", "string", "array"] } };
    Rotation: "rotation", { "type": ["array", "number", "string", "object"] };
}
