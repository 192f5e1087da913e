package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mailvane.reports.MailBuilder.multipart;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Packer.zip;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.aggregate.AggregateReport;

/** What holds for every input, whatever it is. */
class ReportReaderTest {

    private static final byte[] REPORT = report("policy.example", "r1");
    private static final List<byte[]> INPUTS =
            List.of(
                    REPORT,
                    gzip(REPORT),
                    zip("r.xml", REPORT),
                    multipart("mixed").attachment("application/zip", zip("r.xml", REPORT)).end(),
                    gzip(multipart("mixed").attachment("text/xml", REPORT).end()),
                    bytes(Samples.tls()));

    @Test
    void aFailingSourceIsTheCallersAffair() {
        ReportReader reader = new ReportReader(Limits.DEFAULT);
        for (byte[] input : INPUTS) {
            for (int good = 0; good < input.length * 3 / 4; good += 7) {
                byte[] start = Arrays.copyOf(input, good);
                ByteSource failing =
                        () ->
                                new SequenceInputStream(
                                        new ByteArrayInputStream(start), new Failing());
                assertThatThrownBy(() -> reader.read("input", failing, new Recorder()))
                        .isInstanceOf(IOException.class)
                        .hasMessage("the disk is gone");
            }
        }
    }

    @Test
    void whatTheSinkThrowsReachesTheCaller() {
        Recorder fullSink =
                new Recorder() {
                    @Override
                    public void aggregate(AggregateReport report) {
                        throw new UncheckedIOException(new IOException("the sink is full"));
                    }
                };
        assertThatThrownBy(() ->
                        new ReportReader(Limits.DEFAULT)
                                .read(
                                        "input",
                                        () -> new ByteArrayInputStream(gzip(REPORT)),
                                        fullSink))
                .isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void oneReaderReadsManyInputs() throws IOException {
        ReportReader reader = new ReportReader(Limits.DEFAULT);
        Recorder recorder = new Recorder();
        for (byte[] input : INPUTS) {
            reader.read("input", () -> new ByteArrayInputStream(input), recorder);
        }
        assertThat(recorder.found)
                .hasSize(INPUTS.size())
                .noneMatch(line -> line.startsWith("problem"));
    }

    private static final class Failing extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("the disk is gone");
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return read();
        }
    }
}
