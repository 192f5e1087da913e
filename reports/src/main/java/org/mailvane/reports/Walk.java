package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import org.apache.james.mime4j.codec.Base64InputStream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.mailvane.reports.aggregate.AggregateReader;
import org.mailvane.reports.archive.CompressedStream.Wrapper;
import org.mailvane.reports.archive.DamagedArchive;
import org.mailvane.reports.archive.Inflaters;
import org.mailvane.reports.mail.LineFeeds;
import org.mailvane.reports.mail.MailReader;
import org.mailvane.reports.mail.MailboxSplitter;
import org.mailvane.reports.mail.OutlookReader;
import org.mailvane.reports.mail.TnefReader;
import org.mailvane.reports.tls.TlsReader;

/**
 * The walk through one input: decides what each piece is, opens what can hold others, and gives
 * documents to their readers.
 *
 * <p>A piece is always a stream that is open already and a way to open it again; see {@link
 * Source}. A problem of one piece never ends the walk, save where a bound on the whole input is
 * crossed.
 */
final class Walk {

    /** Part of the work on one piece; see {@link #guarded}. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    /** Ends the walk after a bound on the whole input was reported. */
    private static final class Stopped extends IOException {}

    private final Limits limits;
    private final Inflaters inflaters;
    private final AggregateReader aggregates;
    private final Findings findings;
    private final ArchiveWalk archives;
    private final TextWalk texts;
    private Budget budget;
    private long unpackedBefore;

    Walk(Limits limits, Inflaters inflaters, AggregateReader aggregates, ReportSink sink) {
        this.limits = limits;
        this.inflaters = inflaters;
        this.aggregates = aggregates;
        this.findings = new Findings(sink);
        this.archives = new ArchiveWalk(this, inflaters);
        this.texts = new TextWalk(this);
        this.budget = new Budget(limits);
    }

    /** Walks through an input to its end; returns how many bytes were unpacked. */
    long run(String name, ByteSource source) throws IOException {
        try (InputStream in = source.open()) {
            document(SourceLocation.of(name), new HeadStream(in), source);
        } catch (Stopped e) {
            // its reason was reported where it arose
        }
        findings.finish(name);
        return unpackedBefore + budget.unpacked();
    }

    Findings findings() {
        return findings;
    }

    TextWalk texts() {
        return texts;
    }

    Budget budget() {
        return budget;
    }

    Content contentOf(HeadStream in) {
        return Content.of(in, inflaters);
    }

    /** Turns what goes wrong in a step into a problem at its place. */
    void guarded(SourceLocation at, Step step) throws IOException {
        try {
            step.run();
        } catch (LimitExceeded e) {
            findings.problem(e.at(at));
            if (e.endsInput()) {
                throw new Stopped();
            }
        } catch (DamagedArchive e) {
            findings.problem(new Problem(at.path(), e.reason(), e.diagnostic()));
        }
    }

    /** Reads a piece, whatever it is, and what follows it in the same bytes. */
    void document(SourceLocation at, HeadStream in, ByteSource again) throws IOException {
        guarded(
                at,
                () -> {
                    OptionalLong next = open(at, contentOf(in), in, again);
                    if (next.isPresent()) {
                        following(at, again, next.getAsLong());
                    }
                });
    }

    /**
     * Reads a piece of the input.
     *
     * @param again opens it again, to read and repair it differently
     * @return the offset in bytes of any other content after it; empty if there is none
     */
    private OptionalLong open(SourceLocation at, Content content, HeadStream in, ByteSource again)
            throws IOException {
        int before = Content.magicStart(in);
        return switch (content) {
            case XML -> xml(at, in, again);
            case JSON -> json(at, in);
            case GZIP -> archives.compressed(at, Wrapper.GZIP, in, again, before);
            case ZLIB -> archives.compressed(at, Wrapper.ZLIB, in, again, 0);
            case DEFLATE -> archives.compressed(at, Wrapper.NONE, in, again, 0);
            case ZIP -> archives.zip(at, in, again);
            case TAR -> archives.tar(at, in, again);
            case CMS -> archives.cms(at, in, again, before);
            case MAC_BINARY -> {
                archives.macBinary(at, in, again);
                yield OptionalLong.empty();
            }
            case BASE64 -> {
                document(at, new HeadStream(unbase64(in)), () -> unbase64(again.open()));
                yield OptionalLong.empty();
            }
            case UUENCODED, TEXT, BINARY -> {
                texts.read(at, in, again, false);
                yield OptionalLong.empty();
            }
            case MAIL -> {
                mail(at, in);
                yield OptionalLong.empty();
            }
            case MAILBOX -> {
                mailbox(at, in);
                yield OptionalLong.empty();
            }
            case OLE -> {
                in.skipNBytes(before);
                ole(at, in);
                yield OptionalLong.empty();
            }
            case TNEF -> {
                in.skipNBytes(before);
                tnef(at, in);
                yield OptionalLong.empty();
            }
            case EMPTY -> {
                findings.empty();
                yield OptionalLong.empty();
            }
            case HTML, IMAGE, PDF -> {
                findings.other(content.code());
                yield OptionalLong.empty();
            }
        };
    }

    /** Reads what follows a document in the same bytes: further ones, or whatever is there. */
    private void following(SourceLocation at, ByteSource again, long from) throws IOException {
        try (Documents documents = new Documents(metered(at, again), from)) {
            OptionalLong next = OptionalLong.of(0);
            long offset = from;
            while (next.isPresent()) {
                documents.advance(next.getAsLong());
                offset += next.getAsLong();
                budget.document();
                HeadStream head = new HeadStream(documents.open());
                Content content = contentOf(head);
                next =
                        switch (content) {
                            // a report may be anywhere in content that is neither
                            case XML, TEXT, BINARY ->
                                    findings.behind(() -> furtherXml(at, head, documents));
                            case EMPTY, HTML, IMAGE, PDF -> OptionalLong.empty();
                            default -> open(at, content, head, Skipping.of(again, offset));
                        };
            }
        }
    }

