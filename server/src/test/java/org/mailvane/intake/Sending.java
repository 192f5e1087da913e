package org.mailvane.intake;

import java.util.concurrent.atomic.AtomicInteger;

/** A report on its way into the service, and whether that has acknowledged it. */
final class Sending {

    /** A way into the service. */
    enum Way {
        SMTP("smtp", 60),
        /** A mailbox that stays as it is but for its marks; the server announces new mails. */
        MAILBOX("imap", 12),
        /** A mailbox from which mails are moved away. */
        MOVED("imap", 12),
        FOLDER("folder", 12),
        UPLOAD("upload", 12);

        private final String origin;
        private final int reports;

        Way(String origin, int reports) {
            this.origin = origin;
            this.reports = reports;
        }

        /** What the ledger's imports call it. */
        String origin() {
            return origin;
        }

        /** How many reports come by it before each kill. */
        int reports() {
            return reports;
        }
    }

    private final SentReport report;
    private final Way way;
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile boolean acknowledged;
    private volatile String name;

    Sending(SentReport report, Way way) {
        this.report = report;
        this.way = way;
        this.name = way == Way.SMTP ? "mail from " + report.sender() : fileName();
    }

    SentReport report() {
        return report;
    }

    Way way() {
        return way;
    }

    /** What its file is called. */
    String fileName() {
        return report.id() + ".xml.gz";
    }

    /** What the ledger calls it, with how it came in. */
    String key() {
        return way.origin() + " " + name;
    }

    /** Notes as what the mailbox has it. */
    void stored(String mailbox, long uid) {
        name = mailbox + " > mail " + uid;
    }

    /** Notes that it is sent, whatever comes of that. */
    void attempt() {
        attempts.incrementAndGet();
    }

    /** How often it was sent. */
    int attempts() {
        return attempts.get();
    }

    /** Notes that the service has taken it over. */
    void acknowledge() {
        acknowledged = true;
    }

    boolean isAcknowledged() {
        return acknowledged;
    }
}
