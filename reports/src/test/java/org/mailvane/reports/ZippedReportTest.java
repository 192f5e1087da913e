package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.join;
import static org.mailvane.reports.Packer.zip;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Zip archives as receivers send them, damaged ones, and ones that are not reports. */
class ZippedReportTest {

    private static final byte[] REPORT = report("policy.example", "r1");
    private static final String FOUND = "aggregate policy.example r1";

    @Test
    void sizesInADataDescriptor() {
        Recorder read = Recorder.read(zip("r.xml", REPORT));
        assertThat(read.found).containsExactly(FOUND);
        assertThat(read.paths).containsExactly("input > r.xml");
    }

    @Test
    void storedEntry() {
        byte[] zip =
                new Packer.Zip().stored("a.txt", bytes("a text")).stored("r.xml", REPORT).bytes();
        assertThat(Recorder.read(zip).found).containsExactly(FOUND);
    }

    @Test
    void directoriesComeFirstAndAreNested() {
        byte[] zip =
                new Packer.Zip()
                        .directory("a/")
                        .directory("a/b/")
                        .file("a/b/r.xml", REPORT)
                        .bytes();
        Recorder read = Recorder.read(zip);
        assertThat(read.found).containsExactly(FOUND);
        assertThat(read.paths).containsExactly("input > a/b/r.xml");
    }

    @Test
    void entryWithoutAName() {
        Recorder read = Recorder.read(zip("", REPORT));
        assertThat(read.found).containsExactly(FOUND);
        assertThat(read.paths).containsExactly("input > entry 1");
    }

    @Test
    void entryNameWithBlanksForDots() {
        Recorder read = Recorder.read(zip("receiver example 12345 12355 xml", REPORT));
        assertThat(read.found).containsExactly(FOUND);
    }

    @Test
    void entryNameWithControlCharactersIsCleanedAndCut() {
        Recorder read = Recorder.read(zip("a\u0007b".repeat(200), REPORT));
        assertThat(read.paths.getFirst())
                .startsWith("input > abab")
                .hasSize("input > ".length() + 255);
    }

    @Test
    void severalFilesAreAllRead() {
        byte[] zip =
                new Packer.Zip()
                        .file("1.xml", REPORT)
                        .file("notes.txt", bytes("a text"))
                        .file("2.xml.gz", gzip(report("policy.example", "r2")))
                        .stored("3.zip", zip("x.xml", report("policy.example", "r3")))
                        .bytes();
        assertThat(Recorder.read(zip).found)
                .containsExactly(
                        FOUND, "aggregate policy.example r2", "aggregate policy.example r3");
    }

    @Test
    void aFileThatFailsDoesNotEndTheArchive() {
        byte[] zip =
                new Packer.Zip()
                        .file("1.xml", bytes("<feedback><domain"))
                        .file("2.xml", REPORT)
                        .bytes();
        assertThat(Recorder.read(zip).found)
                .hasSize(2)
                .startsWith("problem broken")
                .endsWith(FOUND);
    }

    @Test
    void damagedCentralDirectoryIsNotLookedAt() {
        byte[] zip = zip("r.xml", REPORT);
        assertThat(Recorder.read(Arrays.copyOf(zip, zip.length - 40)).found).containsExactly(FOUND);
        Arrays.fill(zip, zip.length - 60, zip.length, (byte) 0xff);
        assertThat(Recorder.read(zip).found).containsExactly(FOUND);
    }

