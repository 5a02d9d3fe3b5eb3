//! What a Markdown page names: code in backquotes, rows of tables, links, the tree of folders.

/// A line of a table: its number, and its cells with the heads of their columns.
pub struct Row<'a> {
    pub line: usize,
    pub cells: Vec<(&'a str, &'a str)>,
}

impl<'a> Row<'a> {
    pub fn cell(&self, head: &str) -> Option<&'a str> {
        self.cells.iter().find(|(name, _)| *name == head).map(|(_, cell)| *cell)
    }
}

/// The rows of all tables of a page.
pub fn rows(page: &str) -> Vec<Row<'_>> {
    let mut heads: Option<Vec<&str>> = None;
    let mut rows = Vec::new();
    for (line, text) in numbered(page) {
        let Some(inner) = text.trim().strip_prefix('|').and_then(|t| t.strip_suffix('|')) else {
            heads = None;
            continue;
        };
        let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
        match &heads {
            None => heads = Some(cells),
            Some(_) if cells[0].starts_with("---") => {}
            Some(heads) => rows.push(Row { line, cells: heads.iter().copied().zip(cells).collect() }),
        }
    }
    rows
}

/// Lines with their numbers, counted from one.
pub fn numbered(page: &str) -> impl Iterator<Item = (usize, &str)> {
    page.lines().enumerate().map(|(i, text)| (i + 1, text))
}

/// What stands in backquotes.
pub fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether something in backquotes is meant as a path: `folder/`, `folder/file.rs`, `file.md`.
pub fn is_path(text: &str) -> bool {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    plain && (text.contains('/') || [".rs", ".md", ".toml"].iter().any(|end| text.ends_with(end)))
}

/// The items of a column `code`: `Type::{a, b}` are two, and arguments are left out.
pub fn items(cell: &str) -> Vec<String> {
    let mut items = Vec::new();
    for text in quoted(cell) {
        let text = text.split('(').next().unwrap_or_default();
        match text.split_once("::{") {
            Some((owner, members)) => {
                items.extend(members.trim_end_matches('}').split(", ").map(|member| format!("{owner}::{member}")));
            }
            None => items.push(text.to_owned()),
        }
    }
    items
}

/// Targets of links to files of the repository, without their anchors.
pub fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    files.map(|target| target.split('#').next().unwrap_or_default())
}

/// A line of the tree: its depth, the names in it, and the files that its text lists.
pub struct Branch<'a> {
    pub line: usize,
    pub depth: usize,
    pub names: Vec<&'a str>,
    pub files: Vec<String>,
}

/// The first block of the page that begins with a folder. A line is `names  text`, with two spaces between them. If it names one
/// folder, what stands behind a colon in the text lists files in it, with remarks in brackets.
pub fn tree(page: &str) -> Vec<Branch<'_>> {
    let lines = numbered(page).skip_while(|(_, text)| *text != "crates/").take_while(|(_, text)| *text != "```");
    lines.filter(|(_, text)| !text.trim().is_empty()).map(|(line, text)| branch(line, text)).collect()
}

fn branch(line: usize, text: &str) -> Branch<'_> {
    let depth = (text.len() - text.trim_start().len()) / 2;
    let (names, remark) = text.trim().split_once("  ").unwrap_or((text.trim(), ""));
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    let list = match (&names[..], remark.split_once(':')) {
        ([folder], Some((_, list))) if folder.ends_with('/') => without_brackets(list),
        _ => String::new(),
    };
    let files = list.split([',', ';']).map(|file| file.trim().to_owned()).filter(|file| !file.is_empty()).collect();
    Branch { line, depth, names, files }
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0;
    let outside = |c: &char| {
        depth += i32::from(*c == '(');
        let keep = depth == 0;
        depth -= i32::from(*c == ')');
        keep
    };
    text.chars().filter(outside).collect()
}

#[test]
fn trees_and_tables_are_read() {
    let page = "text\n```\ncrates/\n  lie/   groups: frame (one (1), two), node\n    a, b/\n```\n| x | `y` |\n|---|---|\n| 1 | `A::{b, c}`, `d(0)` |\n";
    let tree = tree(page);
    assert_eq!(tree.iter().map(|b| (b.line, b.depth)).collect::<Vec<_>>(), [(3, 0), (4, 1), (5, 2)]);
    assert_eq!(
        (&tree[1].files[..], &tree[2].names[..]),
        (&["frame".to_owned(), "node".to_owned()][..], &["a", "b/"][..])
    );
    let rows = rows(page);
    assert_eq!((rows.len(), rows[0].line), (1, 9));
    assert_eq!(items(rows[0].cell("`y`").unwrap()), ["A::b", "A::c", "d"]);
}
