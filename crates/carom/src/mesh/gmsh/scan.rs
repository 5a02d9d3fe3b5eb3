//! Numbers from a file, text or binary, with the place for messages.
//!
//! In text a number ends with a blank and a record with its line; in binary both have a fixed width.

use super::error::{GmshError, Place, Problem};

/// Reads on from a position.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    pub at: usize,
    /// Whether the data of the sections is binary.
    pub binary: bool,
    /// Whether binary numbers have the highest byte first.
    pub swapped: bool,
}

impl<'a> Scanner<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, binary: false, swapped: false }
    }

    /// An error at a position.
    pub fn error(&self, at: usize, problem: Problem) -> GmshError {
        let line = || 1 + self.bytes[..at.min(self.bytes.len())].iter().filter(|b| **b == b'\n').count();
        GmshError { place: Some(if self.binary { Place::Byte(at) } else { Place::Line(line()) }), problem }
    }

    /// An integer: `int` of C in binary.
    pub fn int(&mut self, wanted: &'static str) -> Result<i64, GmshError> {
        if self.binary { Ok(i64::from(i32::from_le_bytes(self.take(wanted)?))) } else { self.parse(wanted) }
    }

    /// An integer that is not negative: `int` of C in binary.
    pub fn natural(&mut self, wanted: &'static str) -> Result<usize, GmshError> {
        let at = self.at;
        let value = self.int(wanted)?;
        usize::try_from(value).map_err(|_| self.error(at, Problem::Negative { wanted, value }))
    }

    /// A count or a tag: `size_t` of C in binary.
    pub fn size(&mut self, wanted: &'static str) -> Result<usize, GmshError> {
        let at = self.at;
        let value = if self.binary { i64::from_le_bytes(self.take(wanted)?) } else { self.parse(wanted)? };
        usize::try_from(value).map_err(|_| self.error(at, Problem::Negative { wanted, value }))
    }

    pub fn real(&mut self, wanted: &'static str) -> Result<f64, GmshError> {
        if self.binary { Ok(f64::from_le_bytes(self.take(wanted)?)) } else { self.parse(wanted) }
    }

    /// Checks that the file is long enough for as many records as it says, each of at least two bytes.
    pub fn fits(&self, count: usize, wanted: &'static str) -> Result<usize, GmshError> {
        let bytes = self.bytes.len().saturating_sub(self.at);
        if count > bytes / 2 { Err(self.error(self.at, Problem::TooMany { wanted, count, bytes })) } else { Ok(count) }
    }

    /// Ends a record: in text nothing more may stand on the line.
    pub fn end_record(&mut self) -> Result<(), GmshError> {
        if self.binary { Ok(()) } else { self.end_line() }
    }

    /// Ends a line of text.
    pub fn end_line(&mut self) -> Result<(), GmshError> {
        let at = self.at;
        let rest = self.line();
        if rest.is_empty() {
            return Ok(());
        }
        Err(self.error(at, Problem::Unexpected { wanted: "the end of the line", found: excerpt(rest) }))
    }

    /// The rest of the line, without blanks at its ends.
    pub fn line(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        self.at = (self.at + length + 1).min(self.bytes.len());
        rest[..length].trim_ascii()
    }

    /// The next line that is not blank, and where it begins; `None` at the end of the file.
    pub fn next_line(&mut self) -> Option<(usize, &'a [u8])> {
        while self.at < self.bytes.len() {
            let at = self.at;
            let line = self.line();
            if !line.is_empty() {
                return Some((at, line));
            }
        }
        None
    }

    /// A number in text, also where the rest of the file is binary.
    pub fn parse<T: std::str::FromStr>(&mut self, wanted: &'static str) -> Result<T, GmshError> {
        let blanks = self.bytes[self.at..].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
        let at = self.at + blanks;
        let rest = &self.bytes[at..];
        let word = &rest[..rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len())];
        if word.is_empty() {
            let problem = if rest.is_empty() { Problem::End { wanted } } else { Problem::EndOfLine { wanted } };
            return Err(self.error(at, problem));
        }
        let number = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| self.error(at, Problem::Unexpected { wanted, found: excerpt(word) }))?;
        self.at = at + word.len();
        Ok(number)
    }

    /// Bytes of a binary number, the lowest first.
    fn take<const N: usize>(&mut self, wanted: &'static str) -> Result<[u8; N], GmshError> {
        let bytes = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        let mut bytes = *bytes.ok_or_else(|| self.error(self.at, Problem::End { wanted }))?;
        self.at += N;
        if self.swapped {
            bytes.reverse();
        }
        Ok(bytes)
    }

    /// Goes behind the line `$EndNAME`.
    pub fn skip_section(&mut self, name: &str) -> Result<(), GmshError> {
        let end = format!("$End{name}");
        let rest = &self.bytes[self.at..];
        let is_end = |i: &usize| rest[*i..].starts_with(end.as_bytes()) && (*i == 0 || rest[*i - 1] == b'\n');
        let signs = (0..rest.len()).filter(|i| rest[*i] == b'$');
        match signs.into_iter().find(is_end) {
            Some(i) => {
                self.at += i;
                self.line();
                Ok(())
            }
            None => Err(self.error(self.bytes.len(), Problem::End { wanted: "the end of a section" })),
        }
    }
}

/// The beginning of a text, for a message.
fn excerpt(text: &[u8]) -> String {
    const LONGEST: usize = 30;
    let shown: String = String::from_utf8_lossy(text).chars().take(LONGEST).collect();
    let shown: String = shown.chars().map(|c| if c.is_control() { '�' } else { c }).collect();
    if text.len() > LONGEST { format!("{shown}…") } else { shown }
}
