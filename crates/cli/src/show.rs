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
    // `joint limit` is the kind `joint_limit`.
    let filter = (!arguments.filter.is_empty()).then(|| arguments.filter.join("_"));
    let text = spec::list(filter.as_deref());
    if let (true, Some(_)) = (text.is_empty(), filter) {
        console::error(&format!("nothing contains `{}`; `carom list` prints everything", arguments.filter.join(" ")));
        return Exit::Refused;
    }
    console::print(&text);
    Exit::Done
}

pub fn schema() -> Exit {
    console::print_json(&spec::json_schema());
    Exit::Done
}
