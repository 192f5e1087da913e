package org.mailvane.mailauth.spf;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;

/**
 * Finds out what a term matches, whatever the message: queries DNS for the addresses of {@code a}
 * and {@code mx}, follows {@code include} and {@code redirect}, and notes what depends on the
 * message.
 */
final class TermSurvey {

    /** Macros whose value is another for each message, so that no answer serves twice. */
    private static final String SENDER_MACROS = "sloh";

    private final @Nullable DnsName domain;
    private final SurveyWalk walk;
    private final AddressSurvey addresses;

    TermSurvey(@Nullable DnsName domain, SurveyWalk walk) {
        this.domain = domain;
        this.walk = walk;
        this.addresses = new AddressSurvey(walk);
    }

    void visit(Mechanism mechanism, TermNotes notes) {
        if (!mechanism.isValid()) {
            return;
        }
        macros(mechanism.domain(), notes);
        if (mechanism.kind().isLookup()) {
            lookup(mechanism.domain(), notes);
        }
        switch (mechanism.kind()) {
            case ALL -> notes.matchAll();
            case IP4, IP6 -> addresses.network(mechanism, notes);
            case A, MX, INCLUDE, EXISTS -> lookUp(mechanism, notes);
            case PTR -> {
                notes.add(SpfFindings.PTR_DISCOURAGED);
                notes.dependOnMessage();
                notes.stay(inEveryRecord(mechanism));
                target(mechanism.domain()).ifPresent(name -> notes.target(name.toString()));
            }
            case UNKNOWN -> {}
        }
    }

    void visit(Modifier modifier, TermNotes notes) {
        if (!modifier.isValid() || modifier.domain() == null) {
            return;
        }
        macros(modifier.domain(), notes);
        boolean isRedirect = modifier.kind() == ModifierKind.REDIRECT;
        if (isRedirect) {
            lookup(modifier.domain(), notes);
        }
        Optional<DnsName> target = target(modifier.domain());
        if (target.isEmpty()) {
            unknownTarget(modifier.domain(), isRedirect, notes);
            return;
        }
        notes.target(target.get().toString());
        if (isRedirect) {
            refer(target.get(), notes);
        } else {
            explanation(target.get(), notes);
        }
    }

    private void lookUp(Mechanism mechanism, TermNotes notes) {
        Optional<DnsName> target = target(mechanism.domain());
        if (mechanism.kind() == MechanismKind.MX) {
            notes.add(SpfFindings.MX_DISCOURAGED);
        }
        if (target.isEmpty()) {
            boolean isReference = mechanism.kind() == MechanismKind.INCLUDE;
            unknownTarget(mechanism.domain(), isReference, notes);
            stayUnless(notes.isKnown(), mechanism, notes);
            return;
        }
        DnsName name = target.get();
        notes.target(name.toString());
        switch (mechanism.kind()) {
            case A -> stayUnless(addresses.addresses(mechanism, name, notes), mechanism, notes);
            case MX -> stayUnless(addresses.exchangers(mechanism, name, notes), mechanism, notes);
            case INCLUDE -> stayUnless(refer(name, notes), mechanism, notes);
            default -> exists(mechanism, name, notes);
        }
    }

    /** Leaves a term as it is where it could not be resolved. */
    private void stayUnless(boolean isResolved, Mechanism mechanism, TermNotes notes) {
        if (!isResolved) {
            notes.stay(inEveryRecord(mechanism));
        }
    }

    private void exists(Mechanism mechanism, DnsName name, TermNotes notes) {
        DnsAnswer answer = walk.dns().ask(name, RecordType.A);
        if (notes.told(answer, name, RecordType.A)) {
            if (answer.status() == Status.FOUND) {
                notes.matchAll();
                notes.add(SpfFindings.EXISTS_ALWAYS, name);
            } else {
                notes.voids(Voids.ONE);
                notes.add(SpfFindings.EXISTS_NEVER, name);
            }
        }
        notes.stay(inEveryRecord(mechanism));
    }

