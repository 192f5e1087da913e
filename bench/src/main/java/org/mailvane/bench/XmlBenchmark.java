package org.mailvane.bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.mailvane.bench.Corpus.Document;
import org.mailvane.reports.aggregate.AggregateReader;
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

/** Plain XML into records. One pass is one operation. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
@State(Scope.Benchmark)
public class XmlBenchmark {

    /** The corpus. */
    @Param("")
    public String corpus = "";

    /** How many of its documents are read: 1 for all, 4 for each fourth. All need 2 GB of heap. */
    @Param("4")
    public int every;

    /**
     * Which of the two readers: plain documents go through the fast one; a comment in them, which
     * that does not know, sends them to the tolerant one.
     */
    @Param({"fast", "tolerant"})
    public String way = "";

    private final AggregateReader reader = new AggregateReader();
    private List<Document> documents = List.of();

    /** Reads the files. */
    @Setup
    public void load() throws IOException {
        documents = new ArrayList<>();
        for (Document document : Corpus.folder(corpus, "xml", every)) {
            documents.add(way.equals("tolerant") ? withComment(document) : document);
        }
    }

    /** Plain documents. */
    @Benchmark
    public void xml(Amounts amounts, Blackhole blackhole) throws IOException {
        CountingSink sink = new CountingSink(blackhole);
        for (Document document : documents) {
            reader.read(document.name(), () -> new ByteArrayInputStream(document.bytes()), sink);
            amounts.xmlBytes += document.bytes().length;
        }
        sink.addTo(amounts);
        amounts.end();
    }

    private static Document withComment(Document document) {
        byte[] bytes = document.bytes();
        int root = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("<feedback");
        if (root < 0) {
            throw new IllegalStateException(document.name() + " has no element feedback");
        }
        ByteArrayOutputStream changed = new ByteArrayOutputStream(bytes.length + 20);
        changed.write(bytes, 0, root);
        changed.writeBytes("<!-- bench -->".getBytes(StandardCharsets.US_ASCII));
        changed.write(bytes, root, bytes.length - root);
        return new Document(document.name(), changed.toByteArray());
    }
}
