//! Evaluating values: numbers from expressions of the parameters, vectors, rotations, inertia tensors, functions.

use super::build::{BuildError, Builder};
use super::units;
use super::value::{Function, Inertia, Interval, Lengths, Number, Rotation, Scalar, Span, Spin, Tree, Vector};
use crate::expr::{ExprError, Expression};
use crate::{Frame, Mat3, Vec3};
use std::f64::consts::TAU;

/// More turns than this in a rotation are taken for degrees.
const MANY_TURNS: f64 = 10.0;

impl Builder {
    /// The value of a number; it is finite.
    pub fn number(&self, number: &Number) -> Result<f64, BuildError> {
        let x = match &number.scalar {
            Scalar::Value(x) => *x,
            Scalar::Text(text) => self.evaluate(text, &number.span)?,
        };
        if x.is_finite() {
            return Ok(x);
        }
        let what = match &number.scalar {
            Scalar::Value(_) => format!("{x} is not a finite number"),
            Scalar::Text(text) => format!("`{text}` evaluates to {x}"),
        };
        Err(BuildError::at(&number.span, what)
            .help("every number of a model must be finite: check for 0/0, sqrt(-1), ln(0)"))
    }

    /// The value of a number, or a default.
    pub fn number_or(&self, number: Option<&Number>, default: f64) -> Result<f64, BuildError> {
        number.map_or(Ok(default), |n| self.number(n))
    }

    /// A number that must be positive.
    pub fn positive(&self, number: &Number, what: &str) -> Result<f64, BuildError> {
        let x = self.number(number)?;
        if x > 0.0 { Ok(x) } else { Err(out_of_range(number, x, what, "a positive number")) }
    }

    /// A radius of curvature: negative for hollows, infinite for flat surfaces.
    pub fn radius(&self, number: &Number) -> Result<f64, BuildError> {
        match number.scalar {
            Scalar::Value(x) if x.is_infinite() => Ok(x),
            _ => self.number(number),
        }
    }

    /// A number that must not be negative.
    pub fn not_negative(&self, number: &Number, what: &str) -> Result<f64, BuildError> {
        let x = self.number(number)?;
        if x >= 0.0 { Ok(x) } else { Err(out_of_range(number, x, what, "a zero or positive number")) }
    }

    /// A number between 0 and 1.
    pub fn fraction(&self, number: &Number, what: &str) -> Result<f64, BuildError> {
        let x = self.number(number)?;
        if (0.0..=1.0).contains(&x) { Ok(x) } else { Err(out_of_range(number, x, what, "a number between 0 and 1")) }
    }

    pub fn vector(&self, vector: &Vector) -> Result<Vec3, BuildError> {
        Ok(Vec3::from(self.list::<3>(&vector.0, "three numbers [x, y, z]")?))
    }

    pub fn vector_or_zero(&self, vector: Option<&Vector>) -> Result<Vec3, BuildError> {
        vector.map_or(Ok(Vec3::zeros()), |v| self.vector(v))
    }

    /// A positive number twice, or a smaller and a larger one.
    pub fn interval(&self, interval: &Interval, what: &str) -> Result<[f64; 2], BuildError> {
        if let Tree::Number(n) = &interval.0 {
            return self.positive(n, what).map(|x| [x; 2]);
        }
        let [min, max] = self.list::<2>(&interval.0, "a number or two, [min, max]")?;
        if 0.0 < min && min <= max {
            return Ok([min, max]);
        }
        Err(BuildError::at(
            &interval.0.span(),
            format!("{what} is [{min}, {max}], expected positive numbers [min, max]"),
        )
        .help("the smaller number comes first"))
    }

    /// A positive length for all axes, or one for each.
    pub fn lengths(&self, lengths: &Lengths, what: &str) -> Result<Vec3, BuildError> {
        if let Tree::Number(n) = &lengths.0 {
            return self.positive(n, what).map(Vec3::repeat);
        }
        let x = self.sizes(lengths, what)?;
        if x.min() > 0.0 {
            return Ok(x);
        }
        Err(BuildError::at(
            &lengths.0.span(),
            format!("{what} has a component of {}, expected positive numbers", x.min()),
        ))
    }

    /// A length for all axes, or one for each, none of them negative.
    pub fn sizes(&self, lengths: &Lengths, what: &str) -> Result<Vec3, BuildError> {
        if let Tree::Number(n) = &lengths.0 {
            return self.not_negative(n, what).map(Vec3::repeat);
        }
        let x = Vec3::from(self.list::<3>(&lengths.0, "a number or three, [x, y, z]")?);
        if x.min() >= 0.0 {
            return Ok(x);
        }
        Err(BuildError::at(
            &lengths.0.span(),
            format!("{what} has a component of {}, expected numbers that are not negative", x.min()),
        ))
    }

