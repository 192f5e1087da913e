package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.https.Https.Reason;
import org.mailvane.monitor.DnsObservation.Outcome;
import org.mailvane.monitor.DnsObservation.RecordKey;
import org.mailvane.monitor.RecordReader.Question;
import org.mailvane.text.MessageFormatter;

/** Tests the bounds of looking at one record; the year of one domain shows what it reads. */
class RecordReaderTest {

    private static final DomainName DOMAIN = new DomainName("shop.example");
    private static final Https NO_WEB = request -> Reason.NOT_CONNECTED.with();

    private final AtomicLong nanos = new AtomicLong();
    private final RecordReader reader = new RecordReader(NO_WEB, Clock.systemUTC(), nanos::get);

    private static Question question(RecordKind... kinds) {
        return new Question(DOMAIN, List.of(kinds), List.of(), mailbox -> false);
    }

    private DnsObservation read(RecordKind kind, Dns dns) {
        return reader.read(question(kind), RecordKey.of(kind), dns);
    }

    private static DnsAnswer text(String text) {
        return DnsAnswer.of(List.of(new DnsRecord.Text(text)));
    }

    @Test
    void ofAVeryLongRecordTheBeginIsKept() {
        String record = "v=spf1 " + "x".repeat(RecordReader.MAX_VALUE);
        DnsObservation reading =
                read(
                        RecordKind.SPF,
                        (name, type) ->
                                type == RecordType.TXT
                                        ? text(record)
                                        : DnsAnswer.without(Status.NO_DATA));
        assertThat(reading.content().value())
                .isEqualTo(record.substring(0, RecordReader.MAX_VALUE));
    }

    @Test
    void whatTakesTooLongIsNotAskedForToItsEnd() {
        Dns slow =
                (name, type) -> {
                    nanos.addAndGet(AskedDns.MAX_TIME.dividedBy(4).toNanos());
                    return text("v=spf1 include:a" + name);
                };
        DnsObservation reading = read(RecordKind.SPF, slow);
        assertThat(reading.outcome()).isEqualTo(Outcome.PARTLY);
        assertThat(nanos.get()).isLessThan(AskedDns.MAX_TIME.multipliedBy(2).toNanos());
    }

    @Test
    void aCheckEndsBeforeItsLeaseDoes() {
        Dns slow =
                (name, type) -> {
                    nanos.addAndGet(DomainCheck.MAX_TIME.toNanos());
                    return DnsAnswer.without(Status.NO_DATA);
                };
        List<DnsObservation> readings =
                new DomainCheck(
                                reader,
                                question(RecordKind.MX, RecordKind.TLS_RPT),
                                slow,
                                nanos::get)
                        .read();
        assertThat(readings)
                .extracting(DnsObservation::outcome)
                .containsExactlyInAnyOrder(Outcome.COMPLETE, Outcome.FAILED);
        assertThat(DomainCheck.MAX_TIME.plus(AskedDns.MAX_TIME)).isLessThan(Monitor.LEASE);
    }

    @Test
    void whatDatabasesCannotStoreIsReplacedWhereItIsRead() {
        DnsObservation reading = read(RecordKind.SPF, (name, type) -> text("v=spf1 \0 -all"));
        assertThat(reading.content().value()).isEqualTo("v=spf1 \uFFFD -all");
    }

    @Test
    void whatARecordRefersToAndDoesNotAnswerLeavesTheRecordKnown() {
        Dns dns =
                (name, type) ->
                        name.value().equals(DOMAIN.value())
                                ? text("v=spf1 include:lost.example -all")
                                : DnsAnswer.without(Status.SERVER_FAILURE);
        DnsObservation reading = read(RecordKind.SPF, dns);
        assertThat(reading.outcome()).isEqualTo(Outcome.PARTLY);
        assertThat(reading.content().value()).isEqualTo("v=spf1 include:lost.example -all");
    }

    @Test
    void anErrorOfAnIncludeIsShownWhereItStands() {
        Dns dns =
                (name, type) ->
                        type == RecordType.TXT
                                ? text(
                                        name.value().equals(DOMAIN.value())
                                                ? "v=spf1 include:mail.example -all"
                                                : "v=spf1 ip4:192.0.2 -all")
                                : DnsAnswer.without(Status.NO_DATA);
        assertThat(read(RecordKind.SPF, dns).content().problems())
                .filteredOn(problem -> problem.code().equals("spf.term.address_ip4"))
                .extracting(problem -> MessageFormatter.forPrograms().format(problem.details()))
                .containsExactly("The record at mail.example is: v=spf1 ip4:192.0.2 -all");
    }

    @Test
    void aTextThatIsNoDmarcRecordIsTheEvidenceWhereItIsTheTrouble() {
        DnsObservation reading = read(RecordKind.DMARC, (name, type) -> text("v=spf1 -all"));
        assertThat(reading.content().problems())
                .filteredOn(problem -> problem.code().equals("dmarc.record.wildcard"))
                .extracting(problem -> MessageFormatter.forPrograms().format(problem.details()))
                .containsExactly("The record at _dmarc.shop.example is: v=spf1 -all");
    }

    @Test
    void whoWaitsIsAnsweredInTimeWhateverIsStillMissing() {
        CountDownLatch never = new CountDownLatch(1);
        Dns dns =
                (name, type) -> {
                    if (type == RecordType.MX) {
                        return DnsAnswer.without(Status.NO_DATA);
                    }
                    try {
                        never.await();
                    } catch (InterruptedException given) {
                        Thread.currentThread().interrupt();
                    }
                    return DnsAnswer.without(Status.TIMEOUT);
                };
        List<DnsObservation> readings =
                new DomainCheck(
                                reader,
                                question(RecordKind.TLS_RPT, RecordKind.MTA_STS),
                                dns,
                                nanos::get)
                        .readWithin(Duration.ofMillis(50));
        assertThat(readings).hasSize(2).allMatch(reading -> reading.outcome() == Outcome.FAILED);
    }
}
