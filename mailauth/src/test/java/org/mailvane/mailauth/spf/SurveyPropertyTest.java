package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.SpfInspection.Flattened;
import org.mailvane.mailauth.spf.SpfInspection.TextRecord;
import org.mailvane.mailauth.spf.SpfInspection.TextTerm;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;
import org.mailvane.mailauth.testing.ZoneDns;

/**
 * What holds of any zone. {@code -Dmailvane.fuzz=10} takes ten thousand zones instead of some
 * hundreds; where others take millions of records, since a zone costs what a thousand of these do.
 */
class SurveyPropertyTest {

    private static final int FEW = 250;
    private static final int THOUSAND = 1_000;
    private static final int PROBES = 25;
    private static final long SEED = 7208;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final SpfInspector inspector = new SpfInspector();

    private static int rounds() {
        return Math.max(FEW, Integer.getInteger("mailvane.fuzz", 0) * THOUSAND);
    }

    @Test
    void anyZoneIsSurveyedWithinTheQuestionsThatAreAllowed() {
        RandomZone zones = new RandomZone(random, true, true);
        for (int round = 0; round < rounds(); round++) {
            ZoneDns zone = zones.next();
            int questions = 1 + random.nextInt(BoundedDns.MAX_QUESTIONS);
            BoundedDns dns = new BoundedDns(zone, questions, BoundedDns.MAX_TIME, () -> 0);
            SpfInspection inspection = inspector.inspect(RandomZone.START, dns);
            assertThat(zone.asked()).hasSizeLessThanOrEqualTo(questions).doesNotHaveDuplicates();
            assertThat(inspection.passIp4Count()).isBetween(0L, 1L << 32);
            boolean anyBad =
                    inspection.records().stream().anyMatch(record -> !record.valid())
                            || inspection.messages().stream()
                                    .anyMatch(message -> message.level() == Level.ERR);
            assertThat(inspection.valid()).isEqualTo(!anyBad);
            inspection.records().forEach(SurveyPropertyTest::assertErrorsBubbleUp);
        }
    }

    private static void assertErrorsBubbleUp(TextRecord record) {
        boolean hasError =
                record.messages().stream().anyMatch(message -> message.level() == Level.ERR);
        for (TextTerm term : record.terms()) {
            boolean termHasError =
                    term.messages().stream().anyMatch(message -> message.level() == Level.ERR);
            assertThat(term.valid()).isEqualTo(!termHasError);
            hasError |= termHasError;
            if (term.valid()) {
                assertThat(term.result()).allMatch(TextRecord::valid);
            }
            term.result().forEach(SurveyPropertyTest::assertErrorsBubbleUp);
        }
        assertThat(record.valid()).isEqualTo(!hasError);
    }

    @Test
    void lookupsAreThoseThatASimpleCounterCounts() {
        RandomZone zones = new RandomZone(random, false, true);
        for (int round = 0; round < rounds(); round++) {
            ZoneDns zone = zones.next();
            SpfInspection inspection = inspector.inspect(RandomZone.START, zone);
            int lookups = lookups(RandomZone.START, zone);
            assertThat(inspection.queryCount()).isEqualTo(lookups);
            assertThat(
                            inspection.records().getFirst().terms().stream()
                                    .mapToInt(TextTerm::queryCount)
                                    .sum())
                    .isEqualTo(lookups);
        }
    }

    /** Section 4.6.4, by hand: terms of the record and of all that it refers to. */
    private static int lookups(DnsName domain, ZoneDns zone) {
        SpfRecord record = SpfParser.parse(text(domain, zone));
        int count = 0;
        for (Term term : record.terms()) {
            if (term instanceof Mechanism mechanism) {
                count += mechanism.kind().isLookup() ? 1 : 0;
                if (mechanism.kind() == MechanismKind.INCLUDE
                        && mechanism.domain() != null
                        && mechanism.domain().isLiteral()) {
                    count += lookups(new DnsName(mechanism.domainSpec()), zone);
                }
                if (mechanism.kind() == MechanismKind.ALL) {
                    return count;
                }
            }
        }
        for (Term term : record.terms()) {
            if (term instanceof Modifier modifier) {
                count += 1 + lookups(new DnsName(modifier.value()), zone);
            }
        }
        return count;
    }

    private static String text(DnsName domain, ZoneDns zone) {
        return ((DnsRecord.Text) zone.ask(domain, RecordType.TXT).records().getFirst()).joined();
    }

