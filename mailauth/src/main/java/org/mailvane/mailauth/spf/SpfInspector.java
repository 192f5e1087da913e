package org.mailvane.mailauth.spf;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingValue.Phrase;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.AddressRules.Passing;
import org.mailvane.mailauth.spf.SpfInspection.DuplicateNetwork;
import org.mailvane.mailauth.spf.SpfInspection.TextRecord;
import org.mailvane.mailauth.spf.SpfInspection.Volume;

/**
 * The surveyor: inspects a domain's SPF record and all that it refers to, on every branch, without
 * a message at hand (RFC 7208). It counts what receivers may come to in the worst case, and what
 * can get {@code pass}.
 */
public final class SpfInspector {

    /** Maximum number of lookups that a record may need (section 4.6.4). */
    public static final int MAX_LOOKUPS = 10;

    /** Number of lookups from which a record is near the limit. */
    static final int NEAR_MAX_LOOKUPS = 9;

    /** Maximum number of void lookups (section 4.6.4). */
    public static final int MAX_VOIDS = 2;

    /**
     * Inspects the record of a domain.
     *
     * @param dns bounded, as one inspection may ask; what it does not answer is said
     */
    public SpfInspection inspect(DnsName domain, Dns dns) {
        return survey(domain, dns).inspection();
    }

    /** The same, with what programs need of it. */
    public SpfSurvey survey(DnsName domain, Dns dns) {
        FindingList findings = new FindingList();
        DomainChecks checks = new DomainChecks(domain, dns);
        SurveyedDomain surveyed = checks.survey(findings);
        Optional<SurveyedRecord> single = surveyed.single();
        if (single.isPresent()) {
            return survey(domain.value(), single.get(), findings);
        }
        String defaultResult =
                surveyed.answer().status().isFailure()
                        ? SpfDefaults.TEMPERROR
                        : surveyed.records().isEmpty() ? SpfDefaults.NONE : SpfDefaults.PERMERROR;
        ResultTree tree = new ResultTree(SentMessages.NONE);
        List<TextRecord> records =
                surveyed.records().stream().map(record -> tree.of(record, totals(record))).toList();
        SpfInspection inspection =
                new SpfInspection(
                        domain.value(),
                        0,
                        false,
                        records,
                        findings.toList(),
                        0,
                        0,
                        0,
                        0,
                        Volume.NONE,
                        defaultResult,
                        List.of(),
                        List.of(),
                        List.of());
        return new SpfSurvey(inspection);
    }

    /**
     * Inspects a record that is perhaps nowhere published. What its terms say of "the domain of the
     * record" is not known.
     */
    public SpfInspection validate(String record, Dns dns) {
        SurveyedRecord surveyed = new SurveyWalk(dns).record(record, null);
        return survey("", surveyed, new FindingList()).inspection();
    }

    private static SpfSurvey survey(String domain, SurveyedRecord found, FindingList findings) {
        SpfBreadth breadth = BreadthSurvey.of(found);
        SurveyedRecord record = BroadFindings.into(found, breadth);
        Passing passing = record.passing();
        Passing reached = record.reached();
        FindingList totals = new FindingList();
        totals.addAll(totals(record));
        boolean isOverLimit = totals.hasErrors();
        BroadFindings.ofTotal(breadth).ifPresent(totals::add);
        Flattening flattening = flattening(record, totals);
        TextRecord shown = new ResultTree(SentMessages.NONE).of(record, totals.toList());
        SpfInspection inspection =
                new SpfInspection(
                        domain,
                        0,
                        shown.valid() && !findings.hasErrors(),
                        List.of(shown),
                        findings.toList(),
                        record.lookups(),
                        reached.networks().size(),
                        reached.addresses().ip4Count(),
                        flattening.lookups(),
                        Volume.NONE,
                        isOverLimit ? SpfDefaults.PERMERROR : record.defaultResult(),
                        duplicates(passing, true),
                        duplicates(passing, false),
                        flattening.records());
        Set<IpNetwork> named = passing.networks().keySet();
        Set<IpNetwork> networks = new LinkedHashSet<>(named);
        networks.addAll(
                passing.isEverything()
                        ? List.of(IpSet.ALL_V4, IpSet.ALL_V6)
                        : passing.restNetworks());
        return new SpfSurvey(inspection, record, totals.toList(), networks, named, breadth);
    }

    /** Flattens a record that receivers can use; of others, {@code findings} get the reason. */
    private static Flattening flattening(SurveyedRecord record, FindingList findings) {
        if (record.passing().isCut()) {
            findings.add(SpfFindings.NETWORKS_CUT, AddressRules.MAX_ENTRIES);
        }
        Optional<Phrase> obstacle = FlatteningObstacle.of(record);
        Optional<Flattening> flattening =
                obstacle.isPresent() ? Optional.empty() : Flattening.of(record);
        if (flattening.isEmpty()) {
            findings.add(
                    SpfFindings.FLATTENED_IMPOSSIBLE,
                    obstacle.orElseGet(() -> FlatteningObstacle.ofLength(record)));
            return Flattening.NONE;
        }
        if (flattening.get().lookups() > MAX_LOOKUPS) {
            findings.add(SpfFindings.FLATTENED_EXCEEDED, flattening.get().lookups(), MAX_LOOKUPS);
        }
        return flattening.get();
    }

    /** Returns the findings about a record with all that it refers to. */
    private static List<Finding> totals(SurveyedRecord record) {
        FindingList findings = new FindingList();
        int length = record.record().text().length();
        if (length > Flattening.MAX_LENGTH) {
            findings.add(SpfFindings.RECORD_LONG, length, Flattening.MAX_LENGTH);
        }
        if (record.lookups() > MAX_LOOKUPS) {
            findings.add(SpfFindings.LOOKUPS_EXCEEDED, record.lookups(), MAX_LOOKUPS);
        } else if (record.lookups() >= NEAR_MAX_LOOKUPS) {
            findings.add(SpfFindings.LOOKUPS_NEAR, record.lookups(), MAX_LOOKUPS);
        }
        voids(record, findings);
        long repeated =
                record.passing().networks().values().stream().filter(count -> count > 1).count();
        if (repeated > 0) {
            findings.add(SpfFindings.NETWORK_DUPLICATE, repeated);
        }
        return findings.toList();
    }

    private static void voids(SurveyedRecord record, FindingList findings) {
        Voids voids = record.voids();
        if (voids.ofEverySender() > MAX_VOIDS) {
            findings.add(SpfFindings.VOIDS_EXCEEDED, voids.ofEverySender(), MAX_VOIDS);
        } else if (voids.ip4() > MAX_VOIDS) {
            findings.add(SpfFindings.VOIDS_OF_FAMILY, "IPv4", voids.ip4(), MAX_VOIDS);
        } else if (voids.ip6() > MAX_VOIDS) {
            findings.add(SpfFindings.VOIDS_OF_FAMILY, "IPv6", voids.ip6(), MAX_VOIDS);
        }
    }

    private static List<DuplicateNetwork> duplicates(Passing passing, boolean isV4) {
        return passing.networks().entrySet().stream()
                .filter(entry -> entry.getValue() > 1 && entry.getKey().first().isV4() == isV4)
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new DuplicateNetwork(entry.getKey().toString(), entry.getValue()))
                .toList();
    }
}
