package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;
import org.mailvane.reports.failure.FailureReports;
import org.mailvane.reports.mail.MailReader;
import org.mailvane.reports.mail.PartHeader;

/**
 * The part of a {@link Walk} that goes through one mail: recognises failure reports, leaves out
 * texts for people and mails that are only quoted, and gives everything else to the walk.
 */
final class MailWalk implements MailReader.PartHandler {

    private static final String FEEDBACK_REPORT = "message/feedback-report";

    private final Walk walk;
    private final Place at;
    private int parts;
    private boolean multipart;

    /** The mail is a bounce or a feedback report: mails inside it are somebody else's. */
    private boolean quoting;

    /** The mail is a failure report: said once, nothing else in it counts. */
    private boolean failure;

    MailWalk(Walk walk, Place at) {
        this.walk = walk;
        this.at = at;
    }

    @Override
    public void multipart(PartHeader header) {
        multipart = true;
        quoting |= header.quotesMessages();
    }

    @Override
    public void part(PartHeader header, InputStream body) throws IOException {
        parts++;
        if (failure) {
            return;
        }
        if (quoting && header.isMessage()) {
            walk.findings().other("a returned mail");
        } else {
            Place place = at.inside(name(header));
            walk.guarded(place, () -> part(header, place, new HeadStream(body)));
        }
    }

    private String name(PartHeader header) {
        String fileName = header.fileName();
        return fileName == null || fileName.isBlank() ? "part " + parts : fileName;
    }

    private void part(PartHeader header, Place place, HeadStream in) throws IOException {
        quoting |= header.quotesMessages();
        if (isFeedback(header, in)) {
            feedback(in);
        } else if (header.isText() && FailureReports.isTextDialect(in.head(), in.headLength())) {
            foundFailure();
        } else {
            content(header, place, in);
        }
    }

    private static boolean isFeedback(PartHeader header, HeadStream in) {
        return header.mimeType().equals(FEEDBACK_REPORT)
                || FailureReports.isFeedbackReport(in.head(), in.headLength());
    }

    private void feedback(HeadStream in) {
        quoting = true;
        if (FailureReports.isAuthenticationFailure(in.head(), in.headLength())) {
            foundFailure();
        } else {
            walk.findings().other("a complaint about a mail");
        }
    }

    private void foundFailure() {
        failure = true;
        quoting = true;
        walk.findings().other("a failure report");
    }

    private void content(PartHeader header, Place place, HeadStream in) throws IOException {
        Content content = contentOf(header, in);
        switch (content) {
            case EMPTY -> {
                if (!multipart || !header.isText() || isWord(in)) {
                    walk.findings().empty();
                }
            }
            case HTML, TEXT, IMAGE, PDF, BINARY -> walk.findings().other(content.description());
            case MAIL, MAILBOX -> mails(content, place, in);
            case JSON -> walk.json(place, in);
            case OLE -> walk.ole(place, in);
            case XML, GZIP, ZLIB, DEFLATE, ZIP, BASE64 -> held(place, in, content != Content.XML);
        }
    }

    private static boolean isWord(HeadStream in) {
        for (int i = 0; i < in.headLength(); i++) {
            if (in.head()[i] > ' ') {
                return true;
            }
        }
        return false;
    }

    /**
     * What a part is by its bytes, except that texts for people may begin like anything, and that a
     * page may even be well-formed XML.
     */
    private Content contentOf(PartHeader header, HeadStream in) {
        Content content = walk.contentOf(in);
        return switch (content) {
            case XML, JSON, MAIL, MAILBOX, TEXT ->
                    header.isHtml() ? Content.HTML : textContent(header, content, in);
            case HTML, BINARY -> header.isMessage() ? Content.MAIL : content;
            default -> content;
        };
    }

    private static Content textContent(PartHeader header, Content content, HeadStream in) {
        return switch (content) {
            case XML -> header.isText() && !Content.showsReport(in) ? Content.TEXT : content;
            case MAIL, MAILBOX -> header.isText() ? Content.TEXT : content;
            default -> header.isMessage() ? Content.MAIL : content;
        };
    }

    private void mails(Content content, Place place, HeadStream in) throws IOException {
        if (quoting) {
            walk.findings().other("a returned mail");
        } else if (content == Content.MAIL) {
            walk.mail(place, in);
        } else {
            walk.mailbox(place, in);
        }
    }

    /**
     * A document that may have to be opened again, which a mail can't: keeps its bytes meanwhile.
     */
    private void held(Place place, HeadStream in, boolean packed) throws IOException {
        try (HeldBytes bytes = HeldBytes.of(in, packed, walk.budget())) {
            walk.document(place, new HeadStream(bytes.open()), bytes);
        }
    }
}
