package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.CpuTime;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.SpfInspection.TextRecord;
import org.mailvane.mailauth.spf.SpfInspection.TextTerm;
import tools.jackson.databind.json.JsonMapper;

/** Records and zones that are too much of something. */
@Tag("slow")
class SurveyLimitsTest {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int MAX_JSON = 4_000_000;
    private static final DnsName START = new DnsName("d0.example");

    private final SpfInspector inspector = new SpfInspector();

    @Test
    void includesOfIncludesAreShownOnceAndCountedEachTime() {
        // d0 includes d1 to d20, each of which includes d21 to d40, which have one network each.
        SpfInspection inspection =
                inspect(index -> {
                    if (index > 20) {
                        return "v=spf1 ip4:1.2.3." + index + " -all";
                    }
                    int first = index == 0 ? 1 : 21;
                    return "v=spf1 " + includes(first, first + 20) + " -all";
                });
        assertThat(inspection.queryCount()).isEqualTo(20 + 20 * 20);
        assertThat(inspection.passNetworkCount()).isEqualTo(20);
        assertThat(inspection.passIp4Count()).isEqualTo(20);
        assertThat(inspection.passDuplicateIp4Networks())
                .hasSize(20)
                .allMatch(duplicate -> duplicate.count() == 20);
        assertThat(inspection.flattenedQueryCount()).isZero();
        List<TextTerm> terms = inspection.records().getFirst().terms();
        assertThat(terms.get(0).result().getFirst().terms().get(19).result()).hasSize(1);
        assertThat(terms.get(1).result().getFirst().terms())
                .filteredOn(term -> term.name().equals("include"))
                .allMatch(term -> term.result().isEmpty() && term.queryCount() == 1)
                .allMatch(term -> has(term.messages(), SpfFindings.RESULT_REPEATED));
    }

    @Test
    void doublingRecordsStopAtTheLargestNumberThatThereIs() {
        SpfInspection inspection =
                inspect(index ->
                        index == 100
                                ? "v=spf1 ip4:1.2.3.4 -all"
                                : "v=spf1 "
                                        + includes(index + 1, index + 2)
                                        + " "
                                        + includes(index + 1, index + 2)
                                        + " -all");
        assertThat(inspection.queryCount()).isEqualTo(Integer.MAX_VALUE);
        assertThat(inspection.passIp4Count()).isEqualTo(1);
        assertThat(inspection.passDuplicateIp4Networks())
                .containsExactly(new SpfInspection.DuplicateNetwork("1.2.3.4", Integer.MAX_VALUE));
    }

    @Test
    void aChainIsShownToADepthAndCountedToItsEnd() {
        int length = 60;
        SpfInspection inspection =
                inspect(index ->
                        index == length
                                ? "v=spf1 ip4:1.2.3.4 -all"
                                : "v=spf1 " + includes(index + 1, index + 2) + " -all");
        assertThat(inspection.queryCount()).isEqualTo(length);
        assertThat(inspection.passIp4Count()).isEqualTo(1);
        TextRecord record = inspection.records().getFirst();
        for (int depth = 0; depth < ResultTree.MAX_DEPTH; depth++) {
            record = record.terms().getFirst().result().getFirst();
        }
        assertThat(record.terms().getFirst().result()).isEmpty();
        assertThat(has(record.terms().getFirst().messages(), SpfFindings.RESULT_CUT)).isTrue();
    }

    @Test
    void anEndlessChainEndsWithTheQuestions() {
        SpfInspection inspection =
                inspect(index -> "v=spf1 " + includes(index + 1, index + 2) + " ip4:1.2.3.4 -all");
        assertThat(inspection.valid()).isFalse();
        assertThat(inspection.passIp4Count()).isEqualTo(1);
        assertThat(inspection.queryCount()).isBetween(SpfInspector.MAX_LOOKUPS, 200);
    }

