package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mailvane.reports.MailBuilder.mail;
import static org.mailvane.reports.MailBuilder.multipart;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.join;
import static org.mailvane.reports.Packer.zip;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every bound of {@link Limits}, and the bombs that they are there for. */
@CpuLimit(10)
class BoundsTest {

    private static final byte[] REPORT = report("policy.example", "r1");
    private static final String FOUND = "aggregate policy.example r1";
    private static final Limits LIMITS = Limits.DEFAULT;

    @Test
    void unpackedBytesOfOneDocument() {
        Limits small = LIMITS.withUnpackedBytes(REPORT.length - 1L);
        for (byte[] input :
                List.of(
                        REPORT,
                        gzip(REPORT),
                        zip("r.xml", REPORT),
                        new Packer.Zip().stored("r.xml", REPORT).bytes())) {
            assertRefused(
                    Recorder.read(input, small), "too_large", "unpacked", small.unpackedBytes());
            assertThat(Recorder.read(input, LIMITS.withUnpackedBytes(REPORT.length)).found)
                    .containsExactly(FOUND);
        }
        byte[] json = bytes("[\"" + "x".repeat(10_000));
        assertRefused(Recorder.read(json, small), "too_large", "unpacked", small.unpackedBytes());
    }

    @Test
    void unpackedBytesOverTheWholeInputEndIt() {
        Limits small = LIMITS.withUnpackedBytes(REPORT.length * 3L / 2);
        byte[] zip =
                new Packer.Zip()
                        .file("1.xml", REPORT)
                        .file("2.xml", REPORT)
                        .file("3.xml", REPORT)
                        .bytes();
        Recorder read = Recorder.read(zip, small);
        assertThat(read.found).containsExactly(FOUND, "problem too_large");
        assertThat(read.paths.getLast()).isEqualTo("input > 2.xml");
    }

    @Test
    void tenGigabytesOfZerosInGzip() {
        byte[] member = gzip(new byte[64 << 20]);
        ByteSource bomb =
                () -> {
                    List<InputStream> members = new ArrayList<>();
                    for (int i = 0; i < 160; i++) {
                        members.add(new ByteArrayInputStream(member));
                    }
                    return new SequenceInputStream(Collections.enumeration(members));
                };
        assertRefused(Recorder.read(bomb, LIMITS), "bomb", "expansion", LIMITS.expansionRatio());
    }

    @Test
    void refusingABombTakesNoMemory() {
        byte[] bomb = join(gzip(bytes("{\"a\":\"")), gzip(new byte[200 << 20]));
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        assertRefused(Recorder.read(bomb), "bomb", "expansion", LIMITS.expansionRatio());
        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
    }

    @Test
    void zipBombEndsItsArchiveAndNotTheMailAroundIt() {
        byte[] bomb =
                new Packer.Zip()
                        .file("1.json", join(bytes("[\""), new byte[40 << 20]))
                        .file("2.xml", REPORT)
                        .bytes();
        byte[] mail =
                multipart("mixed")
                        .attachment("application/zip; name=a", bomb)
                        .attachment("application/gzip", gzip(REPORT))
                        .end();
        Recorder read = Recorder.read(mail);
        assertThat(read.found).containsExactly("problem bomb", FOUND);
        assertThat(read.paths.getFirst()).isEqualTo("input > a > 1.json");
    }

    @Test
    void smallFilesMayGrowAsMuchAsTheyLike() {
        byte[] blanks = bytes(" ".repeat(4 << 20));
        assertThat(Recorder.read(gzip(join(REPORT, blanks))).found).containsExactly(FOUND);
    }

    @Test
    void tenThousandEntries() {
        Packer.Zip zip = new Packer.Zip();
        for (int i = 0; i < 10_000; i++) {
            zip.stored(i + ".txt", bytes("x"));
        }
        assertRefused(Recorder.read(zip.bytes()), "too_many_entries", "entries", LIMITS.entries());
    }

