package org.mailvane.monitor;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.bimi.BimiInspection;
import org.mailvane.mailauth.bimi.BimiInspector;
import org.mailvane.mailauth.bimi.MarkRoots;
import org.mailvane.mailauth.dkim.DkimInspection;
import org.mailvane.mailauth.dkim.DkimInspector;
import org.mailvane.mailauth.dkim.DkimRecord;
import org.mailvane.mailauth.dmarc.DmarcDiscovery;
import org.mailvane.mailauth.dmarc.DmarcInspection;
import org.mailvane.mailauth.dmarc.DmarcInspector;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.dmarc.EffectivePolicy;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord.StartOfZone;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.mtasts.MtaStsInspection;
import org.mailvane.mailauth.mtasts.MtaStsInspector;
import org.mailvane.mailauth.mtasts.MtaStsPolicyInspection;
import org.mailvane.mailauth.mtasts.MtaStsPolicyInspector;
import org.mailvane.mailauth.mtasts.MtaStsRecord;
import org.mailvane.mailauth.mx.MxInspection;
import org.mailvane.mailauth.mx.MxInspector;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.mailauth.spf.SpfInspector;
import org.mailvane.mailauth.tag.TaggedRecord;
import org.mailvane.mailauth.tlsrpt.TlsRptInspection;
import org.mailvane.mailauth.tlsrpt.TlsRptInspector;
import org.mailvane.monitor.DnsObservation.Outcome;
import org.mailvane.monitor.DnsObservation.RecordKey;

/** Reads domains' records: asks the library's inspectors, and keeps of it what is watched. */
final class RecordReader {

    /** Of DMARC: the domain whose record counts. */
    static final String POLICY_DOMAIN = "policy_domain";

    /** Of DMARC: the domain of the organisation, as the tree walk has it. */
    static final String ORGANIZATION = "organization";

    /** Of DMARC: the policy that receivers apply. */
    static final String POLICY = "policy";

    /** Of DMARC: the tag that says so. */
    static final String TAG = "tag";

    /** Of DMARC: {@code own}, {@code inherited} or {@code public_suffix}. */
    static final String ORIGIN = "origin";

    /** Of DMARC: all that the record asks receivers to do with mail that fails. */
    static final String POLICIES = "policies";

    /** Of DMARC and TLS-RPT: whether reports are mailed to the account. */
    static final String RUA_HERE = "rua_here";

    /** Of DMARC: what the name of the domain's own record is an alias of, where it is one. */
    static final String ALIAS = "alias";

    /** Where the record was asked for. */
    static final String QUERY = "query";

    /** Of SPF: lookups that the record needs. */
    static final String LOOKUPS = "lookups";

    /** Of SPF: whether every IPv4 address passes by it. */
    static final String ANYONE = "anyone";

    /** Of DKIM: whether the key was revoked. */
    static final String REVOKED = "revoked";

    /** Of MTA-STS: the policy file. */
    static final String POLICY_FILE = "policy_file";

    /** Of MTA-STS: the policy file that was fetched last, where it can't be fetched now. */
    static final String LAST_POLICY_FILE = "last_policy_file";

    /** Of MX: whether the name does not exist. */
    static final String NXDOMAIN = "nxdomain";

    /** Of MX: the SOA record. */
    static final String SOA = "soa";

    /** Characters of a record that are kept. */
    static final int MAX_VALUE = 8_192;

    /** What a TXT record begins with that shows whose the domain is. */
    static final String VERIFICATION = "mailvane-verification=";

    private static final long ALL_IP4 = 1L << 32;
    private static final int WHOLE = 100;
    private static final String DMARC_LABEL = "_dmarc";
    private static final String POLICY_LABEL = "mta-sts";

    private final Https https;
    private final PublicSuffixes suffixes = PublicSuffixes.bundled();
    private final Clock clock;
    private final LongSupplier nanos;

