package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.join;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tar archives of any kind. */
class TarredReportTest {

    private static final byte[] REPORT = report("policy.example", "r1");
    private static final byte[] ODD =
            bytes(Samples.xml("policy.example", "r2").replace("Receiver Inc.", "A & B"));
    private static final String FOUND = "aggregate policy.example r1";
    private static final String FOUND_OTHER = "aggregate policy.example r2";

    private static byte[] file(String name, char type, byte[] content) {
        byte[] block = new byte[512];
        put(block, 0, name);
        put(block, 100, "0000644\0");
        put(block, 124, "%011o".formatted(content.length));
        block[156] = (byte) type;
        put(block, 257, "ustar\00000");
        return join(summed(block), content, new byte[(512 - content.length % 512) % 512]);
    }

    private static byte[] summed(byte[] block) {
        put(block, 148, "        ");
        int sum = 0;
        for (byte b : block) {
            sum += b & 0xff;
        }
        put(block, 148, "%06o\0 ".formatted(sum));
        return block;
    }

    private static void put(byte[] block, int at, String text) {
        System.arraycopy(bytes(text), 0, block, at, text.length());
    }

    private static byte[] tar(byte[]... files) {
        return join(join(files), new byte[1024]);
    }

    @Test
    void everyFileIsRead() {
        byte[] tar =
                tar(
                        file("reports/", '5', new byte[0]),
                        file("reports/1.xml", '0', REPORT),
                        file("reports/link", '2', new byte[0]),
                        file("reports/2.xml", '\0', ODD),
                        file("notes.txt", '0', bytes("a text")));
        for (byte[] each : new byte[][] {tar, gzip(tar), Packer.zip("a.tar", tar)}) {
            assertThat(Recorder.read(each).found).containsExactly(FOUND, FOUND_OTHER);
        }
        assertThat(Recorder.read(tar).paths)
                .containsExactly("input > reports/1.xml", "input > reports/2.xml");
    }

    @Test
    void longNames() {
        String name = "a".repeat(150) + "/receiver.example!policy.example!1!2.xml";
        byte[] gnu = tar(file("././@LongLink", 'L', bytes(name + "\0")), file("a", '0', REPORT));
        String record = " path=" + name + "\n";
        byte[] pax =
                tar(
                        file("pax", 'g', bytes("13 comment=x\n")),
                        file("pax", 'x', bytes((record.length() + 3) + record)),
                        file("a", '0', REPORT));
        byte[] block = file("r.xml", '0', REPORT);
        put(block, 345, "b".repeat(60) + "/c");
        byte[] ustar =
                tar(
                        join(
                                summed(Arrays.copyOf(block, 512)),
                                Arrays.copyOfRange(block, 512, block.length)));
        assertThat(Recorder.read(gnu).paths).containsExactly("input > " + name);
        assertThat(Recorder.read(pax).paths).containsExactly("input > " + name);
        assertThat(Recorder.read(ustar).paths)
                .containsExactly("input > " + "b".repeat(60) + "/c/r.xml");
    }

    @Test
    void largeSizesInBinary() {
        byte[] file = file("r.xml", '0', REPORT);
        byte[] block = Arrays.copyOf(file, 512);
        Arrays.fill(block, 124, 136, (byte) 0);
        block[124] = (byte) 0x80;
        block[134] = (byte) (REPORT.length >> 8);
        block[135] = (byte) REPORT.length;
        byte[] tar = tar(summed(block), Arrays.copyOfRange(file, 512, file.length));
        assertThat(Recorder.read(tar).found).containsExactly(FOUND);
        Arrays.fill(block, 124, 136, (byte) 0xff);
        assertThat(Recorder.read(tar(summed(block))).found).containsExactly("problem bad_archive");
    }

    @Test
    void severalArchivesBehindEachOther() {
        assertThat(Recorder.read(join(tar(file("1", '0', REPORT)), tar(file("2", '0', ODD)))).found)
                .containsExactly(FOUND, FOUND_OTHER);
    }

    @Test
    void cutOffOrDamaged() {
        byte[] tar = tar(file("1.xml", '0', REPORT), file("2.xml", '0', ODD));
        int second = 512 + (REPORT.length + 511) / 512 * 512;
        assertThat(Recorder.read(Arrays.copyOf(tar, 600)).found)
                .containsExactly("problem bad_archive");
        assertThat(Recorder.read(Arrays.copyOf(tar, second + 100)).found)
                .containsExactly(FOUND, "problem bad_archive");
        assertThat(Recorder.read(Arrays.copyOf(tar, second + 600)).found)
                .containsExactly(FOUND, "problem bad_archive");
        tar[second + 3] ^= 1;
        assertThat(Recorder.read(tar).found).containsExactly(FOUND, "problem bad_archive");
    }

    @Test
    void whatIsNotReadIsNamed() {
        Recorder read = Recorder.read(tar(file("a", 'S', REPORT), file("b", '0', REPORT)));
        assertThat(read.found).containsExactly("problem unsupported", FOUND);
        assertThat(read.diagnostics.getFirst()).contains("unsupported.sparse_tar");
    }

    @Test
    void bounds() {
        byte[] empty = file("a", '0', new byte[0]);
        byte[][] files = new byte[Limits.DEFAULT.entries() + 1][];
        Arrays.fill(files, empty);
        assertThat(Recorder.read(tar(files)).found).containsExactly("problem too_many_entries");
        byte[] nested = REPORT;
        for (int i = 0; i <= Limits.DEFAULT.archiveDepth(); i++) {
            nested = tar(file("a", '0', nested));
        }
        assertThat(Recorder.read(nested).found).containsExactly("problem too_deep");
        byte[] large = new byte[1000];
        assertThat(
                        Recorder.read(
                                        tar(file("a", '0', large)),
                                        Limits.DEFAULT.withUnpackedBytes(500))
                                .found)
                .containsExactly("problem too_large");
    }
}
