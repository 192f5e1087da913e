package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcInspection.TextRecord;
import org.mailvane.mailauth.dmarc.DmarcRecord.Psd;
import org.mailvane.mailauth.dmarc.EffectivePolicy.Origin;
import org.mailvane.mailauth.dmarc.TreeWalk.Step;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.report.ServiceAddresses;

/**
 * One inspection of a domain, from the tree walk to the findings.
 *
 * <p>It is longer than others, because each of its steps needs the result of the walk and the
 * findings so far.
 */
final class DmarcStudy {

    /** Texts of one name that are shown. */
    static final int MAX_SHOWN = 20;

    /** Answers have no order; the same texts shall always look the same. */
    private static final Comparator<DmarcRecord> SHOWN_FIRST =
            Comparator.comparing((DmarcRecord record) -> !record.isDmarc())
                    .thenComparing(DmarcRecord::text);

    /** Findings about a policy for subdomains, if it has an effect. */
    private static final Set<FindingKind> WEAKER =
            Set.of(DmarcFindings.SP_WEAKER, DmarcFindings.NP_WEAKER);

    /** Seconds; a record that is kept longer changes slowly. */
    static final long LONG_TTL = 86_400;

    /** The walk, the older organisational domain, mail hosts, three wrong places, the addresses. */
    static final int MAX_QUESTIONS =
            TreeWalk.MAX_STEPS + 5 + AddressCheck.MAX_HOSTS * AddressCheck.MAX_QUESTIONS_PER_HOST;

    private final DomainName domain;
    private final PublicSuffixes suffixes;
    private final ServiceAddresses service;
    private final Dns dns;

    private final TreeWalk walk;
    private final Step own;
    private final DnsAnswer exchangers;
    private final FindingList findings = new FindingList();
    private final List<ShownRecord> ownTexts;

    DmarcStudy(DomainName domain, PublicSuffixes suffixes, ServiceAddresses service, Dns dns) {
        this.domain = domain;
        this.suffixes = suffixes;
        this.service = service;
        this.dns = dns;
        this.walk = TreeWalk.of(domain, dns);
        this.own = walk.own();
        this.ownTexts =
                own.texts().stream().map(text -> ShownRecord.found(text, own.query())).toList();
        this.exchangers =
                own.isFailure()
                        ? DnsAnswer.without(DnsAnswer.Status.NOT_ASKED)
                        : dns.ask(DnsName.of(domain), RecordType.MX);
    }

    DmarcDiscovery discovery() {
        if (own.isFailure()) {
            own.name()
                    .flatMap(name -> DnsFindings.of(own.answer(), name, RecordType.TXT))
                    .ifPresent(findings::add);
            return discovery(State.UNKNOWN, null, null, false);
        }
        @Nullable Step source = walk.policy().orElse(null);
        if (source == null) {
            State state = explainMissing();
            lookAround(null, Optional.empty());
            return discovery(state, null, null, false);
        }
        DmarcRecord record = source.record().orElseThrow();
        Optional<EffectivePolicy> effective =
                EffectivePolicy.of(walk, domain, source, this::isMissingName);
        explain(source, effective);
        DmarcRecord checked = withWhatTheTreeSays(source, record);
        AddressCheck check =
                new AddressCheck(source.domain(), organizationOf(source), suffixes, dns);
        checked = checked.with("rua", check.findings("rua", record.rua()));
        checked = checked.with("ruf", check.findings("ruf", record.ruf()));
        lookAround(source, effective);
        boolean isOurs =
                DmarcInspector.isOurs(record.rua(), service)
                        || check.overriding().stream().anyMatch(service::include);
        State state =
                effective.isEmpty() || isBrokenHere()
                        ? State.ERROR
                        : isOwn(source) ? State.PRESENT : State.INHERITED;
        return discovery(
                state, effective.orElse(null), new ShownSource(source, record, checked), isOurs);
    }

    /** The name whose record counts, with the record as parsed and as it was checked. */
    private record ShownSource(Step step, DmarcRecord record, DmarcRecord checked) {

        /** Returns a text of a step; the record that applies includes the results of the checks. */
        DmarcRecord shown(Step at, DmarcRecord text) {
            return at.domain().equals(step.domain()) && text.equals(record) ? checked : text;
        }
    }

    private boolean isMissingName() {
        return own.answer().status() == DnsAnswer.Status.NO_SUCH_NAME
                && exchangers.status() == DnsAnswer.Status.NO_SUCH_NAME;
    }

    /** Whether the domain tried to have a record, but receivers see none. */
    private boolean isBrokenHere() {
        return own.record().isEmpty()
                && (!own.records().isEmpty() || ownTexts.stream().anyMatch(ShownRecord::isAttempt));
    }

    /** The organisational domain of the name whose record counts (RFC 9990, section 4). */
    private DomainName organizationOf(Step source) {
        DomainName organization = walk.organizationalDomain();
        return isOwn(source) || source.domain().equals(organization)
                ? organization
                : source.domain();
    }

    private State explainMissing() {
        multiple();
        if (!walk.failures().isEmpty()) {
            for (Step failed : walk.failures()) {
                failed.name()
                        .flatMap(name -> DnsFindings.of(failed.answer(), name, RecordType.TXT))
                        .ifPresent(findings::add);
            }
            return isBrokenHere() ? State.ERROR : State.UNKNOWN;
        }
        if (isBrokenHere()) {
            return State.ERROR;
        }
        if (isMissingName()) {
            findings.add(DnsFindings.NXDOMAIN, domain);
            return State.MISSING;
        }
        findings.add(DmarcFindings.RECORD_MISSING, domain);
        own.name()
                .flatMap(name -> DnsFindings.ofRecord(own.answer(), name, RecordType.TXT))
                .ifPresent(findings::add);
        return State.MISSING;
    }