    /// An angular velocity: three components, or in a planar model one.
    pub fn spin(&self, spin: &Spin) -> Result<Vec3, BuildError> {
        self.list_or_normal(&spin.0, "three numbers [x, y, z]")
    }

    /// The frame of an origin and an orientation, both optional.
    pub fn frame(&self, position: Option<&Vector>, rotation: Option<&Rotation>) -> Result<Frame, BuildError> {
        let x = self.vector_or_zero(position)?;
        let Some(rotation) = rotation else {
            return Ok(Frame::new(x, lie::Quaternion::identity()));
        };
        match rotation {
            Rotation::Numbers(tree) => {
                let psi = self.list_or_normal(tree, "a rotation vector [x, y, z] in rad")?;
                self.check_angle(psi.norm(), &tree.span());
                Ok(Frame::from_rotation_vector(x, &psi))
            }
            Rotation::AxisAngle { axis, angle, span } => {
                let psi = self.direction(axis, "axis")? * self.number(angle)?;
                self.check_angle(psi.norm(), span);
                Ok(Frame::from_rotation_vector(x, &psi))
            }
            Rotation::Quaternion(tree) => {
                let [w, i, j, k] = self.list::<4>(tree, "four numbers [w, x, y, z]")?;
                let q = nalgebra::Quaternion::new(w, i, j, k);
                if q.norm() < 1e-12 {
                    return Err(BuildError::at(&tree.span(), "the quaternion is zero and describes no rotation")
                        .help("no rotation is [1, 0, 0, 0]"));
                }
                Ok(Frame::new(x, lie::Quaternion::from_quaternion(q)))
            }
        }
    }

    fn check_angle(&self, angle: f64, span: &Span) {
        if angle > MANY_TURNS * TAU {
            self.warn(
                BuildError::at(span, format!("a rotation by {angle} rad is {:.1} turns", angle / TAU))
                    .help("angles are in rad; write \"90*pi/180\" for 90 degrees"),
            );
        }
    }

    /// The inertia tensor about the centre of mass; positive, symmetric, with the triangle inequality of its moments.
    pub fn inertia(&self, inertia: &Inertia) -> Result<Mat3, BuildError> {
        let span = inertia.0.span();
        let fail = |message: String, help: &str| Err(BuildError::at(&span, message).help(help));
        let j = self.inertia_matrix(&inertia.0)?;
        if (j - j.transpose()).norm() > 1e-9 * j.norm() {
            return fail("the inertia tensor is not symmetric".into(), "row i, column j must equal row j, column i");
        }
        let mut m = ((j + j.transpose()) * 0.5).symmetric_eigenvalues();
        m.as_mut_slice().sort_by(f64::total_cmp);
        if m[0] <= 0.0 {
            let message = format!("the inertia tensor has the principal moment {:.6e}, expected positive ones", m[0]);
            return fail(
                message,
                "every principal moment of a rigid body is positive; use a point_mass if it has none",
            );
        }
        if m[2] > (m[0] + m[1]) * (1.0 + 1e-9) {
            let message = format!(
                "the principal moments {:.6e}, {:.6e}, {:.6e} violate the triangle inequality: no body has them",
                m[0], m[1], m[2]
            );
            return fail(
                message,
                "the largest moment is at most the sum of the other two; check units and products of inertia",
            );
        }
        Ok(j)
    }

    fn inertia_matrix(&self, tree: &Tree) -> Result<Mat3, BuildError> {
        const SHAPE: &str = "three principal moments [Jx, Jy, Jz] or three rows of three";
        match tree {
            Tree::Number(n) if self.model.plane.is_some() => {
                // Out of plane the body never turns: any admissible moments do.
                Ok(Mat3::identity() * self.positive(n, "inertia")?)
            }
            Tree::List(rows, span) if matches!(rows.first(), Some(Tree::List(..))) => {
                if rows.len() != 3 {
                    return Err(BuildError::at(span, format!("expected {SHAPE}, got {} rows", rows.len())));
                }
                let mut j = Mat3::zeros();
                for (i, row) in rows.iter().enumerate() {
                    j.set_row(i, &Vec3::from(self.list::<3>(row, "a row of three numbers")?).transpose());
                }
                Ok(j)
            }
            _ => Ok(Mat3::from_diagonal(&Vec3::from(self.list::<3>(tree, SHAPE)?))),
        }
    }

    /// A list of N numbers.
    pub fn list<const N: usize>(&self, tree: &Tree, shape: &str) -> Result<[f64; N], BuildError> {
        let Tree::List(list, span) = tree else {
            return Err(BuildError::at(&tree.span(), format!("expected {shape}, got a single value")));
        };
        if list.len() != N {
            return Err(BuildError::at(span, format!("expected {shape}, got {} values", list.len())));
        }
        let mut out = [0.0; N];
        for (x, item) in out.iter_mut().zip(list) {
            let Tree::Number(n) = item else {
                return Err(BuildError::at(&item.span(), format!("expected {shape}, got a list in a list")));
            };
            *x = self.number(n)?;
        }
        Ok(out)
    }

