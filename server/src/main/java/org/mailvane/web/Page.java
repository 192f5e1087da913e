package org.mailvane.web;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.util.HtmlUtils;

/** The frame of a page that a secret link opens: it loads nothing, and keeps the link to itself. */
final class Page {

    /** Nothing may be loaded, the form may go nowhere else, and no other page may hold this one. */
    private static final String POLICY =
            "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private Page() {}

    /**
     * A page.
     *
     * @param title its title, as text
     * @param body what it shows, as HTML
     */
    static ResponseEntity<String> of(HttpStatus status, String title, String body) {
        String text = escaped(title);
        return ResponseEntity.status(status)
                .contentType(MediaType.parseMediaType("text/html;charset=UTF-8"))
                .header("Content-Security-Policy", POLICY)
                .header("Referrer-Policy", "no-referrer")
                .header("Cache-Control", "no-store")
                .body(
                        """
                        <!DOCTYPE html>
                        <html lang="en">
                        <head><meta charset="utf-8"><title>%s</title>
                        <meta name="viewport" content="width=device-width, initial-scale=1"></head>
                        <body><main><h1>%s</h1>
                        %s</main></body>
                        </html>
                        """
                                .formatted(text, text, body));
    }

    /** What is wrong with what was filled in, as HTML; nothing where nothing is. */
    static String alert(String problem) {
        return problem.isEmpty()
                ? ""
                : "<p role=\"alert\"><strong>" + escaped(problem) + "</strong></p>\n";
    }

    /** Text as HTML, also within a quoted attribute. */
    static String escaped(String text) {
        return HtmlUtils.htmlEscape(text);
    }
}
