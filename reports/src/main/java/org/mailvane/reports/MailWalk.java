package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.failure.FailureReportReader;
import org.mailvane.reports.failure.FailureReports;
import org.mailvane.reports.mail.MailHeader;
import org.mailvane.reports.mail.MailReader;
import org.mailvane.reports.mail.PartHeader;

/**
 * The part of a {@link Walk} that goes through one mail: gives the parts of a failure report to its
 * reader, leaves out texts for people and mails that are only quoted, and gives everything else to
 * the walk.
 */
final class MailWalk implements MailReader.PartHandler {

    private static final String FEEDBACK_REPORT = "message/feedback-report";

    private final Walk walk;
    private final SourceLocation at;
    private MailHeader header = MailHeader.EMPTY;
    private int parts;
    private boolean multipart;

    /** The mail is a bounce or a feedback report: mails inside it are from other senders. */
    private boolean quoting;

    /** The mail is a failure report: nothing else in it counts. */
    private boolean failure;

    /** Reads the failure report; until it is recognised as one, only a mail that precedes it. */
    private @Nullable FailureReportReader reader;

    MailWalk(Walk walk, SourceLocation at) {
        this.walk = walk;
        this.at = at;
    }

    @Override
    public void mail(MailHeader mailHeader) {
        header = mailHeader;
    }

    @Override
    public void multipart(PartHeader part) {
        multipart = true;
        quoting |= part.quotesMessages();
    }

    @Override
    public void part(PartHeader part, InputStream body) throws IOException {
        parts++;
        SourceLocation place =
                at.inside(name(part)).about(header.tlsReportDomain(), header.subject());
        walk.guarded(place, () -> part(part, place, new HeadStream(body)));
    }

    @Override
    public void undecodable(PartHeader part) {
        boolean isFeedback = part.mimeType().equals(FEEDBACK_REPORT);
        boolean isForPeople = multipart && part.isText();
        if (isFeedback || !(failure || quoting || isForPeople)) {
            walk.findings()
                    .problem(
                            new Problem(
                                    at.inside(name(part)).path(),
                                    Problem.Reason.BROKEN,
                                    Diagnostic.of(DiagnosticCode.UNDECODABLE)
                                            .with(part.transferEncoding())));
        }
    }

    /** The mail has ended, or can't be read any further. */
    void finish() {
        if (failure) {
            walk.findings().failure(reader().report());
            failure = false;
        }
        reader = null;
    }

    private String name(PartHeader part) {
        String fileName = part.fileName();
        return fileName == null || fileName.isBlank() ? "part " + parts : fileName;
    }

    private void part(PartHeader part, SourceLocation place, HeadStream in) throws IOException {
        quoting |= part.quotesMessages();
        Diagnostic elsewhere = part.elsewhere();
        if (elsewhere != null && !quoting) {
            walk.findings().problem(Unread.problem(place.path(), elsewhere));
        } else if (isFeedback(part, in)) {
            feedback(in);
        } else if (quoting && part.isMessage()) {
            quoted(part, in);
        } else if (part.isText() && FailureReports.isTextDialect(in.head(), in.headLength())) {
            foundFailure();
            reader().text(in);
        } else if (!failure) {
            content(part, place, in);
        } else if (!reader().hasSample() && walk.contentOf(in) == Content.MAIL) {
            quoted(part, in);
        }
    }

    private boolean isFeedback(PartHeader part, HeadStream in) {
        return part.mimeType().equals(FEEDBACK_REPORT)
                || (!(quoting && part.isMessage())
                        && FailureReports.isFeedbackReport(in.head(), in.headLength()));
    }

    private void feedback(HeadStream in) throws IOException {
        quoting = true;
        if (!failure && !FailureReports.isAuthenticationFailure(in.head(), in.headLength())) {
            walk.findings().other(DiagnosticCode.CONTENT_COMPLAINT);
            return;
        }
        if (failure && reader().hasFields()) {
            finish(); // another report in the same mail
        }
        foundFailure();
        reader().fields(in);
    }

    private void quoted(PartHeader part, HeadStream in) throws IOException {
        walk.findings().other(DiagnosticCode.CONTENT_RETURNED_MAIL);
        reader().sample(in, part.isMessageHeader());
    }

    private void foundFailure() {
        walk.findings().failureFound();
        failure = true;
        quoting = true;
    }

    private FailureReportReader reader() {
        FailureReportReader open = reader;
        if (open == null) {
            open = new FailureReportReader(at.path(), header);
            reader = open;
        }
        return open;
    }

    private void content(PartHeader header, SourceLocation place, HeadStream in)
            throws IOException {
        Content content = contentOf(header, in);
        switch (content) {
            case EMPTY -> {
                if (!multipart || !header.isText() || isWord(in)) {
                    walk.findings().empty();
                }
            }
            case HTML, IMAGE, PDF -> walk.findings().other(content.code());
            case TEXT, UUENCODED, BINARY -> walk.texts().read(place, in, null, header.isText());
            case MAIL, MAILBOX -> mails(content, place, in);
            case JSON -> walk.json(place, in);
            case OLE, TNEF -> file(content, place, in);
            case XML -> held(place, in, false);
            case GZIP, ZLIB, DEFLATE, ZIP, TAR, CMS, MAC_BINARY, BASE64 -> held(place, in, true);
        }
    }

    private void file(Content content, SourceLocation place, HeadStream in) throws IOException {
        in.skipNBytes(Content.magicStart(in));
        if (content == Content.OLE) {
            walk.ole(place, in);
        } else {
            walk.tnef(place, in);
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
     * Returns the type of a part by its bytes, except that texts for people may begin like
     * anything, and that a page may even be well-formed XML.
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

    private void mails(Content content, SourceLocation place, HeadStream in) throws IOException {
        if (quoting) {
            walk.findings().other(DiagnosticCode.CONTENT_RETURNED_MAIL);
        } else if (content == Content.MAIL) {
            walk.mail(place, in);
        } else {
            walk.mailbox(place, in);
        }
    }

    /**
     * Reads a document that may have to be opened again, which a mail can't: keeps its bytes
     * meanwhile.
     */
    private void held(SourceLocation place, HeadStream in, boolean packed) throws IOException {
        try (HeldBytes bytes = HeldBytes.of(in, packed, walk.budget())) {
            walk.document(place, new HeadStream(bytes.open()), bytes);
        }
    }
}
