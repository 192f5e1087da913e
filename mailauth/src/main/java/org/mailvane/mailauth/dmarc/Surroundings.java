package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.TreeWalk.Step;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;

/** Finds out what a domain is, whether it receives mail, and which records are at wrong names. */
final class Surroundings {

    /** A name that nobody uses; if it has records, a wildcard above it provides them. */
    private static final String UNUSED_LABEL = "_mailvane-wildcard-check";

    private final TreeWalk walk;
    private final Step own;
    private final DomainName domain;
    private final DnsAnswer exchangers;
    private final PublicSuffixes suffixes;
    private final Dns dns;

    Surroundings(TreeWalk walk, DnsAnswer exchangers, PublicSuffixes suffixes, Dns dns) {
        this.walk = walk;
        this.own = walk.own();
        this.domain = own.domain();
        this.exchangers = exchangers;
        this.suffixes = suffixes;
        this.dns = dns;
    }

    /** Returns the findings. */
    List<Finding> findings(@Nullable Step source, Optional<EffectivePolicy> effective) {
        List<Finding> findings = new ArrayList<>();
        boolean isInherited = source != null && !source.domain().equals(domain);
        if (own.name().isEmpty()) {
            findings.add(DmarcFindings.DOMAIN_TOO_LONG.with(domain));
        }
        boolean isSuffix = suffixes.isPublicSuffix(domain);
        if (isSuffix) {
            findings.add(DmarcFindings.DOMAIN_PUBLIC_SUFFIX.with(domain));
        }
        int labels = DnsName.of(domain).labels();
        if (labels > TreeWalk.MAX_STEPS && (source == null || isInherited)) {
            findings.add(
                    DmarcFindings.WALK_SHORTENED.with(
                            domain, labels, TreeWalk.MAX_STEPS, walk.steps().get(1).domain()));
        }
        // The organisation fixes what is inherited, not each of its hosts.
        boolean rejects =
                effective.filter(policy -> policy.applied() == DmarcPolicy.REJECT).isPresent();
        boolean isTold = source != null || walk.failures().isEmpty();
        if (isTold && !isSuffix && !isInherited && !rejects && takesNoMail()) {
            findings.add(DmarcFindings.POLICY_PARKED.with(domain));
        }
        wrongPlaces(findings);
        return findings;
    }

    /** Whether the texts at a name come from a wildcard (RFC 4592). */
    static boolean isWildcard(Step step, Dns dns) {
        return DnsName.of(step.domain())
                .below(UNUSED_LABEL)
                .map(name -> dns.ask(name, RecordType.TXT))
                .filter(answer ->
                        new HashSet<>(answer.texts()).equals(new HashSet<>(step.answer().texts())))
                .isPresent();
    }

    private void wrongPlaces(List<Finding> findings) {
        if (hasRecord(DnsName.of(domain))) {
            findings.add(DmarcFindings.RECORD_AT_APEX.with(domain));
        }
        if (own.records().isEmpty()) {
            own.name()
                    .flatMap(name -> DnsName.of(domain).below(name.value()))
                    .filter(this::hasRecord)
                    .map(DmarcFindings.RECORD_DOUBLED_NAME::with)
                    .ifPresent(findings::add);
        }
    }

    /** Whether the domain exists, but no mail finds a host there. */
    private boolean takesNoMail() {
        return exchangers.status() == DnsAnswer.Status.NO_DATA
                || (exchangers.status() == DnsAnswer.Status.FOUND
                        && exchangers.exchangers().stream()
                                .allMatch(mx -> mx.exchange().equals(DnsName.ROOT)));
    }

    private boolean hasRecord(DnsName name) {
        return dns.ask(name, RecordType.TXT).texts().stream()
                .map(DnsRecord.Text::readable)
                .anyMatch(text -> DmarcParser.parse(text).isDmarc());
    }
}