    private OptionalLong furtherXml(SourceLocation at, HeadStream in, Documents documents)
            throws IOException {
        Problem unread =
                Content.isText(in)
                        ? null
                        : Unread.ofBinary(in.head(), 0, in.headLength(), at.path());
        if (unread != null) {
            findings.problem(unread);
            return OptionalLong.empty();
        }
        int junk = Content.junkBeforeXml(in);
        return aggregate(at, junk, Skipping.of(documents, junk));
    }

    private static InputStream unbase64(InputStream in) {
        return new Base64InputStream(in, DecodeMonitor.SILENT);
    }

    private OptionalLong xml(SourceLocation at, HeadStream in, ByteSource again)
            throws IOException {
        int junk = Content.junkBeforeXml(in);
        in.skipNBytes(junk);
        return aggregate(
                at,
                junk,
                new Source(metered(at, in, budget), Skipping.of(metered(at, again), junk)));
    }

    private OptionalLong aggregate(SourceLocation at, int junk, ByteSource document)
            throws IOException {
        try {
            OptionalLong next = aggregates.read(at.path(), document, findings);
            return next.isPresent() ? OptionalLong.of(junk + next.getAsLong()) : next;
        } catch (LimitExceeded e) {
            findings.restart(); // records that were already passed on do not belong to a report
            throw e;
        }
    }

    OptionalLong json(SourceLocation at, HeadStream in) throws IOException {
        if (!TlsReader.read(
                at.path(),
                at.tlsDomain(),
                at.subject(),
                metered(at, in, budget),
                budget,
                findings)) {
            if (TlsReader.endsInFirstName(Content.start(in))) {
                findings.problem(
                        new Problem(
                                at.path(),
                                Problem.Reason.BROKEN,
                                Diagnostic.of(DiagnosticCode.JSON_ENDS_IN_FIRST_NAME)));
            } else {
                findings.other(Content.JSON.code());
            }
        }
        return OptionalLong.empty();
    }

    /** Returns a metered stream; the content of an archive was already counted there. */
    private static InputStream metered(SourceLocation at, InputStream in, Budget budget) {
        return at.archives() == 0 ? new MeteredStream(in, budget) : in;
    }

    private ByteSource metered(SourceLocation at, ByteSource again) {
        return () -> metered(at, again.open(), budget.furtherReadings());
    }

    void mail(SourceLocation at, HeadStream in) throws IOException {
        SourceLocation inside = at.opened();
        budget.mailDepth(inside.mails());
        in.skipNBytes(Content.beforeMail(in)); // an empty line ends a header
        InputStream lines = Content.hasReturnsOnly(in) ? new LineFeeds(in) : in;
        parts(
                inside,
                mail -> {
                    MailReader.read(lines, budget, mail);
                    return true;
                });
    }

    /** Reads the parts of a mail. */
    @FunctionalInterface
    private interface Parts {
        boolean read(MailWalk mail) throws IOException;
    }

    private boolean parts(SourceLocation inside, Parts parts) throws IOException {
        MailWalk mail = new MailWalk(this, inside);
        boolean whole;
        try {
            whole = parts.read(mail);
        } catch (IOException e) {
            mail.finish(); // what a bound or a cut ends is worth having
            throw e;
        }
        mail.finish();
        return whole;
    }

    void mailbox(SourceLocation at, HeadStream in) throws IOException {
        InputStream lines = Content.hasReturnsOnly(in) ? new LineFeeds(in) : in;
        MailboxSplitter.split(lines, Limits.HELD_BYTES, new MailboxWalk(this, at));
    }

    /**
     * Reads a mail of a mailbox that is the whole input. A mailbox may hold years of mail: the
     * bounds of an input are those of each of its mails.
     */
    void mailOfItsOwn(SourceLocation at, InputStream message) throws IOException {
        unpackedBefore += budget.unpacked();
        budget = new Budget(limits);
        try {
            guarded(at, () -> mail(at, new HeadStream(message)));
        } catch (Stopped e) {
            // its reason was reported; reading continues with the next mail
        }
    }

    /** An Outlook mail, or a document of another Office program. */
    void ole(SourceLocation at, HeadStream in) throws IOException {
        SourceLocation inside = at.opened();
        try (HeldBytes bytes = HeldBytes.of(in, false, budget)) {
            boolean mail;
            try {
                mail =
                        parts(
                                inside,
                                walk -> OutlookReader.read(bytes, inside.mails(), budget, walk));
            } catch (OutlookReader.DamagedFile e) {
                mail = OutlookReader.claimsToBeMail(bytes.open());
                if (mail) {
                    findings.problem(
                            new Problem(
                                    at.path(),
                                    Problem.Reason.BROKEN,
                                    Diagnostic.of(DiagnosticCode.DAMAGED_OUTLOOK)));
                }
            }
            if (!mail) {
                findings.other(DiagnosticCode.CONTENT_OFFICE);
            }
        }
    }

    /** Reads the format in which Outlook packs the attachments of a mail. */
    void tnef(SourceLocation at, InputStream in) throws IOException {
        SourceLocation inside = at.opened();
        budget.mailDepth(inside.mails());
        try (HeldBytes bytes = HeldBytes.of(in, false, budget)) {
            if (!parts(inside, walk -> TnefReader.read(bytes, budget, walk))) {
                findings.problem(
                        new Problem(
                                at.path(),
                                Problem.Reason.BROKEN,
                                Diagnostic.of(DiagnosticCode.DAMAGED_TNEF)));
            }
        }
    }
}