    @Test
    void termsAreShownToANumberAndCountedToTheLast() {
        int count = 4_000;
        SpfInspection inspection =
                inspect(index ->
                        index == 0 ? "v=spf1 " + networks(0, count) + " -all" : "v=spf1 -all");
        TextRecord record = inspection.records().getFirst();
        assertThat(record.terms()).hasSize(ResultTree.MAX_TERMS);
        assertThat(has(record.messages(), SpfFindings.TERMS_CUT)).isTrue();
        assertThat(inspection.passNetworkCount()).isEqualTo(count);
        assertThat(inspection.passIp4Count()).isEqualTo(count);
        assertThat(inspection.flattened()).hasSizeGreaterThan(count / 30);
        assertThat(inspection.flattened())
                .allMatch(part -> part.record().length() <= Flattening.MAX_LENGTH);
    }

    @Test
    void recordsAreShownToANumberOfCharacters() {
        String text = "x=" + "a".repeat(ResultTree.MAX_CHARACTERS / 4);
        SpfInspection inspection =
                inspect(index ->
                        index == 0
                                ? "v=spf1 " + includes(1, 9) + " -all"
                                : "v=spf1 ip4:1.2.3." + index + " " + text + " -all");
        List<TextTerm> terms = inspection.records().getFirst().terms();
        assertThat(terms.get(0).result()).isNotEmpty();
        assertThat(terms.get(7).result()).isEmpty();
        assertThat(has(terms.get(7).messages(), SpfFindings.RESULT_CUT)).isTrue();
        assertThat(inspection.passIp4Count()).isEqualTo(8);
        assertThat(json(inspection)).hasSizeLessThan(MAX_JSON);
    }

    @Test
    void networksAreKeptToANumber() {
        SpfInspection inspection =
                inspect(index ->
                        index == 0
                                ? "v=spf1 " + includes(1, 4) + " -all"
                                : "v=spf1 "
                                        + networks(index * 4_000, index * 4_000 + 4_000)
                                        + " -all");
        assertThat(inspection.passNetworkCount()).isEqualTo(AddressRules.MAX_ENTRIES);
        assertThat(inspection.flattened()).isEmpty();
        assertThat(has(inspection.records().getFirst().messages(), SpfFindings.NETWORKS_CUT))
                .isTrue();
    }

    @Test
    void onlySoManyRecordsOfADomainAreSurveyed() {
        List<DnsRecord> texts = new ArrayList<>();
        for (int i = 0; i <= SurveyWalk.MAX_RECORDS; i++) {
            texts.add(new DnsRecord.Text("v=spf1 ip4:1.2.3." + i + " -all"));
        }
        Dns dns =
                (name, type) ->
                        type == RecordType.TXT && name.equals(START)
                                ? DnsAnswer.of(texts)
                                : DnsAnswer.without(DnsAnswer.Status.NO_DATA);
        SpfInspection inspection = inspector.inspect(START, dns);
        assertThat(inspection.records()).hasSize(SurveyWalk.MAX_RECORDS);
        assertThat(has(inspection.messages(), SpfFindings.RECORD_MULTIPLE)).isTrue();
    }

    @Test
    void afterTooManyTermsNoFurtherRecordIsRead() {
        String many = "x=1 ".repeat(Work.MAX_TERMS / 2);
        SpfInspection inspection =
                inspect(index ->
                        index == 0
                                ? "v=spf1 " + includes(1, 4) + " -all"
                                : "v=spf1 " + many + "ip4:1.2.3." + index + " -all");
        assertThat(inspection.valid()).isFalse();
        assertThat(inspection.passIp4Count()).isEqualTo(2);
        assertThat(inspection.records().getFirst().terms().get(2).messages())
                .anyMatch(message -> message.code().equals("dns.inspection.limit"));
    }

    @Test
    void partsOfAFlattenedRecordIncludeFurtherPartsWhereTheyAreTooMany() {
        SpfInspection inspection = inspect(index -> "v=spf1 " + networks(0, 1_000) + " -all");
        assertThat(inspection.flattened().getFirst().record())
                .startsWith("v=spf1 include:_spf")
                .hasSizeLessThanOrEqualTo(Flattening.MAX_LENGTH);
        assertThat(
                        inspection.flattened().stream()
                                .skip(1)
                                .filter(part -> part.record().contains("include:")))
                .isNotEmpty();
        assertThat(inspection.flattenedQueryCount()).isEqualTo(inspection.flattened().size() - 1);
    }