    @Test
    void entriesAreCountedOverNestedArchives() {
        byte[] inner = new Packer.Zip().file("1.xml", REPORT).file("2.xml", REPORT).bytes();
        byte[] outer = new Packer.Zip().file("a.zip", inner).file("b.zip", inner).bytes();
        Limits five = new Limits(1 << 20, 400, 5, 3, 10, 10);
        assertThat(Recorder.read(outer, five).found)
                .containsExactly(FOUND, FOUND, FOUND, "problem too_many_entries");
        assertThat(Recorder.read(outer, new Limits(1 << 20, 400, 6, 3, 10, 10)).found).hasSize(4);
    }

    @Test
    void gzipNestedFiftyTimes() {
        byte[] nested = REPORT;
        for (int i = 0; i < 50; i++) {
            nested = gzip(nested);
        }
        assertRefused(Recorder.read(nested), "too_deep", "archive_depth", LIMITS.archiveDepth());
    }

    @Test
    void zipInZipAsDeepAsAllowedAndOneDeeper() {
        byte[] nested = REPORT;
        for (int i = 0; i < LIMITS.archiveDepth(); i++) {
            nested = zip("x", nested);
        }
        assertThat(Recorder.read(nested).found).containsExactly(FOUND);
        Recorder read = Recorder.read(zip("x", nested));
        assertRefused(read, "too_deep", "archive_depth", LIMITS.archiveDepth());
        assertThat(read.paths).containsExactly("input > x > x > x");
    }