    /** Surveys the target of an include or a redirect; false if DNS did not answer. */
    private boolean refer(DnsName name, TermNotes notes) {
        SurveyedDomain target = walk.domain(name);
        notes.refer(target);
        if (target.isLoop()) {
            notes.add(SpfFindings.TARGET_LOOP, name);
            return true;
        }
        if (!notes.told(target.answer(), name, RecordType.TXT)) {
            return false;
        }
        if (target.records().isEmpty()) {
            notes.add(SpfFindings.TARGET_MISSING, name);
            DnsFindings.of(target.answer(), name, RecordType.TXT).ifPresent(notes::add);
        } else if (target.records().size() > 1) {
            notes.add(SpfFindings.TARGET_MULTIPLE, name, target.records().size());
        }
        target.single().ifPresent(record -> referred(record, name, notes));
        return true;
    }

    private static void referred(SurveyedRecord record, DnsName name, TermNotes notes) {
        notes.lookups(record.lookups());
        notes.voids(record.voids());
        if (record.hasErrors()) {
            notes.add(SpfFindings.TARGET_INVALID.with(name), record.trouble());
        } else if (record.passing().isEverything()
                || record.defaultResult().equals(SpfDefaults.of(Qualifier.PASS))) {
            notes.add(SpfFindings.TARGET_PASSES_ALL, name);
        } else if (record.passing().isNothing()) {
            notes.add(SpfFindings.TARGET_PASSES_NOTHING, name);
        }
    }

    private void explanation(DnsName name, TermNotes notes) {
        DnsAnswer answer = walk.dns().ask(name, RecordType.TXT);
        if (answer.status().isFailure()) {
            // Nobody's mail depends on it: without an explanation there is none.
            notes.failed();
        } else if (answer.texts().size() != 1) {
            notes.add(SpfFindings.EXP_MISSING, name, answer.texts().size());
        } else if (MacroParser.explanation(answer.texts().getFirst().joined()) == null) {
            notes.add(SpfFindings.EXP_MALFORMED, name);
        }
    }

    private void macros(@Nullable DomainSpec spec, TermNotes notes) {
        if (spec == null) {
            return;
        }
        MacroString macros = spec.macros();
        if (macros.uses('p')) {
            notes.add(SpfFindings.MACRO_PTR);
        }
        if (SENDER_MACROS.chars().anyMatch(letter -> macros.uses((char) letter))) {
            notes.add(SpfFindings.MACRO_UNCACHEABLE);
        }
    }

    /** Counts the lookup of a term; the macro p counts as a separate one (section 4.6.4). */
    private static void lookup(@Nullable DomainSpec spec, TermNotes notes) {
        notes.lookups(spec != null && spec.macros().uses('p') ? 2 : 1);
    }

    /** Says why the target is not known; a reference without one is an error. */
    private void unknownTarget(@Nullable DomainSpec spec, boolean isReference, TermNotes notes) {
        if (spec == null || (domain == null && spec.macros().usesOnly("d"))) {
            notes.failed();
            notes.add(SpfFindings.DOMAIN_UNKNOWN);
        } else if (!spec.macros().usesOnly("d")) {
            notes.dependOnMessage();
            notes.add(SpfFindings.MESSAGE_NEEDED, spec.text());
        } else if (isReference) {
            notes.add(SpfFindings.TARGET_MISSING, spec.text());
        }
    }

    /** The name that a term asks for, where every message leads to the same. */
    private Optional<DnsName> target(@Nullable DomainSpec spec) {
        if (spec == null) {
            return Optional.ofNullable(domain);
        }
        if (spec.isLiteral()) {
            return spec.name(letter -> "");
        }
        return domain != null && spec.macros().usesOnly("d")
                ? spec.name(letter -> domain.value())
                : Optional.empty();
    }

    /** Returns the term without its qualifier, so that it means the same in any record. */
    private String inEveryRecord(Mechanism mechanism) {
        StringBuilder term = new StringBuilder(mechanism.kind().word());
        if (mechanism.domain() != null) {
            term.append(':').append(Flattening.inEveryRecord(mechanism.domain().macros(), domain));
        } else if (domain != null) {
            term.append(':').append(domain.value());
        }
        if (mechanism.prefix4() != IpAddress.V4_BITS) {
            term.append('/').append(mechanism.prefix4());
        }
        if (mechanism.prefix6() != IpAddress.V6_BITS) {
            term.append("//").append(mechanism.prefix6());
        }
        return term.toString();
    }
}