    fn list_or_normal(&self, tree: &Tree, shape: &str) -> Result<Vec3, BuildError> {
        match (tree, self.model.plane) {
            (Tree::Number(n), Some(plane)) => Ok(Vec3::ith(plane.normal(), self.number(n)?)),
            _ => Ok(Vec3::from(self.list::<3>(tree, shape)?)),
        }
    }

    /// A function of run-time variables; the parameters are put in as constants.
    pub fn function(&self, function: &Function, variables: &[&str]) -> Result<Expression, BuildError> {
        let Number { scalar, span } = &function.0;
        let text = match scalar {
            Scalar::Value(_) => return Ok(Expression::constant(self.number(&function.0)?)),
            Scalar::Text(text) => text,
        };
        let expression = self.parse(text, variables, span)?;
        for name in Expression::names(text).unwrap_or_default() {
            if variables.contains(&name.as_str()) && self.parameters.contains_key(&name) {
                let message = format!("`{name}` is a variable here, not the parameter of this name");
                self.warn(BuildError::at(span, message).help("rename the parameter if it is meant"));
            }
        }
        // What depends on the state may be undefined at rest; what depends on time alone must be defined at the start.
        let start = expression.as_constant().or((variables == ["t"]).then(|| expression.eval(&[0.0])));
        match start {
            Some(x) if !x.is_finite() => Err(BuildError::at(span, format!("`{text}` evaluates to {x} at t = 0"))
                .help("every number of a model must be finite: check for 0/0, sqrt(-1), ln(0)")),
            _ => Ok(expression),
        }
    }

    /// The value of an expression that is part of a text.
    pub(super) fn value_of(&self, text: &str, span: &Span) -> Result<f64, BuildError> {
        let value = self.parse(text, &[], span).map(|expression| expression.eval(&[]));
        value.map_err(|e| BuildError { span: Some(span.clone()), ..e })
    }

    fn evaluate(&self, text: &str, span: &Span) -> Result<f64, BuildError> {
        let x = self.parse(text, &[], span)?.eval(&[]);
        self.resolved.borrow_mut().insert(span.start, x);
        Ok(x)
    }

    fn parse(&self, text: &str, variables: &[&str], span: &Span) -> Result<Expression, BuildError> {
        // Where nothing may change, no input is meant.
        let inputs = self.model.inputs.iter().map(|input| input.name.as_str()).filter(|_| !variables.is_empty());
        let known = self.parameter_names.iter().map(String::as_str).chain(variables.iter().copied());
        let known: Vec<&str> = known.chain(inputs.filter(|name| !variables.contains(name))).collect();
        let tables = |name: &str| self.tables.get(name).cloned();
        let constants = |name: &str| self.parameters.get(name).copied();
        Expression::parse_with(text, variables, &constants, &tables, &known).map_err(|e| {
            let names = Expression::names(text).unwrap_or_default();
            let follow_up = names.iter().any(|n| self.broken.contains(n));
            let error = expression_error(e, text, span, &self.text);
            let input = names.iter().find(|name| error.message.starts_with(&format!("unknown name `{name}`")));
            let input = input.filter(|name| self.model.input(name).is_some());
            let help = error.message.contains("unknown name").then(|| match (known.as_slice(), input) {
                (_, Some(input)) => format!(
                    "`{input}` is an input and may change in a run: forces, loads, motions, belts and expressions of sensors can read it"
                ),
                ([], _) => "define it under [parameters]".to_owned(),
                (known, _) => format!("known names: {}", known.join(", ")),
            });
            BuildError { follow_up, help: error.help.clone().or(help), ..error }
        })
    }
}

/// Moves the place of an expression error from the expression to the file.
pub(super) fn expression_error(e: ExprError, text: &str, span: &Span, file: &str) -> BuildError {
    if let Some((message, help)) = units::advice(text) {
        return BuildError::at(span, message).help(help);
    }
    let literal = file.get(span.clone()).unwrap_or("");
    let quotes = if literal.starts_with("\"\"\"") || literal.starts_with("'''") { 3 } else { 1 };
    let at = |i: usize| (span.start + quotes + i).min(span.end);
    let (start, end) = (at(e.start), at(e.end));
    // Escapes in the literal shift positions; then the whole literal is shown.
    let place = if literal.contains('\\') || !file.is_char_boundary(start) || !file.is_char_boundary(end) {
        span.clone()
    } else {
        start..end
    };
    BuildError::at(&place, e.message)
}

fn out_of_range(number: &Number, x: f64, what: &str, expected: &str) -> BuildError {
    let written = match &number.scalar {
        Scalar::Value(_) => format!("{x}"),
        Scalar::Text(text) => format!("\"{text}\" = {x}"),
    };
    BuildError::at(&number.span, format!("{what} is {written}, expected {expected}"))
        .help(format!("change {what} to {expected}"))
}
