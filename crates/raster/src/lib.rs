//! SVG pictures as PNG.
//!
//! Text is set in a font that is part of the program, whatever families a picture names: pictures do not depend on the machine.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::sync::{Arc, LazyLock};

/// The part of DejaVu Sans that pictures need: Latin and Greek letters, digits above and below, arrows, mathematical signs.
const FONT: &[u8] = include_bytes!("../font/DejaVuSans.ttf");
const FAMILY: &str = "DejaVu Sans";
/// Most pixels of a picture, 400 MB.
const MOST_PIXELS: f64 = 1e8;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    #[error("the picture is no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("the picture would have {width} x {height} pixels, expected at most 1e8 together")]
    Size { width: f64, height: f64 },
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// How pictures are read: with one font, that of every family.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut options = Options { font_family: FAMILY.to_owned(), ..Options::default() };
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    fonts.set_monospace_family(FAMILY);
    options
});

/// A picture on white as PNG, with `scale` pixels for each of the SVG.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RasterError> {
    let tree = Tree::from_str(svg, &OPTIONS)?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|side| f64::from(side * scale).ceil());
    let too_large = || RasterError::Size { width, height };
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(too_large());
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| RasterError::Encoding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(body: &str) -> Pixmap {
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'>{body}</svg>");
        let bytes = png(&svg, 2.0).expect("a picture");
        Pixmap::decode_png(&bytes).expect("a PNG")
    }

    fn dark(picture: &Pixmap) -> usize {
        picture.pixels().iter().filter(|p| p.red() < 128).count()
    }

    /// A rectangle of 10 x 5 has 20 x 10 pixels at twice the size, on white.
    #[test]
    fn shapes_have_their_size_on_white() {
        let picture = drawn("<rect x='5' y='5' width='10' height='5' fill='black'/>");
        assert_eq!((picture.width(), picture.height(), dark(&picture)), (120, 40, 200));
    }

    /// Letters of every family, and the signs of the pictures, are there: each draws something, and none the box of a missing letter.
    #[test]
    fn letters_and_signs_are_drawn() {
        let of = |family: &str, text: &str| {
            drawn(&format!("<text x='2' y='15' font-size='14' font-family='{family}'>{text}</text>"))
        };
        let missing = of("sans-serif", "\u{10FFFD}");
        for family in ["sans-serif", "Helvetica, Arial, sans-serif", "serif", "Nowhere"] {
            assert!(dark(&of(family, "A")) > 20, "{family}");
        }
        for sign in ["ρ", "∞", "α", "θ", "Δ", "µ", "²", "₁", "−", "·", "→", "½", "≤", "ä", "Λ"] {
            let picture = of("sans-serif", sign);
            assert!(dark(&picture) > 2 && picture != missing, "{sign}");
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(matches!(png("no picture", 1.0), Err(RasterError::Svg(_))));
        let wide = "<svg xmlns='http://www.w3.org/2000/svg' width='1e6' height='1e6'/>";
        assert!(matches!(png(wide, 1.0), Err(RasterError::Size { .. })));
    }
}
