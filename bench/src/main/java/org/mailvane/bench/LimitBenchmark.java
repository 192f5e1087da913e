package org.mailvane.bench;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.mailvane.bench.Corpus.Document;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What no reader in Java gets past on the same attachments: unpacking them, and walking over every
 * XML event of them, without making anything. One pass is one operation.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
@State(Scope.Benchmark)
public class LimitBenchmark {

    private static final int GZIP_HEADER = 10;
    private static final int GZIP_HAS_NAME = 8;
    private static final int ZIP_HEADER = 30;
    private static final int ZIP_NAME_LENGTH = 26;
    private static final int ZIP_EXTRA_LENGTH = 28;

    /** The corpus. */
    @Param("")
    public String corpus = "";

    /** How many of its attachments are read: 1 for all, 4 for each fourth. */
    @Param("1")
    public int every;

    private final Inflater inflater = new Inflater(true);
    private final InputFactoryImpl factory = new InputFactoryImpl();
    private final byte[] buffer = new byte[64 << 10];
    private final List<Deflated> attachments = new ArrayList<>();

    /** An attachment, and where in it the deflated data begin. */
    private record Deflated(Document attachment, int from) {

        byte[] bytes() {
            return attachment.bytes();
        }
    }

    /** Reads the files. */
    @Setup
    public void load() throws IOException {
        for (Document attachment : Corpus.folder(corpus, "att", every)) {
            attachments.add(new Deflated(attachment, start(attachment)));
        }
    }

    private static int start(Document attachment) {
        byte[] bytes = attachment.bytes();
        if (bytes[0] == 'P') {
            return ZIP_HEADER + int16(bytes, ZIP_NAME_LENGTH) + int16(bytes, ZIP_EXTRA_LENGTH);
        }
        int from = GZIP_HEADER;
        if ((bytes[3] & ~GZIP_HAS_NAME) != 0) {
            throw new IllegalStateException(attachment.name() + " has an unusual gzip header");
        }
        if (bytes[3] == GZIP_HAS_NAME) {
            while (bytes[from] != 0) {
                from++;
            }
            from++;
        }
        return from;
    }

    private static int int16(byte[] bytes, int at) {
        return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8;
    }

    /** Unpacks only. */
    @Benchmark
    public void inflate(Amounts amounts, Blackhole blackhole) throws DataFormatException {
        for (Deflated attachment : attachments) {
            inflater.reset();
            inflater.setInput(
                    attachment.bytes(),
                    attachment.from(),
                    attachment.bytes().length - attachment.from());
            while (!inflater.finished()) {
                inflater.inflate(buffer);
            }
            blackhole.consume(buffer);
            amounts.xmlBytes += inflater.getBytesWritten();
            amounts.reports++;
        }
        amounts.end();
    }

    /** Unpacks and walks over every event. */
    @Benchmark
    public void inflateAndScan(Amounts amounts, Blackhole blackhole)
            throws IOException, XMLStreamException {
        for (Deflated attachment : attachments) {
            inflater.reset();
            try (InputStream packed =
                            new ByteArrayInputStream(
                                    attachment.bytes(),
                                    attachment.from(),
                                    attachment.bytes().length - attachment.from());
                    InputStream xml = new InflaterInputStream(packed, inflater, 8 << 10)) {
                XMLStreamReader events = factory.createXMLStreamReader(xml);
                int seen = 0;
                while (events.hasNext()) {
                    if (events.next() == XMLStreamReader.START_ELEMENT
                            && events.getLocalName().equals("record")) {
                        seen++;
                    }
                }
                events.close();
                amounts.records += seen;
            }
            blackhole.consume(attachment);
            amounts.xmlBytes += inflater.getBytesWritten();
            amounts.reports++;
        }
        amounts.end();
    }
}
