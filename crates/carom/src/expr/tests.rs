//! Values, derivatives and messages of expressions.

use super::*;

fn none(_: &str) -> Option<f64> {
    None
}

fn value(text: &str) -> f64 {
    let e = Expression::parse(text, &[], &none, &[]).unwrap_or_else(|e| panic!("{text}: {e}"));
    e.as_constant().expect("without variables it folds to a constant")
}

fn of_x(text: &str) -> Expression {
    Expression::parse(text, &["x", "y"], &none, &[]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn message(text: &str) -> (String, usize, usize) {
    let known = ["omega", "l_M"];
    let e = Expression::parse(text, &["t"], &|n| (n == "omega").then_some(2.0), &known).expect_err(text);
    (e.message, e.start, e.end)
}

#[test]
fn operators_bind_as_in_mathematics() {
    let cases = [
        ("1 + 2*3", 7.0),
        ("-2^2", -4.0),
        ("2^3^2", 512.0),
        ("2^-1", 0.5),
        ("2*-3", -6.0),
        ("10 - 4 - 3", 3.0),
        ("12/3/2", 2.0),
        ("(1 + 2)*3", 9.0),
        ("1e-3 + 1.5E2 + .5", 150.501),
        ("1 < 2 and not 2 < 1", 1.0),
        ("1 == 2 or 3 >= 3", 1.0),
        ("not 1 + 1 == 3", 1.0),
        ("1 != 1", 0.0),
        ("3 − 1", 2.0),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn functions_have_their_values() {
    let cases = [
        ("sin(pi/2) + cos(0) + atan2(0, 1)", 2.0),
        ("if(2 > 1, 10, 1/0)", 10.0),
        ("sign(-3) + sign(0) + sign(2)", 0.0),
        ("step(-1) + step(0) + step(1)", 2.0),
        ("smoothstep(0.5, 0, 1) + smoothstep(-1, 0, 1) + smoothstep(2, 0, 1) + smoothstep(1, 1, 1)", 2.5),
        ("pulse(1, 1, 2) + pulse(2, 1, 2)", 1.0),
        ("mod(-1, 3) + mod(7, 3)", 3.0),
        ("min(1, 2) + max(1, 2) + abs(-4) + hypot(3, 4) + pow(2, 3)", 20.0),
        ("floor(-1.5) + ceil(-1.5) + log10(1000) + ln(exp(1))", 1.0),
    ];
    for (text, expected) in cases {
        assert!((value(text) - expected).abs() < 1e-15 * 10.0, "{text}: {}", value(text));
    }
}

/// Central differences with step h: truncation h² f‴/6 and rounding 1e-16/h, so 1e-8 for h = 1e-5 and |f‴| ≲ 500.
#[test]
fn derivatives_agree_with_differences() {
    let texts = [
        "sin(x)*cos(2*x) + tan(x/2)",
        "asin(x/3) + acos(x/3) - atan(x)",
        "sinh(x) - cosh(x)*tanh(x)",
        "exp(-x^2) + ln(1 + x) + log10(2 + x)",
        "sqrt(x) + x^2.5 - x^-2 + 2^x + x^x",
        "atan2(x, 2 - x) + hypot(x, 1) + mod(5*x, 2)",
        "min(x, 2*x) + max(x, 3 - x) + abs(x - 2)",
        "smoothstep(x, 0, 1.5) + if(x < 2, x^3, 0) + (-x)^3",
    ];
    let h = 1e-5;
    for text in texts {
        let e = of_x(text);
        for x in [0.6, 0.77, 1.21] {
            let d = |x: f64| e.partial(&[x, 0.0], 0);
            let (f, f1, f2) = e.time_jet(x);
            assert_eq!((f, f1), d(x), "{text}");
            let difference = (e.eval(&[x + h]) - e.eval(&[x - h])) / (2.0 * h);
            assert!((f1 - difference).abs() < 1e-8, "{text} at {x}: {f1} {difference}");
            let second = (d(x + h).1 - d(x - h).1) / (2.0 * h);
            assert!((f2 - second).abs() < 1e-7 * (1.0 + f2.abs()), "{text} at {x}: {f2} {second}");
        }
    }
}

#[test]
fn partial_derivatives_are_told_apart() {
    let e = of_x("x^2*y + y^3");
    assert_eq!(e.partial(&[2.0, 3.0], 0), (39.0, 12.0));
    assert_eq!(e.partial(&[2.0, 3.0], 1), (39.0, 31.0));
    assert!(e.uses(0) && e.uses(1) && !of_x("x").uses(1));
}

#[test]
fn nothing_varies_nothing_breaks() {
    // At the origin of a square root of squares the slopes are infinite, but nothing moves along them.
    assert_eq!(of_x("sqrt(y) + x").partial(&[1.0, 0.0], 0), (1.0, 1.0));
    assert_eq!(of_x("hypot(x, y)").partial(&[0.0, 0.0], 0), (0.0, 0.0));
    assert_eq!(of_x("abs(x)").partial(&[0.0, 0.0], 0), (0.0, 0.0));
    assert_eq!(of_x("x^2").time_jet(0.0), (0.0, 0.0, 2.0));
    assert_eq!(of_x("if(x > 0, sqrt(x), 0)").partial(&[-1.0, 0.0], 0), (0.0, 0.0));
}

#[test]
fn constants_fold_and_names_are_listed() {
    let e = Expression::parse("2*l*cos(pi) + t", &["t"], &|n| (n == "l").then_some(3.0), &[]).unwrap();
    assert_eq!(e.program.len(), 3);
    assert_eq!(e.eval(&[1.0]), -5.0);
    assert_eq!(Expression::names("a*sin(b.x) + pi - a").unwrap(), ["a", "b.x"]);
    assert!(is_reserved("sin") && is_reserved("pi") && is_reserved("and") && !is_reserved("e"));
}

#[test]
fn messages_say_what_and_where() {
    let cases = [
        ("2*omga", "unknown name `omga`; did you mean `omega`?", 2, 6),
        ("zzz + 1", "unknown name `zzz`", 0, 3),
        ("sin(1, 2)", "`sin` takes 1 argument, got 2", 0, 3),
        ("atan2(1)", "`atan2` takes 2 arguments, got 1", 0, 5),
        ("sine(1)", "unknown function `sine`; did you mean `sin`?", 0, 4),
        ("sin + 1", "`sin` is a function: write `sin(…)`", 0, 3),
        ("omega(1)", "`omega` is not a function: write `*` to multiply", 0, 5),
        ("2*(1 + 3", "expected `)` for the `(` at character 3, found the end", 8, 8),
        ("1 +", "expected a number, a name or `(`, found the end", 3, 3),
        ("2 t", "expected an operator before `t`", 2, 3),
        ("1)", "unexpected `)`", 1, 2),
        ("", "the expression is empty", 0, 0),
        ("2**3", "unknown operator `**`: powers are written `^`", 1, 3),
        ("t = 1", "unknown operator `=`: comparison is written `==`", 2, 3),
        ("0 < t < 1", "comparisons cannot be chained: write `a < b and b < c`", 6, 7),
        ("3 $ 4", "unexpected character `$`", 2, 3),
        ("e*2", "unknown name `e`; Euler's number is written `exp(1)`", 0, 1),
        (".", "malformed number `.`", 0, 1),
    ];
    for (text, expected, start, end) in cases {
        assert_eq!(message(text), (expected.to_owned(), start, end), "{text}");
    }
}

#[test]
fn endless_nesting_is_refused() {
    assert!(message(&"(".repeat(1000)).0.contains("nested too deeply"));
    assert!(message(&"-".repeat(1000)).0.contains("nested too deeply"));
    let right = "t+(".repeat(40) + "t" + &")".repeat(40);
    assert!(message(&right).0.contains("nested too deeply"));
    assert!(message(&vec!["t"; 100_000].join("+")).0.contains("too long"));
    // A long sum is not deep.
    let sum = vec!["t"; 900].join("+");
    assert_eq!(Expression::parse(&sum, &["t"], &none, &[]).unwrap().eval(&[1.0]), 900.0);
}
