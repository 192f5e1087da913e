package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;
import org.apache.james.mime4j.codec.Base64InputStream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.mailvane.reports.aggregate.AggregateReader;
import org.mailvane.reports.archive.CompressedStream.Wrapper;
import org.mailvane.reports.archive.DamagedArchive;
import org.mailvane.reports.archive.Inflaters;
import org.mailvane.reports.mail.MailReader;
import org.mailvane.reports.mail.MailboxSplitter;
import org.mailvane.reports.mail.OutlookReader;
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
    private Budget budget;

    Walk(Limits limits, Inflaters inflaters, AggregateReader aggregates, ReportSink sink) {
        this.limits = limits;
        this.inflaters = inflaters;
        this.aggregates = aggregates;
        this.findings = new Findings(sink);
        this.archives = new ArchiveWalk(this, inflaters);
        this.budget = new Budget(limits);
    }

    /** Walks through an input to its end. */
    void run(String name, ByteSource source) throws IOException {
        try (InputStream in = source.open()) {
            document(Place.of(name), new HeadStream(in), source);
        } catch (Stopped e) {
            // its reason was reported where it arose
        }
        findings.finish(name);
    }

    Findings findings() {
        return findings;
    }

    Budget budget() {
        return budget;
    }

    Content contentOf(HeadStream in) {
        return Content.of(in, inflaters);
    }

    /** Turns what goes wrong in a step into a problem at its place. */
    void guarded(Place at, Step step) throws IOException {
        try {
            step.run();
        } catch (LimitExceeded e) {
            findings.problem(new Problem(at.path(), e.reason(), e.getMessage()));
            if (e.endsInput()) {
                throw new Stopped();
            }
        } catch (DamagedArchive e) {
            findings.problem(new Problem(at.path(), e.reason(), e.getMessage()));
        }
    }

    /** Reads a piece, whatever it is. */
    void document(Place at, HeadStream in, ByteSource again) throws IOException {
        guarded(at, () -> open(at, in, again));
    }

    private void open(Place at, HeadStream in, ByteSource again) throws IOException {
        Content content = contentOf(in);
        switch (content) {
            case XML -> xml(at, in, again);
            case JSON -> json(at, in);
            case GZIP -> archives.compressed(at, Wrapper.GZIP, in, again);
            case ZLIB -> archives.compressed(at, Wrapper.ZLIB, in, again);
            case DEFLATE -> archives.compressed(at, Wrapper.NONE, in, again);
            case ZIP -> archives.zip(at, in, again);
            case BASE64 -> document(at, new HeadStream(unbase64(in)), () -> unbase64(again.open()));
            case MAIL -> {
                in.skipNBytes(Content.blanksBefore(in)); // an empty line ends a header
                mail(at, in);
            }
            case MAILBOX -> mailbox(at, in);
            case OLE -> ole(at, in);
            case EMPTY -> findings.empty();
            case HTML, TEXT, IMAGE, PDF, BINARY -> findings.other(content.description());
        }
    }

    private static InputStream unbase64(InputStream in) {
        return new Base64InputStream(in, DecodeMonitor.SILENT);
    }

    private void xml(Place at, HeadStream in, ByteSource again) throws IOException {
        int junk = Content.junkBeforeXml(in);
        in.skipNBytes(junk);
        ByteSource document =
                new Source(
                        metered(at, in, budget),
                        () -> {
                            InputStream second =
                                    metered(at, again.open(), budget.furtherReadings());
                            second.skipNBytes(junk);
                            return second;
                        });
        try {
            aggregates.read(at.path(), document, findings);
        } catch (LimitExceeded e) {
            findings.restart(); // records that were handed over belong to no report
            throw e;
        }
    }

    void json(Place at, HeadStream in) throws IOException {
        if (!TlsReader.read(at.path(), at.tlsDomain(), metered(at, in, budget), budget, findings)) {
            findings.other(Content.JSON.description());
        }
    }

    /** What came out of an archive was counted there. */
    private static InputStream metered(Place at, InputStream in, Budget budget) {
        return at.archives() == 0 ? new MeteredStream(in, budget) : in;
    }

    void mail(Place at, InputStream in) throws IOException {
        Place inside = at.opened();
        budget.mailDepth(inside.mails());
        parts(
                inside,
                mail -> {
                    MailReader.read(in, budget, mail);
                    return true;
                });
    }

    /** Reads the parts of a mail. */
    @FunctionalInterface
    private interface Parts {
        boolean read(MailWalk mail) throws IOException;
    }

    private boolean parts(Place inside, Parts parts) throws IOException {
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

    void mailbox(Place at, InputStream in) throws IOException {
        MailboxSplitter.split(in, Limits.HELD_BYTES, new MailboxWalk(this, at));
    }

    /**
     * Reads a mail of a mailbox that is the whole input. A mailbox may hold years of mail: the
     * bounds of an input are those of each of its mails.
     */
    void mailOfItsOwn(Place at, InputStream message) throws IOException {
        budget = new Budget(limits);
        try {
            guarded(at, () -> mail(at, message));
        } catch (Stopped e) {
            // its reason was reported; the next mail starts anew
        }
    }

    /** An Outlook mail, or a document of another Office program. */
    void ole(Place at, HeadStream in) throws IOException {
        Place inside = at.opened();
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
                    findings.problem(new Problem(at.path(), Problem.Reason.BROKEN, e.getMessage()));
                }
            }
            if (!mail) {
                findings.other("an old Office document");
            }
        }
    }
}
