//! `carom report` and `carom view`.

use crate::Exit;
use crate::args::{ReportArguments, ViewArguments};
use crate::console;
use crate::statics::refuse;
use carom::run::{WrittenReport, report_page, report_state, write_report};
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

pub fn report(arguments: &ReportArguments) -> Exit {
    match write_report(&arguments.result, arguments.out.as_deref()) {
        Ok(written) => {
            if arguments.output.json {
                console::print_json(&json!({ "report": written.path, "bytes": written.bytes }));
            } else if !arguments.output.quiet {
                tell(&written);
            }
            Exit::Done
        }
        Err(error) => refuse(&error, &arguments.output),
    }
}

/// Says where a report is.
pub fn tell(written: &WrittenReport) {
    written.notes.iter().for_each(|note| console::note(note));
    let megabytes = written.bytes as f64 / 1e6;
    console::print(&format!("report {} ({megabytes:.1} MB): open it in a browser\n", written.path.display()));
}

/// Serves the report on this machine only, made anew whenever it is asked for, until interrupted.
pub fn view(arguments: &ViewArguments) -> Exit {
    if let Err(error) = report_page(&arguments.result) {
        return refuse(&error, &arguments.output);
    }
    // The loopback address: nobody else's machine can reach it.
    let listener = match TcpListener::bind(("127.0.0.1", arguments.port)) {
        Ok(listener) => listener,
        Err(error) => {
            console::error(&format!("port {} of this machine cannot be used: {error}", arguments.port));
            return Exit::Refused;
        }
    };
    let address = listener.local_addr().map_or_else(|_| String::new(), |a| format!("http://{a}/"));
    console::print(&format!("{address} shows the run, and follows one that goes on; Ctrl-C ends\n"));
    if !arguments.no_browser {
        open_browser(&address);
    }
    for stream in listener.incoming().flatten() {
        // A browser that goes away in the middle of an answer is no failure of ours.
        let _ = answer(stream, &arguments.result);
    }
    Exit::Done
}

/// Answers one request: the page at `/`, how far the run has come at `/state`, nothing elsewhere.
fn answer(mut stream: TcpStream, directory: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut first = String::new();
    BufReader::new(&stream).read_line(&mut first)?;
    let answer = match first.split(' ').nth(1) {
        Some("/") => report_page(directory).map(|(page, _)| ("text/html", page)),
        Some("/state") => report_state(directory).map(|state| ("application/json", state.to_string())),
        _ => return write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    };
    let (status, (kind, body)) = match answer {
        Ok(answer) => ("200 OK", answer),
        Err(error) => ("500 Internal Server Error", ("text/html", error.to_string().replace('<', "&lt;"))),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(body.as_bytes())
}

/// Asks the desktop to show an address; where there is none, the printed address has to do.
fn open_browser(address: &str) {
    let (program, first) = match std::env::consts::OS {
        "macos" => ("open", vec![]),
        "windows" => ("cmd", vec!["/C", "start", ""]),
        _ => ("xdg-open", vec![]),
    };
    let _ = Command::new(program).args(first).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