    @Test
    void exactlyTheAddressesThatAreCountedPass() {
        RandomZone zones = new RandomZone(random, false, false);
        SpfEvaluator evaluator = new SpfEvaluator(() -> 0);
        int compared = 0;
        for (int round = 0; round < rounds(); round++) {
            ZoneDns zone = zones.next();
            SpfSurvey survey = inspector.survey(RandomZone.START, zone);
            assertThat(survey.needsEvaluation()).isFalse();
            IpSet counted = new IpSet();
            survey.networks().forEach(counted::add);
            assertThat(survey.inspection().passIp4Count()).isEqualTo(counted.ip4Count());
            ZoneDns flattened = flattenedZone(survey.inspection());
            for (int i = 0; i < PROBES; i++) {
                IpAddress ip = i == 0 ? IpAddress.v4(0x08080808L) : RandomZone.address(random);
                SpfResult result = evaluate(evaluator, ip, zone);
                if (result.result() != SpfVerdict.PERMERROR) {
                    assertThat(counted.contains(ip))
                            .as("%s in %s: %s", ip, survey.networks(), result)
                            .isEqualTo(result.result() == SpfVerdict.PASS);
                    if (!survey.inspection().flattened().isEmpty()
                            && survey.inspection().flattenedQueryCount()
                                    <= SpfEvaluator.MAX_LOOKUPS) {
                        SpfVerdict flat = evaluate(evaluator, ip, flattened).result();
                        assertThat(flat)
                                .as("%s in %s", ip, survey.inspection().flattened())
                                .isEqualTo(result.result());
                    }
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(rounds() * PROBES / 4);
    }

    private static SpfResult evaluate(SpfEvaluator evaluator, IpAddress ip, ZoneDns zone) {
        return evaluator.checkHost(ip, "x@" + RandomZone.START, "h.example", zone);
    }

    @Test
    void flattenedRecordsListTheSameNetworksForTheLookupsThatAreSaid() {
        RandomZone zones = new RandomZone(random, false, true);
        int inParts = 0;
        for (int round = 0; round < rounds(); round++) {
            SpfSurvey survey = inspector.survey(RandomZone.START, zones.next());
            SpfInspection inspection = survey.inspection();
            boolean isImpossible =
                    inspection.records().getFirst().messages().stream()
                            .anyMatch(message -> message.is(SpfFindings.FLATTENED_IMPOSSIBLE));
            assertThat(inspection.flattened().isEmpty()).isEqualTo(isImpossible);
            if (!inspection.valid()) {
                assertThat(inspection.flattened()).isEmpty();
            }
            if (isImpossible) {
                continue;
            }
            assertThat(inspection.flattened())
                    .allSatisfy(part ->
                            assertThat(part.record())
                                    .hasSizeLessThanOrEqualTo(Flattening.MAX_LENGTH));
            assertThat(inspection.flattened().getFirst().domain())
                    .isEqualTo(RandomZone.START.value());
            ZoneDns flattened = flattenedZone(inspection);
            SpfSurvey again = inspector.survey(RandomZone.START, flattened);
            assertThat(new TreeSet<>(again.networks()))
                    .as("%s", inspection.flattened())
                    .isEqualTo(new TreeSet<>(survey.networks()));
            SpfInspection second = again.inspection();
            assertThat(second.passNetworkCount()).isEqualTo(inspection.passNetworkCount());
            assertThat(second.passIp4Count()).isEqualTo(inspection.passIp4Count());
            assertThat(second.queryCount()).isEqualTo(inspection.flattenedQueryCount());
            if (!isDecidedByInclude(inspection.records().getFirst())) {
                assertThat(second.defaultResult()).isEqualTo(inspection.defaultResult());
            }
            assertThat(second.passDuplicateIp4Networks()).isEmpty();
            assertThat(second.records().getFirst().terms()).allMatch(TextTerm::valid);
            inParts += inspection.flattened().size() > 1 ? 1 : 0;
        }
        assertThat(inParts).isPositive();
    }

    /** Returns whether an included record allows everybody, so that no default is reached. */
    private static boolean isDecidedByInclude(TextRecord record) {
        return record.terms().stream()
                .anyMatch(term ->
                        term.messages().stream().anyMatch(m -> m.is(SpfFindings.TARGET_PASSES_ALL))
                                || term.result().stream()
                                        .anyMatch(SurveyPropertyTest::isDecidedByInclude));
    }

    private static ZoneDns flattenedZone(SpfInspection inspection) {
        ZoneDns zone = new ZoneDns();
        for (Flattened part : inspection.flattened()) {
            zone.add(part.domain() + " TXT \"" + part.record() + "\"");
        }
        return zone;
    }

    @Test
    void networksThatAreListedAreThoseThatAreCounted() {
        RandomZone zones = new RandomZone(random, false, true);
        for (int round = 0; round < rounds(); round++) {
            SpfSurvey survey = inspector.survey(RandomZone.START, zones.next());
            String defaultResult = survey.inspection().defaultResult();
            // Of a record over the limits, what all gives to the rest is not told.
            boolean mayPassRest = defaultResult.equals("pass") || defaultResult.equals("permerror");
            if (!mayPassRest && !isDecidedByInclude(survey.inspection().records().getFirst())) {
                assertThat(survey.inspection().passNetworkCount())
                        .isEqualTo(survey.networks().size());
                IpSet listed = new IpSet();
                for (IpNetwork network : survey.networks()) {
                    listed.add(network);
                }
                assertThat(survey.inspection().passIp4Count()).isEqualTo(listed.ip4Count());
            }
        }
    }
}