    @Test
    void entriesThatOverlapInTheCentralDirectoryAreReadOnce() {
        byte[] zip = zip("r.xml", REPORT);
        int directory = new String(zip, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
        byte[] entry = Arrays.copyOfRange(zip, directory, zip.length - 22);
        byte[][] overlapping = new byte[2_000][];
        Arrays.fill(overlapping, entry);
        assertThat(Recorder.read(join(Arrays.copyOf(zip, directory), join(overlapping))).found)
                .containsExactly(FOUND);
    }

    @Test
    void mailNestedTwoHundredTimes() {
        Recorder read = Recorder.read(nestedMail(200));
        assertRefused(read, "too_deep", "mail_depth", LIMITS.mailDepth());
        assertThat(Recorder.read(nestedMail(LIMITS.mailDepth())).found).containsExactly(FOUND);
        assertThat(Recorder.read(nestedMail(LIMITS.mailDepth() + 1)).found)
                .containsExactly("problem too_deep");
    }

    private static byte[] nestedMail(int depth) {
        MailBuilder mail = mail();
        for (int i = 1; i < depth; i++) {
            mail.line("Content-Type: message/rfc822").line("").line("Subject: inner");
        }
        return mail.line("Content-Type: text/xml")
                .line("")
                .line(Samples.xml("policy.example", "r1"))
                .bytesSoFar();
    }

    @Test
    void hundredThousandParts() {
        MailBuilder mail = multipart("mixed");
        for (int i = 0; i < 100_000; i++) {
            mail.part("A: b", "");
        }
        assertRefused(
                Recorder.read(mail.end()), "too_many_entries", "mail_parts", LIMITS.mailParts());
    }

    @Test
    void multipartsNestedTooDeep() {
        MailBuilder mail = mail();
        for (int i = 0; i < 100; i++) {
            mail.line("Content-Type: multipart/mixed; boundary=b" + i).line("").line("--b" + i);
        }
        assertRefused(
                Recorder.read(mail.line("").bytesSoFar()),
                "too_deep",
                "multipart_depth",
                Limits.MULTIPART_DEPTH);
    }

    @Test
    void headerOfTenMegabytes() {
        byte[] oneLine = mail().line("X-Long: " + "x".repeat(10 << 20)).line("").bytesSoFar();
        byte[] folded = mail().line("X-Long: " + "x\r\n ".repeat(1 << 20)).line("").bytesSoFar();
        byte[] inPart = multipart("mixed").part("X-Long: " + "x".repeat(10 << 20), "").end();
        for (byte[] mail : List.of(oneLine, folded, inPart)) {
            assertRefused(
                    Recorder.read(mail),
                    "too_large",
                    "mail_header_length",
                    Limits.MAIL_HEADER_LENGTH);
        }
    }

    @Test
    void lineWithoutEnd() {
        ByteSource header = () -> new Endless(bytes("Subject: "), (byte) 'x');
        assertRefused(
                Recorder.read(header, LIMITS),
                "too_large",
                "mail_header_length",
                Limits.MAIL_HEADER_LENGTH);
        ByteSource json = () -> new Endless(bytes("{\"a\":\""), (byte) 'x');
        assertRefused(Recorder.read(json, LIMITS), "too_large", "unpacked", LIMITS.unpackedBytes());
        ByteSource text = () -> new Endless(bytes("Dear "), (byte) 'x');
        assertThat(Recorder.read(text, LIMITS).found).containsExactly("problem not_a_report");
    }

    @Test
    void tooManyHeaders() {
        byte[] mail = bytes("A: b\r\nSubject: x\r\n".repeat(Limits.MAIL_HEADERS) + "\r\n");
        assertRefused(Recorder.read(mail), "too_many_entries", "mail_headers", Limits.MAIL_HEADERS);
    }

    @Test
    void base64PartWithoutEnd() {
        byte[] start =
                mail().line("Content-Transfer-Encoding: base64")
                        .line("")
                        .line("H4sIAAAA")
                        .bytesSoFar();
        ByteSource endless = () -> new Endless(start, (byte) 'A');
        assertRefused(Recorder.read(endless, LIMITS), "too_large", "held", Limits.HELD_BYTES);
    }

    @Test
    void largePlainXmlIsHeldDeflatedAndBounded() {
        byte[] start =
                mail().line("Content-Type: text/xml").line("").line("<feedback>").bytesSoFar();
        Limits small = LIMITS.withUnpackedBytes(4 << 20);
        byte[] large = join(start, bytes("<version>1</version>\n".repeat(400_000)));
        assertRefused(
                Recorder.read(large, small), "too_large", "unpacked_again", small.unpackedBytes());
    }

    @Test
    void furtherReadingsSpendABudgetOfTheirOwn() {
        byte[] needsRepair =
                bytes(Samples.xml("policy.example", "r1").replace("Receiver Inc.", "A & B"));
        Limits once = LIMITS.withUnpackedBytes(needsRepair.length);
        assertThat(Recorder.read(gzip(needsRepair), once).found).containsExactly(FOUND);
        assertThat(Recorder.read(needsRepair, once).found).containsExactly(FOUND);
    }

    @Test
    void furtherReadingsAreBoundedToo() throws LimitExceeded {
        Budget again = new Budget(LIMITS.withUnpackedBytes(1_000)).furtherReadings();
        again.unpacked(4_003);
        assertThatThrownBy(() -> again.unpacked(1))
                .isInstanceOf(LimitExceeded.class)
                .hasMessageStartingWith("limit.unpacked_again(found=4004, limit=1000)");
    }

    private static void assertRefused(Recorder read, String code, String limit, long value) {
        assertThat(read.found).containsExactly("problem " + code);
        assertThat(read.diagnostics.getFirst())
                .startsWith("limit." + limit + "(")
                .endsWith("limit=" + value + ")");
    }

    /** Bytes that never end. */
    private static final class Endless extends InputStream {

        private final byte[] start;
        private final byte then;
        private int next;

        Endless(byte[] start, byte then) {
            this.start = start;
            this.then = then;
        }

        @Override
        public int read() {
            return next < start.length ? start[next++] : then;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (next < start.length) {
                into[offset] = (byte) read();
                return 1;
            }
            Arrays.fill(into, offset, offset + length, then);
            return length;
        }
    }
}
