//! `carom list` and `carom schema`: what model files may contain.

use crate::Exit;
use crate::args::ListArguments;
use crate::console;
use carom::spec;

pub fn list(arguments: &ListArguments) -> Exit {
    if arguments.markdown {
        console::print(&spec::reference_markdown());
        return Exit::Done;
    }
    let text = spec::list(arguments.filter.as_deref());
    if let (true, Some(filter)) = (text.is_empty(), &arguments.filter) {
        console::error(&format!("nothing contains `{filter}`; `carom list` prints everything"));
        return Exit::Refused;
    }
    console::print(&text);
    Exit::Done
}

pub fn schema() -> Exit {
    console::print_json(&spec::json_schema());
    Exit::Done
}
