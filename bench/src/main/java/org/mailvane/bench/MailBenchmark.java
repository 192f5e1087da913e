package org.mailvane.bench;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.mailvane.bench.Corpus.Document;
import org.mailvane.reports.Limits;
import org.mailvane.reports.ReportReader;
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

/** The whole way of a mail: MIME, base64, gzip or zip, XML, records. One pass is one operation. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
@State(Scope.Benchmark)
public class MailBenchmark {

    /** The corpus. */
    @Param("")
    public String corpus = "";

    /** How many of its mails are read: 1 for all, 4 for each fourth. */
    @Param("1")
    public int every;

    private final ReportReader reader = new ReportReader(Limits.DEFAULT);
    private List<Document> mails = List.of();
    private List<Document> huge = List.of();

    /** Reads the files. */
    @Setup
    public void load() throws IOException {
        mails = Corpus.folder(corpus, "eml", every);
        huge = List.of(Corpus.huge(corpus, "eml"));
    }

    /** Mails as reporters send them. */
    @Benchmark
    public void mails(Amounts amounts, Blackhole blackhole) throws IOException {
        read(mails, amounts, blackhole);
    }

    /** A mail with a report of 100,000 records. */
    @Benchmark
    public void hugeMail(Amounts amounts, Blackhole blackhole) throws IOException {
        read(huge, amounts, blackhole);
    }

    private void read(List<Document> documents, Amounts amounts, Blackhole blackhole)
            throws IOException {
        CountingSink sink = new CountingSink(blackhole);
        for (Document mail : documents) {
            reader.read(mail.name(), () -> new ByteArrayInputStream(mail.bytes()), sink);
        }
        sink.addTo(amounts);
        amounts.end();
    }
}