    /**
     * A reader.
     *
     * @param clock used to check whether certificates are valid today
     * @param nanos measures the time of a check
     */
    RecordReader(Https https, Clock clock, LongSupplier nanos) {
        this.https = https;
        this.clock = clock;
        this.nanos = nanos;
    }

    /**
     * What is asked for.
     *
     * @param domain of which domain
     * @param kinds what kinds of records
     * @param selectors those of DKIM
     * @param service which mailboxes are the account's
     */
    record Question(
            DomainName domain,
            Collection<RecordKind> kinds,
            Collection<String> selectors,
            ServiceAddresses service) {

        /** Returns the records, one by one. */
        List<RecordKey> keys() {
            return kinds.stream()
                    .flatMap(kind ->
                            kind == RecordKind.DKIM
                                    ? selectors.stream().map(s -> new RecordKey(kind, s))
                                    : Stream.of(RecordKey.of(kind)))
                    .sorted()
                    .toList();
        }
    }

    /** Reads one record. */
    DnsObservation read(Question question, RecordKey key, Dns dns) {
        AskedDns asked = new AskedDns(dns, nanos);
        DomainName domain = question.domain();
        return switch (key.kind()) {
            case DMARC -> dmarc(domain, question.service(), asked);
            case SPF -> spf(domain, asked);
            case DKIM -> dkim(domain, key, asked);
            case BIMI -> bimi(domain, question.service(), asked);
            case MTA_STS -> mtaSts(domain, asked);
            case TLS_RPT -> tlsRpt(domain, question.service(), asked);
            case MX -> mx(domain, asked);
        };
    }

    /** Whether a text at the domain, or at its DMARC record, shows that it is the account's. */
    boolean isVerified(DomainName domain, String token, Dns dns) {
        AskedDns asked = new AskedDns(dns, nanos);
        DnsName name = DnsName.of(domain);
        return Stream.of(Optional.of(name), name.below(DMARC_LABEL))
                .flatMap(Optional::stream)
                .flatMap(each -> asked.ask(each, RecordType.TXT).texts().stream())
                .anyMatch(text -> text.joined().strip().equals(VERIFICATION + token));
    }

    private DnsObservation dmarc(DomainName domain, ServiceAddresses service, AskedDns asked) {
        DmarcDiscovery found = new DmarcInspector(suffixes, service).discover(domain, asked);
        DmarcInspection inspection = found.inspection();
        boolean inherited = found.state() == DmarcDiscovery.State.INHERITED;
        // Where the domain's own is broken, one above it may count, which is not news of this one.
        List<DmarcInspection.TextRecord> texts = inherited ? inspection.records() : found.own();
        boolean attempts =
                found.state() == DmarcDiscovery.State.ERROR
                        && texts.stream().noneMatch(DmarcInspection.TextRecord::isDmarc);
        List<TaggedRecord> records =
                texts.stream()
                        .filter(text -> attempts || text.isDmarc())
                        .map(TaggedRecord.class::cast)
                        .toList();
        boolean usable = records.stream().allMatch(TaggedRecord::valid);
        String query = inherited ? inspection.dnsQuery() : DMARC_LABEL + "." + domain;
        RecordState state =
                switch (found.state()) {
                    case PRESENT -> usable ? RecordState.PRESENT : RecordState.ERROR;
                    case INHERITED -> RecordState.INHERITED;
                    case MISSING -> RecordState.MISSING;
                    case ERROR -> RecordState.ERROR;
                    case UNKNOWN -> RecordState.UNKNOWN;
                };
        Optional<EffectivePolicy> effective = found.effective();
        Problems problems =
                new Problems(
                        RecordKind.DMARC, reached(query, inspection), evidence(texts, records));
        problems.naming(
                effective.stream()
                        .map(EffectivePolicy::record)
                        .flatMap(record ->
                                Stream.concat(record.rua().stream(), record.ruf().stream())));
        problems.add(inspection.messages());
        // What is wrong with the record of a domain above is that domain's trouble.
        if (!inherited) {
            found.own().forEach(problems::add);
        }
        Map<String, Object> details = new TreeMap<>();
        details.put(QUERY, query);
        details.put(POLICY_DOMAIN, inspection.policyDomain());
        details.put(ORGANIZATION, effective.map(e -> e.organizationalDomain().value()).orElse(""));
        details.put(RUA_HERE, inspection.ruaServiceUsage());
        details.put(POLICY, effective.map(e -> e.policy().toString()).orElse(""));
        details.put(POLICIES, effective.map(e -> policies(e.record())).orElse(""));
        details.put(TAG, effective.map(EffectivePolicy::tag).orElse(""));
        details.put(ORIGIN, effective.map(e -> word(e.origin())).orElse(""));
        if (!inherited && !inspection.cname().isEmpty()) {
            details.put(ALIAS, inspection.cname());
        }
        return reading(
                RecordKey.of(RecordKind.DMARC),
                found.state() == DmarcDiscovery.State.UNKNOWN,
                asked,
                new RecordContent(state, value(records), problems.toList(), details));
    }

