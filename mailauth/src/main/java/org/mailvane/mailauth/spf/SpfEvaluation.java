package org.mailvane.mailauth.spf;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;

/** One evaluation: {@code check_host()} of RFC 7208, section 4, for one thread. */
final class SpfEvaluation {

    private final Lookups lookups;
    private final HostNames host;
    private final MessageValues values;
    private final RecordCache records;
    private final Verdicts verdicts;
    private final HostMatcher matcher;
    private int includes;
    private @Nullable Mechanism decisive;
    private @Nullable Mechanism matched;
    private @Nullable DnsName matchedDomain;
    private @Nullable SpfRecord lastRecord;

    SpfEvaluation(Lookups lookups, HostNames host, MessageValues values, RecordCache records) {
        this.lookups = lookups;
        this.host = host;
        this.values = values;
        this.records = records;
        this.verdicts = new Verdicts(lookups);
        this.matcher = new HostMatcher(lookups, host, verdicts);
    }

    SpfResult result(DnsName domain) {
        SpfVerdict verdict = check(domain);
        boolean isDecided = verdicts.problem().isEmpty();
        return new SpfResult(
                verdict,
                verdict == SpfVerdict.FAIL ? explanation() : "",
                isDecided && decisive != null ? decisive.text() : "",
                isDecided && matched != null ? matched.text() : "",
                isDecided && matchedDomain != null ? matchedDomain.value() : "",
                verdicts.problem(),
                lookups.terms(),
                lookups.voidTerms());
    }

    /** Evaluates the record of a domain (sections 4.4 to 4.6). */
    private SpfVerdict check(DnsName domain) {
        DnsAnswer answer = lookups.ask(domain, RecordType.TXT);
        if (answer.status().isFailure()) {
            return verdicts.temporary(domain, RecordType.TXT);
        }
        @Nullable String text = null;
        List<DnsRecord> texts = answer.records();
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i) instanceof DnsRecord.Text candidate) {
                String joined = candidate.joined();
                if (SpfRecord.isSpf(joined)) {
                    if (text != null) {
                        return verdicts.permanent(domain + " has several SPF records.");
                    }
                    text = joined;
                }
            }
        }
        if (text == null) {
            return verdicts.none(domain);
        }
        SpfRecord record = records.get(text);
        return record.isSyntaxValid()
                ? evaluate(record, domain)
                : verdicts.permanent("The SPF record of " + domain + " has errors.");
    }

    /** Evaluates the terms of a record (sections 4.6.2, 4.6.3 and 4.7). */
    private SpfVerdict evaluate(SpfRecord record, DnsName domain) {
        DnsName outer = values.domain();
        values.setDomain(domain);
        if (includes == 0) {
            lastRecord = record;
        }
        @Nullable SpfVerdict decision = firstDecision(record.terms(), domain);
        if (decision == null) {
            // If `all` is among the terms, this is not reached: redirect is ignored.
            Optional<Modifier> redirect = record.redirect();
            decision = redirect.isPresent() ? redirect(redirect.get()) : neutral();
        }
        // The explanation of the whole is expanded for the domain that decided.
        if (includes > 0) {
            values.setDomain(outer);
        }
        return decision;
    }

    private @Nullable SpfVerdict firstDecision(List<Term> terms, DnsName domain) {
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i) instanceof Mechanism mechanism) {
                Match match = match(mechanism);
                if (lookups.isLate()) {
                    return verdicts.temporary(domain, RecordType.TXT);
                }
                if (match == Match.YES) {
                    decided(mechanism, domain);
                    return verdict(mechanism.qualifier());
                }
                if (match != Match.NO) {
                    return match == Match.TEMPERROR ? SpfVerdict.TEMPERROR : SpfVerdict.PERMERROR;
                }
            }
        }
        return null;
    }

    private SpfVerdict redirect(Modifier redirect) {
        lookups.countTerm(redirect.domain());
        if (lookups.tooManyTerms()) {
            return verdicts.tooManyTerms();
        }
        @Nullable DnsName target = target(redirect.domain());
        if (target == null || !hasSeveralLabels(target)) {
            return verdicts.permanent(redirect.text() + " leads to no domain.");
        }
        SpfVerdict verdict = check(target);
        return verdict == SpfVerdict.NONE ? SpfVerdict.PERMERROR : verdict;
    }

    private Match match(Mechanism mechanism) {
        if (!mechanism.kind().isLookup()) {
            @Nullable IpNetwork network = mechanism.network();
            return Match.of(
                    network == null
                            ? mechanism.kind() == MechanismKind.ALL
                            : host.isWithin(network.first(), network.prefix()));
        }
        @Nullable DomainSpec spec = mechanism.domain();
        lookups.countTerm(spec);
        if (lookups.tooManyTerms()) {
            return Match.failed(verdicts.tooManyTerms());
        }
        if (spec != null && !spec.isLiteral() && !values.canExpand(spec.macros())) {
            return Match.NO;
        }
        @Nullable DnsName target = spec == null ? values.domain() : target(spec);
        if (mechanism.kind() == MechanismKind.INCLUDE) {
            return include(mechanism, target);
        }
        return target == null ? Match.NO : matcher.match(mechanism, target);
    }

    private Match include(Mechanism include, @Nullable DnsName target) {
        if (target == null || !hasSeveralLabels(target)) {
            return Match.failed(verdicts.permanent(include.text() + " leads to no domain."));
        }
        includes++;
        SpfVerdict verdict = check(target);
        includes--;
        return switch (verdict) {
            case PASS -> Match.YES;
            case FAIL, SOFTFAIL, NEUTRAL -> Match.NO;
            case TEMPERROR -> Match.TEMPERROR;
            case PERMERROR, NONE -> Match.PERMERROR;
        };
    }

    private String explanation() {
        @Nullable DomainSpec domain =
                lastRecord == null
                        ? null
                        : lastRecord.explanation().map(Modifier::domain).orElse(null);
        return domain == null ? "" : Explanation.of(domain, values, lookups);
    }

    private void decided(Mechanism mechanism, DnsName domain) {
        decisive = mechanism;
        // The record that an include leads to has said by now what matched in it.
        if (mechanism.kind() != MechanismKind.INCLUDE) {
            matched = mechanism;
            matchedDomain = domain;
        }
    }

    private SpfVerdict neutral() {
        decisive = null;
        matched = null;
        matchedDomain = null;
        return SpfVerdict.NEUTRAL;
    }

    private @Nullable DnsName target(@Nullable DomainSpec spec) {
        return spec == null ? null : spec.nameOrNull(values);
    }

    private static boolean hasSeveralLabels(DnsName name) {
        return name.value().indexOf('.') >= 0;
    }

    private static SpfVerdict verdict(Qualifier qualifier) {
        return switch (qualifier) {
            case PASS -> SpfVerdict.PASS;
            case FAIL -> SpfVerdict.FAIL;
            case SOFTFAIL -> SpfVerdict.SOFTFAIL;
            case NEUTRAL -> SpfVerdict.NEUTRAL;
        };
    }
}