    private void explain(Step source, Optional<EffectivePolicy> effective) {
        if (!isOwn(source)) {
            multiple();
            if (own.records().size() > 1) {
                findings.add(DmarcFindings.RECORD_MULTIPLE_INHERITED, own.query(), source.domain());
            }
        }
        if (effective.isEmpty()) {
            findings.add(DmarcFindings.RECORD_NO_EFFECT, source.query());
        }
        effective
                .filter(policy -> policy.origin() != Origin.OWN)
                .ifPresent(policy ->
                        findings.add(
                                isMissingName()
                                        ? DmarcFindings.RECORD_INHERITED_MISSING_NAME
                                        : DmarcFindings.RECORD_INHERITED,
                                domain,
                                policy.policyDomain(),
                                policy.tag().isEmpty()
                                        ? FindingPhrase.POLICY_NONE
                                        : policy.tag() + "=" + policy.policy()));
        for (Step failed : walk.failures()) {
            findings.add(DmarcFindings.WALK_UNSURE, failed.query());
        }
        long ttl = source.answer().ttl();
        if (ttl > LONG_TTL) {
            findings.add(DmarcFindings.RECORD_LONG_TTL, ttl);
        }
        if (walk.failures().isEmpty()) {
            OldView.of(walk, suffixes, dns).differences(walk, effective).forEach(findings::add);
        }
    }

    private void multiple() {
        for (Step step : walk.steps()) {
            if (step.records().size() > 1) {
                findings.add(DmarcFindings.RECORD_MULTIPLE, step.query(), step.records().size());
            }
        }
    }

    /** Adds the findings about tags that depend on where the record is published. */
    private DmarcRecord withWhatTheTreeSays(Step source, DmarcRecord record) {
        DmarcRecord checked = record;
        DomainName organization = walk.organizationalDomain();
        if (isOwn(source) && !organization.equals(domain) && walk.failures().isEmpty()) {
            for (String tag : List.of("sp", "np")) {
                if (record.tags().stream().anyMatch(t -> t.key().equalsIgnoreCase(tag))) {
                    Finding unused =
                            DmarcFindings.SUBDOMAIN_POLICY_UNUSED.with(tag, domain, organization);
                    checked = checked.without(tag, WEAKER).with(tag, List.of(unused));
                }
            }
        }
        boolean isSuffix = suffixes.isPublicSuffix(source.domain());
        if (isSuffix != (record.psd() == Psd.YES)) {
            Finding contradiction =
                    isSuffix
                            ? DmarcFindings.PSD_MISSING.with(source.domain())
                            : DmarcFindings.PSD_NOT_PUBLIC.with(source.domain());
            checked = checked.with("psd", List.of(contradiction));
        }
        return checked;
    }

    private void lookAround(@Nullable Step source, Optional<EffectivePolicy> effective) {
        new Surroundings(walk, exchangers, suffixes, dns)
                .findings(source, effective)
                .forEach(findings::add);
        if (ownTexts.stream().anyMatch(ShownRecord::isUnrelated)
                && Surroundings.isWildcard(own, dns)) {
            findings.add(DmarcFindings.RECORD_WILDCARD, own.query());
        }
    }

    private boolean isOwn(Step step) {
        return step.domain().equals(domain);
    }

    private DmarcDiscovery discovery(
            State state,
            @Nullable EffectivePolicy effective,
            @Nullable ShownSource source,
            boolean isOurs) {
        Step shown = source == null ? own : source.step();
        List<TextRecord> ownRecords = shown(own, source);
        List<TextRecord> records = new ArrayList<>(ownRecords);
        if (!isOwn(shown)) {
            records.addAll(shown(shown, source));
        }
        brokenAlias();
        String cname = alias(shown);
        boolean valid = !findings.hasErrors() && records.stream().allMatch(TextRecord::valid);
        return new DmarcDiscovery(
                state,
                Optional.ofNullable(effective),
                ownRecords,
                new DmarcInspection(
                        domain.value(),
                        source == null ? "" : source.step().domain().value(),
                        shown.query(),
                        valid,
                        isOurs,
                        cname,
                        findings.toList(),
                        records));
    }

    private String alias(Step step) {
        if (step.answer().aliases().isEmpty()) {
            return "";
        }
        DnsName target = step.answer().aliases().getLast();
        if (!step.answer().status().isVoid()) {
            findings.add(DmarcFindings.RECORD_ALIAS, step.query(), target);
        }
        return target.toString();
    }

    private void brokenAlias() {
        DnsAnswer answer = own.answer();
        if (answer.status().isVoid() && !answer.aliases().isEmpty()) {
            findings.add(
                    DmarcFindings.RECORD_ALIAS_BROKEN, own.query(), answer.aliases().getLast());
        }
    }

    private List<TextRecord> shown(Step step, @Nullable ShownSource source) {
        List<DmarcRecord> texts = step.texts();
        if (texts.size() > MAX_SHOWN) {
            findings.add(DmarcFindings.RECORD_MORE, texts.size(), MAX_SHOWN);
        }
        return texts.stream()
                .sorted(SHOWN_FIRST)
                .limit(MAX_SHOWN)
                .map(text -> source == null ? text : source.shown(step, text))
                .map(text -> ShownRecord.found(text, step.query()).record())
                .toList();
    }
}