    @Test
    void whatFitsIntoNoPartIsNotFlattened() {
        String longMacro = "exists:%{i}." + "a.".repeat(300) + "example.com";
        assertThat(inspect(index -> "v=spf1 " + longMacro + " -all").flattened()).isEmpty();
        assertThat(
                        inspector
                                .validate("v=spf1 " + networks(0, 100) + " -all", zone(i -> ""))
                                .flattened())
                .isEmpty();
    }

    @Test
    void theWorstThatFitsIntoRecordsTakesNoTimeAndNoRoom() {
        List<Function<Integer, String>> worst =
                List.of(
                        // The same includes again and again, with other qualifiers between.
                        index ->
                                "v=spf1 "
                                        + (includes(index + 1, index + 2) + " -ip4:1.2.3.4 ")
                                                .repeat(1_800)
                                        + networks(index * 50, index * 50 + 50),
                        index -> "v=spf1 " + "mx ".repeat(21_000),
                        index -> "v=spf1 " + "a ".repeat(32_000),
                        index -> "v=spf1 " + "?a a ".repeat(13_000),
                        index -> "v=spf1 " + includes(0, 3_500),
                        index ->
                                "v=spf1 "
                                        + IntStream.range(0, 1_300)
                                                .mapToObj(i ->
                                                        "-ip6:2a01:%x:%x::1 ip6:::/%d"
                                                                .formatted(i, index, i % 64))
                                                .collect(Collectors.joining(" "))
                                        + " include:d"
                                        + (index + 1)
                                        + ".example +all",
                        index ->
                                "v=spf1 redirect=d"
                                        + (index + 1)
                                        + ".example "
                                        + "-exists:%{i}.example exists:%{d}.%{i}.x ".repeat(1_500));
        for (Function<Integer, String> records : worst) {
            long start = CpuTime.now();
            SpfInspection inspection = inspect(records);
            assertThat(json(inspection)).hasSizeLessThan(MAX_JSON);
            assertThat(CpuTime.since(start)).as(records.apply(0).substring(0, 40)).isLessThan(SOON);
        }
    }

    /** Inspects d0.example, where dN.example has the Nth record, within the usual bounds. */
    private SpfInspection inspect(Function<Integer, String> records) {
        return inspector.inspect(START, new BoundedDns(zone(records), () -> 0));
    }

    /** Every name has ten mail exchangers and a hundred addresses besides. */
    private static Dns zone(Function<Integer, String> records) {
        List<DnsRecord> addresses = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            addresses.add(new DnsRecord.Address(IpAddress.v4(0x05060000L + i)));
        }
        List<DnsRecord> exchangers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            exchangers.add(new DnsRecord.MailExchanger(i, new DnsName("mx" + i + ".example")));
        }
        return (name, type) -> {
            String digits = name.value().replaceAll("\\D", "");
            boolean hasRecord = name.value().matches("d\\d+\\.example");
            return switch (type) {
                case TXT ->
                        hasRecord
                                ? DnsAnswer.of(
                                        List.of(
                                                new DnsRecord.Text(
                                                        records.apply(Integer.parseInt(digits)))))
                                : DnsAnswer.without(DnsAnswer.Status.NO_DATA);
                case MX -> DnsAnswer.of(exchangers);
                case A -> DnsAnswer.of(addresses);
                default -> DnsAnswer.without(DnsAnswer.Status.NO_DATA);
            };
        };
    }

    private static String includes(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(index -> "include:d" + index + ".example")
                .collect(Collectors.joining(" "));
    }

    /** Networks of one address that don't touch each other. */
    private static String networks(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(index -> "ip4:" + IpAddress.v4(0x05000000L + 2L * index))
                .collect(Collectors.joining(" "));
    }

    private static boolean has(List<Finding> findings, FindingKind kind) {
        return findings.stream().anyMatch(finding -> finding.is(kind));
    }

    private static String json(SpfInspection inspection) {
        return JsonMapper.builder().build().writeValueAsString(inspection);
    }
}
