package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.dns.SpecialAddresses;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;

/**
 * Finds out what a term stands for, whatever the message: asks DNS for the addresses of {@code a}
 * and {@code mx}, follows {@code include} and {@code redirect}, and tells what only a message
 * decides.
 */
final class TermSurvey {

    /** Mail exchangers of one {@code mx}; with more, receivers give up (section 4.6.4). */
    static final int MAX_EXCHANGERS = 10;

    /** The shortest prefix of an IPv4 network that one sender can have for itself, and one less. */
    private static final int BROAD_PREFIX_4 = 8;

    /** The same of IPv6: no registry hands out more to one network. */
    private static final int BROAD_PREFIX_6 = 19;

    /** Macros whose value is another for each message, so that no answer serves twice. */
    private static final String SENDER_MACROS = "sloh";

    private final @Nullable DnsName domain;
    private final SurveyWalk walk;

    TermSurvey(@Nullable DnsName domain, SurveyWalk walk) {
        this.domain = domain;
        this.walk = walk;
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
            case IP4, IP6 -> network(mechanism, notes);
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

    private void network(Mechanism mechanism, TermNotes notes) {
        IpNetwork network = mechanism.network();
        if (network != null) {
            addNetwork(mechanism, network, notes);
            special(network, notes);
        }
    }

    private static void addNetwork(Mechanism mechanism, IpNetwork network, TermNotes notes) {
        notes.network(network);
        int broad = network.first().isV4() ? BROAD_PREFIX_4 : BROAD_PREFIX_6;
        if (network.prefix() <= broad && mechanism.qualifier() == Qualifier.PASS) {
            notes.add(SpfFindings.NETWORK_BROAD, network);
        }
    }

    private static void special(IpNetwork network, TermNotes notes) {
        SpecialAddresses.purposeOf(network)
                .ifPresent(purpose -> notes.add(SpfFindings.NETWORK_SPECIAL, network, purpose));
    }

    private void lookUp(Mechanism mechanism, TermNotes notes) {
        Optional<DnsName> target = target(mechanism.domain());
        if (mechanism.kind() == MechanismKind.MX) {
            notes.add(SpfFindings.MX_DISCOURAGED);
        }
        if (target.isEmpty()) {
            boolean isReference = mechanism.kind() == MechanismKind.INCLUDE;
            unknownTarget(mechanism.domain(), isReference, notes);
            if (!notes.isKnown()) {
                notes.stay(inEveryRecord(mechanism));
            }
            return;
        }
        DnsName name = target.get();
        notes.target(name.toString());
        switch (mechanism.kind()) {
            case A -> addresses(mechanism, name, notes);
            case MX -> exchangers(mechanism, name, notes);
            case INCLUDE -> {
                refer(name, notes);
                SurveyedDomain included = notes.target();
                if (included != null && included.answer().status().isFailure()) {
                    notes.stay(inEveryRecord(mechanism));
                }
            }
            default -> exists(mechanism, name, notes);
        }
    }

    /** The addresses of a name, of {@code a}. */
    private void addresses(Mechanism mechanism, DnsName name, TermNotes notes) {
        Found found = addAddresses(mechanism, name, notes);
        notes.voids(new Voids(found.v4.isVoid() ? 1 : 0, found.v6.isVoid() ? 1 : 0));
        if (found.isIncomplete()) {
            notes.stay(inEveryRecord(mechanism));
        }
    }

    /** How it went to ask for the addresses of a name. */
    private record Found(Status v4, Status v6) {

        boolean isIncomplete() {
            return v4.isFailure() || v6.isFailure();
        }
    }

    private Found addAddresses(Mechanism mechanism, DnsName name, TermNotes notes) {
        DnsAnswer v4 = walk.dns().ask(name, RecordType.A);
        DnsAnswer v6 = walk.dns().ask(name, RecordType.AAAA);
        if (told(v4, name, "A", notes)
                && told(v6, name, "AAAA", notes)
                && v4.status().isVoid()
                && v6.status().isVoid()) {
            notes.add(SpfFindings.ADDRESS_MISSING, name);
            DnsFindings.of(v4, name, "A or AAAA").ifPresent(notes::add);
        }
        for (DnsAnswer answer : List.of(v4, v6)) {
            // Where there is too much of everything, the record says so.
            List<IpAddress> addresses = walk.work().isSpent() ? List.of() : answer.addresses();
            for (IpAddress address : addresses) {
                if (walk.work().move()) {
                    int prefix = address.isV4() ? mechanism.prefix4() : mechanism.prefix6();
                    addNetwork(mechanism, IpNetwork.of(address, prefix), notes);
                    special(IpNetwork.of(address), notes);
                }
            }
        }
        return new Found(v4.status(), v6.status());
    }

    private void exchangers(Mechanism mechanism, DnsName name, TermNotes notes) {
        DnsAnswer answer = walk.dns().ask(name, RecordType.MX);
        boolean isComplete = told(answer, name, "MX", notes);
        List<MailExchanger> all = answer.exchangers();
        List<MailExchanger> hosts =
                all.stream().filter(mx -> !mx.exchange().equals(DnsName.ROOT)).toList();
        if (answer.status().isVoid()) {
            notes.voids(Voids.ONE);
            notes.add(SpfFindings.MX_MISSING, name);
            DnsFindings.of(answer, name, "MX").ifPresent(notes::add);
        } else if (isComplete && hosts.isEmpty()) {
            notes.add(SpfFindings.MX_NULL, name);
        }
        if (hosts.size() > MAX_EXCHANGERS) {
            notes.add(SpfFindings.MX_TOO_MANY, name, hosts.size(), MAX_EXCHANGERS);
        }
        List<Found> found = new ArrayList<>();
        for (MailExchanger host : hosts.stream().limit(MAX_EXCHANGERS).toList()) {
            found.add(addAddresses(mechanism, host.exchange(), notes));
        }
        if (!found.isEmpty()) {
            // A sender finds nothing where no host has an address of its family.
            boolean isVoid4 = found.stream().allMatch(one -> one.v4.isVoid());
            boolean isVoid6 = found.stream().allMatch(one -> one.v6.isVoid());
            notes.voids(new Voids(isVoid4 ? 1 : 0, isVoid6 ? 1 : 0));
        }
        if (!isComplete || found.stream().anyMatch(Found::isIncomplete)) {
            notes.stay(inEveryRecord(mechanism));
        }
    }

    private void exists(Mechanism mechanism, DnsName name, TermNotes notes) {
        DnsAnswer answer = walk.dns().ask(name, RecordType.A);
        if (told(answer, name, "A", notes)) {
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

    /** Surveys what an include or a redirect refers to. */
    private void refer(DnsName name, TermNotes notes) {
        SurveyedDomain target = walk.domain(name);
        notes.refer(target);
        if (target.isLoop()) {
            notes.add(SpfFindings.TARGET_LOOP, name);
            return;
        }
        if (!told(target.answer(), name, "TXT", notes)) {
            return;
        }
        if (target.answer().status().isVoid()) {
            notes.voids(Voids.ONE);
        }
        if (target.records().isEmpty()) {
            notes.add(SpfFindings.TARGET_MISSING, name);
            DnsFindings.of(target.answer(), name, "TXT").ifPresent(notes::add);
        } else if (target.records().size() > 1) {
            notes.add(SpfFindings.TARGET_MULTIPLE, name, target.records().size());
        }
        target.single().ifPresent(record -> referred(record, name, notes));
    }

    private static void referred(SurveyedRecord record, DnsName name, TermNotes notes) {
        notes.lookups(record.lookups());
        notes.voids(record.voids());
        if (record.hasErrors()) {
            notes.add(SpfFindings.TARGET_INVALID, name);
        } else if (record.passing().isEverything()) {
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
        }
    }

    /** Whether DNS told. */
    private static boolean told(DnsAnswer answer, DnsName name, String type, TermNotes notes) {
        if (!answer.status().isFailure()) {
            return true;
        }
        Optional<Finding> finding = DnsFindings.of(answer, name, type);
        finding.ifPresent(notes::add);
        notes.failed();
        return false;
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

    /** Counts the look-up of a term; the macro p is one of its own (section 4.6.4). */
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

    /** The term without its qualifier, so that it means the same wherever it stands. */
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
