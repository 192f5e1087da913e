package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.MailBuilder.mail;
import static org.mailvane.reports.MailBuilder.multipart;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.join;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;

import org.junit.jupiter.api.Test;

/** Mailboxes as one input. */
class MailboxReportTest {

    private static final byte[] SEPARATOR =
            bytes("From a@receiver.example Thu Jan  1 00:00:01 1970\r\n");
    private static final byte[] EMPTY_LINE = bytes("\r\n");

    @Test
    void eachMailIsRead() {
        byte[] mbox = join(mailWith("r1"), spam(), mailWith("r2"));
        Recorder read = Recorder.read(mbox);
        assertThat(read.found)
                .containsExactly("aggregate policy.example r1", "aggregate policy.example r2");
        assertThat(read.paths)
                .containsExactly("input > mail 1 > part 1", "input > mail 3 > part 1");
        assertThat(Recorder.read(gzip(mbox)).found).hasSize(2);
    }

    @Test
    void mailboxInAMailIsRead() {
        byte[] mail =
                multipart("mixed")
                        .attachment("application/mbox", join(mailWith("r1"), mailWith("r2")))
                        .end();
        assertThat(Recorder.read(mail).found).hasSize(2);
    }

    @Test
    void mailboxWithoutAReportSaysSoOnce() {
        assertThat(Recorder.read(join(spam(), spam())).found)
                .containsExactly("problem not_a_report");
    }

    @Test
    void boundsAreThoseOfEachMail() {
        Limits onePart = new Limits(1 << 20, 400, 10, 3, 10, 2);
        byte[] tooMany =
                multipart("mixed").part("A: b", "").part("A: b", "").part("A: b", "").end();
        byte[] mbox = join(mailWith("r1"), SEPARATOR, tooMany, EMPTY_LINE, mailWith("r2"));
        assertThat(Recorder.read(mbox, onePart).found)
                .containsExactly(
                        "aggregate policy.example r1",
                        "problem too_many_entries",
                        "aggregate policy.example r2");
    }

    private static byte[] mailWith(String reportId) {
        byte[] mail =
                multipart("mixed")
                        .attachment("application/gzip", gzip(report("policy.example", reportId)))
                        .end();
        return join(SEPARATOR, mail, EMPTY_LINE);
    }

    private static byte[] spam() {
        return join(SEPARATOR, mail().line("").line("Dear friend").bytesSoFar(), EMPTY_LINE);
    }
}
