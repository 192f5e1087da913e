package org.mailvane.mailauth.spf;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;

/** One evaluation: {@code check_host()} of RFC 7208, section 4, for one thread. */
final class SpfEvaluation {

    /** Whether a mechanism matches (section 4.6.2). */
    private enum Match {
        YES,
        NO,
        TEMPERROR,
        PERMERROR
    }

    private final Lookups lookups;
    private final HostNames host;
    private final MessageValues values;
    private final RecordCache records;
    private int includes;
    private String problem = "";
    private @Nullable Mechanism decisive;
    private @Nullable Mechanism matched;
    private @Nullable DnsName matchedDomain;
    private @Nullable SpfRecord lastRecord;

    SpfEvaluation(Lookups lookups, HostNames host, MessageValues values, RecordCache records) {
        this.lookups = lookups;
        this.host = host;
        this.values = values;
        this.records = records;
    }

    SpfResult result(DnsName domain) {
        SpfVerdict verdict = check(domain);
        boolean isDecided = decisive != null && problem.isEmpty();
        return new SpfResult(
                verdict,
                verdict == SpfVerdict.FAIL ? explanation() : "",
                isDecided && decisive != null ? decisive.text() : "",
                isDecided && matched != null ? matched.text() : "",
                isDecided && matchedDomain != null ? matchedDomain.value() : "",
                problem,
                lookups.terms(),
                lookups.voidTerms());
    }

