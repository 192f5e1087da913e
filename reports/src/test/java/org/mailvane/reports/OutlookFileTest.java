package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.Packer.gzip;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.poi.poifs.filesystem.DirectoryEntry;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.mail.OutlookReader;

/** Mails that Outlook has saved: MS-OXMSG. */
class OutlookFileTest {

    private static final byte[] REPORT = Samples.report("example.com", "r1");
    private static final String FOUND = "aggregate example.com r1";

    /** Where the number of a compound file's FAT sectors stands: MS-CFB, section 2.2. */
    private static final int FAT_SECTORS_AT = 44;

    /** Fills a mail's storage. */
    private interface Filling {
        void into(DirectoryEntry mail) throws IOException;
    }

    private static byte[] file(Filling filling) {
        try (POIFSFileSystem files = new POIFSFileSystem()) {
            filling.into(files.getRoot());
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            files.writeFilesystem(out);
            return out.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static void text(DirectoryEntry in, String property, String value) throws IOException {
        bytes(in, property + "001F", value.getBytes(StandardCharsets.UTF_16LE));
    }

    private static void bytes(DirectoryEntry in, String property, byte[] value) throws IOException {
        in.createDocument("__substg1.0_" + property, new ByteArrayInputStream(value));
    }

    private static DirectoryEntry attachment(DirectoryEntry mail, int number) throws IOException {
        return mail.createDirectory("__attach_version1.0_#%08X".formatted(number));
    }

    private static void attach(DirectoryEntry mail, int number, String name, byte[] content)
            throws IOException {
        DirectoryEntry attachment = attachment(mail, number);
        text(attachment, "3707", name);
        bytes(attachment, "37010102", content);
    }

    private static byte[] report() {
        return file(mail -> {
            text(mail, "0037", "Report domain: example.com");
            text(mail, "1000", "See the attachment.");
            attach(mail, 0, "example.net!example.com!1!2.xml.gz", gzip(REPORT));
        });
    }

    @Test
    void attachedReportIsReadAndItsNameTold() {
        Recorder read = Recorder.read(report());
        assertThat(read.found).containsExactly(FOUND);
        assertThat(read.paths).containsExactly("input > example.net!example.com!1!2.xml.gz");
    }

    @Test
    void shortNameAndEightBitTextsServeWhereThereIsNothingElse() {
        byte[] file =
                file(mail -> {
                    bytes(mail, "1000001E", "Hello".getBytes(StandardCharsets.US_ASCII));
                    DirectoryEntry attachment = attachment(mail, 0);
                    bytes(attachment, "3704001E", "R.XML".getBytes(StandardCharsets.US_ASCII));
                    bytes(attachment, "37010102", REPORT);
                });
        Recorder read = Recorder.read(file);
        assertThat(read.found).containsExactly(FOUND);
        assertThat(read.paths).containsExactly("input > R.XML");
    }

    @Test
    void mailsInsideAndFilesInArchivesAndMailsAreReadToo() {
        byte[] nested =
                file(mail -> {
                    text(mail, "1000", "forwarded");
                    DirectoryEntry inner =
                            attachment(mail, 0).createDirectory("__substg1.0_3701000D");
                    attach(inner, 0, "r.xml.gz", gzip(REPORT));
                });
        assertThat(Recorder.read(nested).found).containsExactly(FOUND);
        assertThat(Recorder.read(gzip(nested)).found).containsExactly(FOUND);
    }

    @Test
    void attachmentsComeInTheirOrder() {
        byte[] file =
                file(mail -> {
                    attach(mail, 1, "b.xml", REPORT);
                    attach(mail, 0, "a.xml", REPORT);
                });
        assertThat(Recorder.read(file).paths).containsExactly("input > a.xml", "input > b.xml");
    }

    @Test
    void failureReportIsReadFromItsParts() {
        byte[] file =
                file(mail -> {
                    text(
                            mail,
                            "007D",
                            """
                            Subject: Failure
                            Content-Type: multipart/report;
                            \treport-type="feedback-report"; boundary=b
                            """);
                    DirectoryEntry fields = attachment(mail, 0);
                    text(fields, "370E", "message/feedback-report");
                    bytes(
                            fields,
                            "37010102",
                            Samples.bytes(
                                    """
                                    Feedback-Type: auth-failure
                                    Auth-Failure: dmarc
                                    Reported-Domain: example.com
                                    """));
                });
        assertThat(Recorder.read(file).found).containsExactly("failure");
    }

    @Test
    void mailWithoutAReportIsNone() {
        byte[] file =
                file(mail -> {
                    text(mail, "1000", "Hello");
                    attach(mail, 0, "logo.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10});
                });
        assertThat(Recorder.read(file).found).containsExactly("problem not_a_report");
    }

    @Test
    void documentOfAnotherProgramIsNoReportWholeOrDamaged() {
        byte[] file =
                file(root ->
                        root.createDocument(
                                "WordDocument", new ByteArrayInputStream(new byte[9_000])));
        assertThat(Recorder.read(file).found).containsExactly("problem not_a_report");
        assertThat(Recorder.read(file).diagnostics.getFirst()).contains("content.office");
        assertThat(Recorder.read(Arrays.copyOf(file, 2_000)).found)
                .containsExactly("problem not_a_report");
    }

    @Test
    void damagedMailIsSaidToBeOne() {
        byte[] file = report();
        // The root's storage begins in the sector that this names.
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(48, 0x00ffffff);
        Recorder read = Recorder.read(file);
        assertThat(read.found).containsExactly("problem broken");
        assertThat(read.diagnostics.getFirst()).contains("damaged.outlook");
    }

    @Test
    void tableOfSectorsThatIsLargerThanTheFileIsNotBelieved() {
        byte[] file = report();
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(FAT_SECTORS_AT, 100_000);
        assertThat(Recorder.read(file).found).containsExactly("problem broken");
    }

    @Test
    void depthOfMailsInMailsIsBounded() {
        assertThat(Recorder.read(nested(Limits.DEFAULT.mailDepth())).found).containsExactly(FOUND);
        assertThat(Recorder.read(nested(Limits.DEFAULT.mailDepth() + 1)).found)
                .containsExactly("problem too_deep");
    }

    private static byte[] nested(int depth) {
        return file(mail -> {
            DirectoryEntry inner = mail;
            text(inner, "1000", "outermost");
            for (int i = 1; i < depth; i++) {
                inner = attachment(inner, 0).createDirectory("__substg1.0_3701000D");
            }
            attach(inner, 0, "r.xml", REPORT);
        });
    }

    @Test
    void numberOfPartsIsBounded() {
        Limits few = new Limits(1 << 20, 400, 10, 3, 3, 2);
        byte[] file =
                file(mail -> {
                    attach(mail, 0, "a.xml", REPORT);
                    attach(mail, 1, "b.xml", REPORT);
                    attach(mail, 2, "c.xml", REPORT);
                });
        assertThat(Recorder.read(file, few).found).containsExactly("problem too_many_entries");
    }

    @Test
    void sizeIsBounded() {
        byte[] large = Arrays.copyOf(report(), OutlookReader.MAX_BYTES);
        assertThat(Recorder.read(large).found).containsExactly(FOUND);
        byte[] tooLarge = Arrays.copyOf(report(), OutlookReader.MAX_BYTES + 1);
        Recorder read = Recorder.read(tooLarge);
        assertThat(read.found).containsExactly("problem too_large");
        assertThat(read.diagnostics.getFirst()).contains(String.valueOf(OutlookReader.MAX_BYTES));
    }

    /** A report or a problem, never an exception. */
    @Test
    void changedBytesAndCutsNeverThrow() {
        byte[] whole = report();
        SplittableRandom random = new SplittableRandom(20_261_120);
        for (int round = 0; round < 2_000; round++) {
            byte[] changed = whole.clone();
            for (int i = random.nextInt(1, 8); i > 0; i--) {
                // Most of what matters is in the header and the last sectors.
                int at =
                        random.nextBoolean() ? random.nextInt(512) : random.nextInt(changed.length);
                changed[at] = (byte) random.nextInt(256);
            }
            if (random.nextInt(4) == 0) {
                changed = Arrays.copyOf(changed, random.nextInt(changed.length));
            }
            assertThat(Recorder.read(changed).found)
                    .as("round %d", round)
                    .isNotEmpty()
                    .allSatisfy(one ->
                            assertThat(one.toLowerCase(Locale.ROOT))
                                    .matches("(?s)(aggregate|problem|tls|failure)\\b.*"));
        }
    }
}