    /** Returns the value found, even if it is not a DMARC record: a problem may be about that. */
    private static String evidence(
            List<DmarcInspection.TextRecord> texts, List<TaggedRecord> records) {
        return value(records.isEmpty() ? texts : records);
    }

    private static String reached(String query, DmarcInspection inspection) {
        return inspection.cname().isEmpty() || !inspection.dnsQuery().equals(query)
                ? query
                : "%s (an alias of %s)".formatted(query, inspection.cname());
    }

    /** Returns what it asks for, as people read it; what goes without saying is left out. */
    private static String policies(DmarcRecord record) {
        List<String> policies = new ArrayList<>();
        if (record.effect() == DmarcRecord.Effect.REPORTS_ONLY) {
            // One tag that is wrong, and receivers apply none of the others.
            addPolicy(policies, "p", DmarcPolicy.NONE);
            return policies.getFirst();
        }
        // Receivers take a record without a policy as p=none (RFC 9989, section 4.7).
        addPolicy(policies, "p", record.p() == null ? DmarcPolicy.NONE : record.p());
        addPolicy(policies, "sp", record.sp());
        addPolicy(policies, "np", record.np());
        if (record.testing()) {
            policies.add("t=y");
        }
        if (record.pct() < WHOLE) {
            policies.add("pct=" + record.pct());
        }
        return String.join(" ", policies);
    }

    private static void addPolicy(List<String> policies, String tag, @Nullable DmarcPolicy policy) {
        if (policy != null) {
            policies.add(tag + "=" + policy);
        }
    }

    private static String word(EffectivePolicy.Origin origin) {
        return origin.name().toLowerCase(Locale.ROOT);
    }

    private static DnsObservation spf(DomainName domain, AskedDns asked) {
        SpfInspection found = new SpfInspector().inspect(DnsName.of(domain), asked);
        String value =
                found.records().stream()
                        .map(SpfInspection.TextRecord::txt)
                        .sorted()
                        .collect(Collectors.joining("\n"));
        Problems problems = new Problems(RecordKind.SPF, domain.value(), value);
        problems.add(found.messages());
        found.records().forEach(problems::add);
        RecordState state =
                found.records().isEmpty()
                        ? RecordState.MISSING
                        : found.valid() ? RecordState.PRESENT : RecordState.ERROR;
        return reading(
                RecordKey.of(RecordKind.SPF),
                asked.hasFailed(DnsName.of(domain)),
                asked,
                new RecordContent(
                        state,
                        value,
                        problems.toList(),
                        Map.of(
                                QUERY,
                                domain.value(),
                                LOOKUPS,
                                found.queryCount(),
                                ANYONE,
                                found.passIp4Count() >= ALL_IP4)));
    }