    /** What the record of a domain says (sections 4.4 to 4.7). */
    private SpfVerdict check(DnsName domain) {
        DnsAnswer answer = lookups.ask(domain, RecordType.TXT);
        if (answer.status().isFailure()) {
            return temporary(domain, RecordType.TXT);
        }
        @Nullable String text = null;
        List<DnsRecord> texts = answer.records();
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i) instanceof DnsRecord.Text candidate) {
                String joined = candidate.joined();
                if (SpfRecord.isSpf(joined)) {
                    if (text != null) {
                        return permanent(domain + " has several SPF records.");
                    }
                    text = joined;
                }
            }
        }
        if (text == null) {
            problem = domain + " has no SPF record.";
            return SpfVerdict.NONE;
        }
        SpfRecord record = records.get(text);
        if (!record.isSyntaxValid()) {
            return permanent("The SPF record of " + domain + " has errors.");
        }
        return evaluate(record, domain);
    }

    private SpfVerdict evaluate(SpfRecord record, DnsName domain) {
        DnsName outer = values.domain();
        values.setDomain(domain);
        if (includes == 0) {
            lastRecord = record;
        }
        List<Term> terms = record.terms();
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i) instanceof Mechanism mechanism) {
                Match match = match(mechanism);
                if (lookups.isLate()) {
                    return late();
                }
                switch (match) {
                    case YES -> {
                        decided(mechanism, domain);
                        values.setDomain(includes == 0 ? domain : outer);
                        return verdict(mechanism.qualifier());
                    }
                    case TEMPERROR -> {
                        return SpfVerdict.TEMPERROR;
                    }
                    case PERMERROR -> {
                        return SpfVerdict.PERMERROR;
                    }
                    case NO -> {
                        // The next one decides. Where one of them is `all`, the end is not reached.
                    }
                }
            }
        }
        Optional<Modifier> redirect = record.redirect();
        if (redirect.isPresent()) {
            SpfVerdict verdict = redirect(redirect.get());
            values.setDomain(includes == 0 ? values.domain() : outer);
            return verdict;
        }
        decisive = null;
        matched = null;
        matchedDomain = null;
        values.setDomain(outer);
        return SpfVerdict.NEUTRAL;
    }

    private SpfVerdict redirect(Modifier redirect) {
        lookups.countTerm();
        @Nullable DnsName target = lookups.tooManyTerms() ? null : target(redirect.domain());
        if (lookups.tooManyTerms()) {
            return tooManyTerms();
        }
        if (target == null || !hasSeveralLabels(target)) {
            return permanent(redirect.text() + " leads to no domain.");
        }
        SpfVerdict verdict = check(target);
        return verdict == SpfVerdict.NONE ? permanent(problem) : verdict;
    }

    private Match match(Mechanism mechanism) {
        MechanismKind kind = mechanism.kind();
        if (!kind.isLookup()) {
            @Nullable IpNetwork network = mechanism.network();
            boolean matches =
                    network == null
                            ? kind == MechanismKind.ALL
                            : host.isWithin(network.first(), network.prefix());
            return matches ? Match.YES : Match.NO;
        }
        lookups.countTerm();
        if (lookups.tooManyTerms()) {
            return failed(tooManyTerms());
        }
        @Nullable DomainSpec spec = mechanism.domain();
        if (spec != null && !spec.isLiteral() && !values.canExpand(spec.macros())) {
            return Match.NO;
        }
        @Nullable DnsName target = spec == null ? values.domain() : target(spec);
        // The macro p counts, too.
        if (lookups.tooManyTerms()) {
            return failed(tooManyTerms());
        }
        if (kind == MechanismKind.INCLUDE) {
            return include(mechanism, target);
        }
        if (target == null) {
            return Match.NO;
        }
        return switch (kind) {
            case A -> addresses(target, host.addressType(), prefix(mechanism));
            case EXISTS -> exists(target);
            case MX -> exchangers(target, prefix(mechanism));
            default -> pointer(target);
        };
    }

    private Match include(Mechanism include, @Nullable DnsName target) {
        if (target == null || !hasSeveralLabels(target)) {
            return failed(permanent(include.text() + " leads to no domain."));
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

    private Match addresses(DnsName name, RecordType type, int prefix) {
        DnsAnswer answer = lookups.ask(name, type);
        if (answer.status().isFailure()) {
            return failed(temporary(name, type));
        }
        if (answer.status().isVoid()) {
            return voidTerm();
        }
        return host.isWithin(answer, prefix) ? Match.YES : Match.NO;
    }

    private Match exists(DnsName name) {
        DnsAnswer answer = lookups.ask(name, RecordType.A);
        if (answer.status().isFailure()) {
            return failed(temporary(name, RecordType.A));
        }
        return answer.status().isVoid() ? voidTerm() : Match.YES;
    }

    private Match exchangers(DnsName name, int prefix) {
        DnsAnswer answer = lookups.ask(name, RecordType.MX);
        if (answer.status().isFailure()) {
            return failed(temporary(name, RecordType.MX));
        }
        if (answer.status().isVoid()) {
            return voidTerm();
        }
        List<MailExchanger> exchangers = answer.exchangers();
        if (exchangers.size() > SpfEvaluator.MAX_NAMES) {
            return failed(permanent(name + " has more than ten mail exchangers."));
        }
        boolean isInVain = false;
        boolean isFound = false;
        for (MailExchanger exchanger : exchangers) {
            // The root stands for "no mail" (RFC 7505).
            if (!exchanger.exchange().equals(DnsName.ROOT)) {
                DnsAnswer addresses = lookups.ask(exchanger.exchange(), host.addressType());
                if (addresses.status().isFailure()) {
                    return failed(temporary(exchanger.exchange(), host.addressType()));
                }
                isInVain |= addresses.status().isVoid();
                isFound |= !addresses.status().isVoid();
                if (host.isWithin(addresses, prefix)) {
                    return Match.YES;
                }
            }
        }
        return isInVain && !isFound ? voidTerm() : Match.NO;
    }

    /** Failures only mean that the host has no such name (section 5.5). */
    private Match pointer(DnsName domain) {
        if (host.pointers().status().isVoid()) {
            return voidTerm();
        }
        return host.hasNameWithin(domain) ? Match.YES : Match.NO;
    }

    private Match voidTerm() {
        lookups.countVoidTerm();
        return lookups.tooManyVoidTerms()
                ? failed(
                        permanent(
                                "More than "
                                        + SpfEvaluator.MAX_VOID_LOOKUPS
                                        + " terms asked DNS in vain."))
                : Match.NO;
    }

    /** What to tell the sender; empty where anything about it is wrong (section 6.2). */
    private String explanation() {
        @Nullable DomainSpec spec =
                lastRecord == null
                        ? null
                        : lastRecord.explanation().map(Modifier::domain).orElse(null);
        if (spec == null || !values.canExpand(spec.macros())) {
            return "";
        }
        lookups.stopCounting();
        @Nullable DnsName name = target(spec);
        if (name == null) {
            return "";
        }
        List<DnsRecord.Text> texts = lookups.ask(name, RecordType.TXT).texts();
        if (texts.size() != 1) {
            return "";
        }
        @Nullable MacroString macros = MacroParser.explanation(texts.getFirst().joined());
        if (macros == null) {
            return "";
        }
        String text = macros.expand(values, SpfEvaluator.MAX_EXPLANATION_LENGTH);
        boolean isGood =
                text.length() <= SpfEvaluator.MAX_EXPLANATION_LENGTH
                        && text.chars().allMatch(c -> c >= ' ' && c < 0x7F);
        return isGood ? text : "";
    }

    private @Nullable DnsName target(@Nullable DomainSpec spec) {
        return spec == null ? null : spec.nameOrNull(values);
    }

    private static boolean hasSeveralLabels(DnsName name) {
        return name.value().indexOf('.') >= 0;
    }

    private int prefix(Mechanism mechanism) {
        return host.ip().isV4() ? mechanism.prefix4() : mechanism.prefix6();
    }

    private void decided(Mechanism mechanism, DnsName domain) {
        decisive = mechanism;
        // The record that an include leads to has said by now what matched in it.
        if (mechanism.kind() != MechanismKind.INCLUDE) {
            matched = mechanism;
            matchedDomain = domain;
        }
    }

    private SpfVerdict temporary(DnsName name, RecordType type) {
        if (lookups.isLate()) {
            return late();
        }
        problem = "DNS could not tell the " + type + " records of " + name + ".";
        return SpfVerdict.TEMPERROR;
    }

    private SpfVerdict late() {
        problem = "It took longer than " + SpfEvaluator.MAX_TIME.toSeconds() + " seconds.";
        return SpfVerdict.TEMPERROR;
    }

    private SpfVerdict permanent(String what) {
        problem = what;
        return SpfVerdict.PERMERROR;
    }

    private SpfVerdict tooManyTerms() {
        return permanent("More than " + SpfEvaluator.MAX_LOOKUPS + " terms ask DNS.");
    }

    private static Match failed(SpfVerdict error) {
        return error == SpfVerdict.TEMPERROR ? Match.TEMPERROR : Match.PERMERROR;
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
