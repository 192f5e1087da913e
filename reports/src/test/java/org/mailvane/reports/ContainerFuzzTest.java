package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.MailBuilder.multipart;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.join;
import static org.mailvane.reports.Packer.zip;
import static org.mailvane.reports.Packer.zlib;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damaged containers: whatever is in them, reading ends soon, says something and throws nothing.
 * {@code -Dmailvane.fuzz=10} makes a thousand times as many.
 */
@Tag("slow")
class ContainerFuzzTest {

    private static final long SEED = 20_261_120;
    private static final int ROUNDS = 800;
    private static final int LARGEST_CUT = 64;

    private static final byte[] REPORT = report("policy.example", "r1");
    private static final byte[] MAIL =
            multipart("mixed")
                    .part("Content-Type: text/plain", "A text")
                    .part(
                            "Content-Type: text/xml\r\nContent-Transfer-Encoding: quoted-printable",
                            "<a=3D>")
                    .attachment("application/gzip; name*0=a; name*1*=%20b", gzip(REPORT))
                    .attachment("application/zip; name=\"=?utf-8?Q?a?=\"", zip("r.xml", REPORT))
                    .part("Content-Type: message/feedback-report", "Feedback-Type: abuse")
                    .end();

    private static final List<byte[]> CONTAINERS =
            List.of(
                    gzip(REPORT),
                    zlib(REPORT),
                    new Packer.Zip()
                            .directory("a/")
                            .file("1.xml", REPORT)
                            .stored("2.xml", REPORT)
                            .bytes(),
                    zip(
                            "b.zip",
                            new Packer.Zip()
                                    .file("1.xml", REPORT)
                                    .file("2.gz", gzip(REPORT))
                                    .bytes()),
                    MAIL,
                    multipart("mixed").message(MAIL).end(),
                    join(bytes("From a@b Thu Jan  1 00:00:01 1970\r\n"), MAIL),
                    bytes(Samples.tls()));

    static LongStream seeds() {
        return LongStream.rangeClosed(SEED, SEED + 100 * Long.getLong("mailvane.fuzz", 0));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @CpuLimit(15)
    void damagedContainersNeverThrow(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            for (byte[] container : CONTAINERS) {
                byte[] damaged = damage(container, random);
                assertThat(Recorder.read(damaged).found)
                        .as("round %d of %d bytes", round, container.length)
                        .isNotEmpty()
                        .hasSizeLessThan(20);
            }
        }
    }

    private static byte[] damage(byte[] container, Random random) {
        byte[] damaged = container.clone();
        int changes = 1 + random.nextInt(8);
        for (int i = 0; i < changes; i++) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
        if (random.nextInt(4) == 0) {
            return Arrays.copyOf(damaged, random.nextInt(damaged.length));
        }
        if (random.nextInt(4) == 0) {
            int from = random.nextInt(damaged.length);
            int to = Math.min(damaged.length, from + random.nextInt(LARGEST_CUT));
            return join(
                    Arrays.copyOf(damaged, from), Arrays.copyOfRange(damaged, to, damaged.length));
        }
        return damaged;
    }
}