    private static DnsObservation dkim(DomainName domain, RecordKey key, AskedDns asked) {
        DkimInspection found = new DkimInspector().inspect(domain, key.selector(), asked);
        List<DkimRecord> records = found.records().stream().filter(DkimRecord::isDkim).toList();
        boolean isRevoked = !records.isEmpty() && records.stream().allMatch(DkimRecord::isRevoked);
        Problems problems = new Problems(RecordKind.DKIM, found.query(), value(records));
        if (!records.isEmpty() && !isRevoked) {
            problems.add(found.messages());
            records.forEach(problems::add);
        }
        RecordState state =
                records.isEmpty() || isRevoked
                        ? RecordState.MISSING
                        : found.valid() ? RecordState.PRESENT : RecordState.ERROR;
        boolean failed = DnsName.parse(found.query()).map(asked::hasFailed).orElse(false);
        return reading(
                key,
                failed,
                asked,
                new RecordContent(
                        state,
                        value(records),
                        problems.about(key.selector()),
                        Map.of(QUERY, found.query(), REVOKED, isRevoked)));
    }

    private DnsObservation bimi(DomainName domain, ServiceAddresses service, AskedDns asked) {
        BimiInspection.Bimi found =
                new BimiInspector(
                                new DmarcInspector(suffixes, service),
                                suffixes,
                                MarkRoots.bundled())
                        .inspect(
                                domain,
                                BimiInspector.DEFAULT_SELECTOR,
                                asked,
                                asked.https(https),
                                clock.instant())
                        .bimi();
        List<TaggedRecord> records =
                found.records().stream()
                        .filter(BimiInspection.TextRecord::isBimi)
                        .map(TaggedRecord.class::cast)
                        .toList();
        boolean own = found.policyDomain().equals(domain.value()) || found.policyDomain().isEmpty();
        Problems problems = new Problems(RecordKind.BIMI, found.dnsQuery(), value(records));
        // Without a logo, nothing that one would need is missing.
        if (!records.isEmpty() && own) {
            problems.add(found.messages());
            records.forEach(problems::add);
            problems.add(found.authority().messages());
            problems.add(found.indicator().messages());
            problems.add(found.indicator().svg().messages());
        }
        RecordState state =
                records.isEmpty()
                        ? RecordState.MISSING
                        : !own
                                ? RecordState.INHERITED
                                : found.valid() ? RecordState.PRESENT : RecordState.ERROR;
        return reading(
                RecordKey.of(RecordKind.BIMI),
                DnsName.parse(found.dnsQuery()).map(asked::hasFailed).orElse(false),
                asked,
                new RecordContent(
                        state,
                        value(records),
                        problems.toList(),
                        Map.of(QUERY, found.dnsQuery(), POLICY_DOMAIN, found.policyDomain())));
    }

    private DnsObservation mtaSts(DomainName domain, AskedDns asked) {
        MtaStsInspection found = new MtaStsInspector().inspect(domain, asked);
        List<MtaStsRecord> records =
                found.records().stream().filter(MtaStsRecord::isMtaSts).toList();
        Problems problems = new Problems(RecordKind.MTA_STS, found.dnsQuery(), value(records));
        Map<String, Object> details = new TreeMap<>();
        details.put(QUERY, found.dnsQuery());
        boolean valid = found.valid();
        if (!records.isEmpty()) {
            problems.add(found.messages());
            records.forEach(problems::add);
            // As with records, what is kept of the policy's host may be old.
            DnsName.of(domain).below(POLICY_LABEL).ifPresent(asked::askForAddresses);
            MtaStsPolicyInspection policy =
                    new MtaStsPolicyInspector().inspect(domain, asked, asked.https(https));
            policy.policy().ifPresent(file -> problems.readFrom(policy.policyUrl(), file.txt()));
            problems.add(policy.messages());
            policy.policy().ifPresent(problems::add);
            policy.policy().ifPresent(file -> details.put(POLICY_FILE, file.txt()));
            valid &= policy.valid();
        }
        RecordState state =
                records.isEmpty()
                        ? RecordState.MISSING
                        : valid ? RecordState.PRESENT : RecordState.ERROR;
        return reading(
                RecordKey.of(RecordKind.MTA_STS),
                DnsName.parse(found.dnsQuery()).map(asked::hasFailed).orElse(false),
                asked,
                new RecordContent(state, value(records), problems.toList(), details));
    }