    @Test
    void junkBetweenEntriesIsSkipped() {
        byte[] first = zip("1.xml", REPORT);
        byte[] second = zip("2.xml", report("policy.example", "r2"));
        int directory = new String(first, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
        assertThat(
                        Recorder.read(join(Arrays.copyOf(first, directory), bytes("junk"), second))
                                .found)
                .containsExactly(FOUND, "aggregate policy.example r2");
    }

    @Test
    void encryptedArchiveIsSaidOnce() {
        byte[] zip = new Packer.Zip().stored("1.xml", REPORT).stored("2.xml", REPORT).bytes();
        String text = new String(zip, StandardCharsets.ISO_8859_1);
        zip[6] |= 1;
        zip[text.indexOf("PK\3\4", 4) + 6] |= 1;
        Recorder read = Recorder.read(zip);
        assertThat(read.found).containsExactly("problem encrypted");
        assertThat(read.diagnostics.getFirst()).contains("archive.zip_encrypted");
    }

    @Test
    void unknownCompressionMethodIsNamed() {
        byte[] zip = new Packer.Zip().stored("1.xml", REPORT).stored("2.xml", REPORT).bytes();
        zip[8] = 14;
        Recorder read = Recorder.read(zip);
        assertThat(read.found).containsExactly("problem bad_archive", FOUND);
        assertThat(read.diagnostics.getFirst()).contains("archive.zip_method(method=14)");
    }

    @Test
    void storedEntryWithoutASizeCantBeRead() {
        byte[] zip = new Packer.Zip().stored("1.xml", REPORT).bytes();
        zip[6] |= 8;
        Arrays.fill(zip, 18, 22, (byte) 0);
        assertThat(Recorder.read(zip).found).containsExactly("problem bad_archive");
    }

    @Test
    void zip64SizeIsFoundInTheExtraField() {
        byte[] content = bytes("text");
        byte[] header = {'P', 'K', 3, 4, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        byte[] sizes = {-1, -1, -1, -1, -1, -1, -1, -1, 1, 0, 20, 0, 'a'};
        byte[] extra = {1, 0, 16, 0, 4, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0};
        byte[] zip =
                join(
                        header,
                        sizes,
                        extra,
                        content,
                        new Packer.Zip().stored("r.xml", REPORT).bytes());
        assertThat(Recorder.read(zip).found).containsExactly(FOUND);
    }

    @Test
    void cutOffInTheFirstHeader() {
        assertThat(Recorder.read(Arrays.copyOf(zip("r.xml", REPORT), 20)).found)
                .containsExactly("problem bad_archive");
    }

    @Test
    void damagedFromTheFirstByteOfItsContent() {
        byte[] zip = zip("r.xml", REPORT);
        Arrays.fill(zip, 35, zip.length, (byte) 0xff);
        assertThat(Recorder.read(zip).found).containsExactly("problem bad_archive");
    }

    @Test
    void archiveWithoutFilesIsEmpty() {
        assertThat(Recorder.read(new Packer.Zip().bytes()).found).containsExactly("problem empty");
        assertThat(Recorder.read(new Packer.Zip().directory("a/").bytes()).found)
                .containsExactly("problem empty");
        assertThat(Recorder.read(zip("r.xml", new byte[0])).found).containsExactly("problem empty");
    }

    @Test
    void officeDocumentsAreNoReportSaidOnce() {
        byte[] document =
                new Packer.Zip()
                        .file(
                                "[Content_Types].xml",
                                bytes("<?xml version=\"1.0\"?><Types xmlns=\"urn:x\"/>"))
                        .file(
                                "word/document.xml",
                                bytes("<?xml version=\"1.0\"?><w:document xmlns:w=\"urn:w\"/>"))
                        .bytes();
        byte[] zip =
                new Packer.Zip().file("a.docx", document).file("b.pdf", bytes("%PDF-1.4")).bytes();
        Recorder read = Recorder.read(zip);
        assertThat(read.found).containsExactly("problem not_a_report");
        assertThat(read.diagnostics.getFirst()).contains("content.pdf");
    }

    @Test
    void everyDocumentCanBeReadTwice() {
        byte[] needsRepair =
                bytes(Samples.xml("policy.example", "r1").replace("Receiver Inc.", "A & B"));
        byte[] zip = new Packer.Zip().stored("0.xml", REPORT).file("1.xml", needsRepair).bytes();
        byte[] nested = new Packer.Zip().file("a.txt", bytes("a")).file("b.zip", zip).bytes();
        assertThat(Recorder.read(needsRepair).found).containsExactly(FOUND);
        assertThat(Recorder.read(gzip(needsRepair)).found).containsExactly(FOUND);
        assertThat(Recorder.read(zip).found).containsExactly(FOUND, FOUND);
        assertThat(Recorder.read(gzip(nested)).found).containsExactly(FOUND, FOUND);
        byte[] mail = MailBuilder.multipart("mixed").attachment("application/zip", nested).end();
        assertThat(Recorder.read(gzip(mail)).found).containsExactly(FOUND, FOUND);
    }
}
