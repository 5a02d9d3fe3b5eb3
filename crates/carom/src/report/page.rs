//! The page: data, script and style in one file that needs nothing else.

use serde_json::Value;

/// Built from `web/` by `npm run build`.
const SCRIPT: &str = include_str!("page/report.js");
const STYLE: &str = include_str!("page/report.css");

/// The text of the HTML file. The data cannot end the element they stand in: every `<` in them is written as an escape.
pub fn page(title: &str, data: &Value) -> String {
    let data = data.to_string().replace('<', "\\u003c");
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'";
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <script type=\"application/json\" id=\"carom-data\">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_of_a_model_cannot_leave_their_place_in_the_page() {
        let bad = "</script><script>alert(1)</script><!--";
        let text = page(bad, &json!({ "name": bad }));
        let own = page("", &json!({ "name": "" }));
        let count = |text: &str, tag: &str| text.matches(tag).count();
        assert_eq!(count(&text, "<script"), count(&own, "<script"));
        assert_eq!(count(&text, "</script"), count(&own, "</script"));
        assert_eq!(count(&text, "<!--"), count(&own, "<!--"));
    }
}