    private static DnsObservation tlsRpt(
            DomainName domain, ServiceAddresses service, AskedDns asked) {
        TlsRptInspection found = new TlsRptInspector(service).inspect(domain, asked);
        List<TaggedRecord> records =
                found.records().stream()
                        .filter(record -> record.isTlsRpt())
                        .map(TaggedRecord.class::cast)
                        .toList();
        Problems problems = new Problems(RecordKind.TLS_RPT, found.dnsQuery(), value(records));
        if (!records.isEmpty()) {
            problems.add(found.messages());
            records.forEach(problems::add);
        }
        RecordState state =
                records.isEmpty()
                        ? RecordState.MISSING
                        : found.valid() ? RecordState.PRESENT : RecordState.ERROR;
        return reading(
                RecordKey.of(RecordKind.TLS_RPT),
                DnsName.parse(found.dnsQuery()).map(asked::hasFailed).orElse(false),
                asked,
                new RecordContent(
                        state,
                        value(records),
                        problems.toList(),
                        Map.of(QUERY, found.dnsQuery(), RUA_HERE, found.ruaServiceUsage())));
    }

    private static DnsObservation mx(DomainName domain, AskedDns asked) {
        DnsName name = DnsName.of(domain);
        MxInspection found = new MxInspector().inspect(domain, asked);
        String value =
                found.exchangers().stream()
                        .map(mx -> mx.preference() + " " + mx.exchange())
                        .collect(Collectors.joining("\n"));
        Map<String, Object> details = new TreeMap<>();
        details.put(QUERY, domain.value());
        details.put(NXDOMAIN, found.status() == DnsAnswer.Status.NO_SUCH_NAME);
        if (found.status() != DnsAnswer.Status.NO_SUCH_NAME) {
            details.put(SOA, soa(asked.ask(name, RecordType.SOA)));
        }
        Problems problems = new Problems(RecordKind.MX, domain.value(), value);
        problems.add(found.messages());
        RecordState state =
                value.isEmpty()
                        ? RecordState.MISSING
                        : found.usable() ? RecordState.PRESENT : RecordState.ERROR;
        return reading(
                RecordKey.of(RecordKind.MX),
                found.status().isFailure(),
                asked,
                new RecordContent(state, value, problems.toList(), details));
    }

    /**
     * Returns the start of the zone, without its serial number, which changes with every change.
     */
    private static String soa(DnsAnswer answer) {
        return answer.records().stream()
                .filter(StartOfZone.class::isInstance)
                .map(StartOfZone.class::cast)
                .findFirst()
                .map(soa -> soa.primary() + " " + soa.responsible())
                .orElse("");
    }

    private static DnsObservation reading(
            RecordKey key, boolean failed, AskedDns asked, RecordContent content) {
        Outcome outcome =
                failed ? Outcome.FAILED : asked.hasFailed() ? Outcome.PARTLY : Outcome.COMPLETE;
        return new DnsObservation(key, outcome, content);
    }

    private static String value(List<? extends TaggedRecord> records) {
        return records.stream().map(TaggedRecord::txt).sorted().collect(Collectors.joining("\n"));
    }

    /**
     * Whether a name belongs to the domain, so that each check asks for it again, whatever is
     * cached.
     */
    static boolean isOwn(DomainName domain, DnsName name) {
        return name.isWithin(DnsName.of(domain));
    }
}
