package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;

/** Surveys one record: its terms in their order, and what they add up to. */
final class RecordSurvey {

    private final SpfRecord record;
    private final @Nullable DnsName domain;
    private final TermSurvey termSurvey;
    private final boolean hasAll;
    private final List<SurveyedTerm> terms = new ArrayList<>();
    private final AddressRules rules;
    private final IpSet seen = new IpSet();
    private final Set<String> seenTargets = new HashSet<>();
    private boolean needsMessage;
    private @Nullable SurveyedTerm redirect;

    /**
     * The networks that pass before the first term that makes receivers return permerror; null if
     * there is none.
     */
    private AddressRules.@Nullable Passing reached;

    RecordSurvey(SpfRecord record, @Nullable DnsName domain, SurveyWalk walk) {
        this.record = record;
        this.domain = domain;
        this.termSurvey = new TermSurvey(domain, walk);
        this.rules = new AddressRules(walk.work());
        this.hasAll = record.all().isPresent();
    }

    SurveyedRecord survey() {
        if (!record.isSyntaxValid()) {
            // Receivers look at the syntax of all terms first (section 4.6).
            reached = rules.passing();
        }
        boolean isBehindAll = false;
        for (Term term : record.terms()) {
            switch (term) {
                case Mechanism mechanism -> {
                    mechanism(mechanism, isBehindAll);
                    isBehindAll |= mechanism.kind() == MechanismKind.ALL;
                }
                case Modifier modifier -> modifier(modifier);
            }
        }
        if (redirect != null) {
            follow(redirect);
        }
        return result();
    }

    private void mechanism(Mechanism mechanism, boolean isBehindAll) {
        TermNotes notes = new TermNotes(mechanism);
        if (isBehindAll) {
            notes.ignore(SpfFindings.TERM_BEHIND_ALL.with(mechanism.text()));
        } else {
            repetition(mechanism, notes);
            termSurvey.visit(mechanism, notes);
            reach(notes.trouble(), mechanism.qualifier(), notes.target());
            apply(mechanism, notes);
        }
        terms.add(notes.toTerm());
    }

    private void repetition(Mechanism mechanism, TermNotes notes) {
        if (mechanism.network() != null) {
            if (seen.containsAll(mechanism.network())) {
                notes.add(SpfFindings.NETWORK_COVERED, mechanism.network());
            }
            seen.add(mechanism.network());
        } else if (mechanism.isValid()
                && mechanism.kind().isLookup()
                && !seenTargets.add(
                        "%s:%s/%d//%d"
                                .formatted(
                                        mechanism.kind(),
                                        mechanism.domainSpec().toLowerCase(Locale.ROOT),
                                        mechanism.prefix4(),
                                        mechanism.prefix6()))) {
            notes.add(SpfFindings.TERM_REPEATED, mechanism.text());
        }
    }

    /** Notes what passes until a term; what it refers to may let some pass before its error. */
    private void reach(Trouble trouble, Qualifier qualifier, @Nullable SurveyedDomain target) {
        if (reached != null || trouble != Trouble.PERMANENT) {
            return;
        }
        AddressRules before = rules.copy();
        if (target != null) {
            target.single().ifPresent(next -> before.addIncluded(qualifier, next.reached()));
        }
        reached = before.passing();
    }

    /** Adds what a mechanism says to what the record says. */
    private void apply(Mechanism mechanism, TermNotes notes) {
        Qualifier qualifier = mechanism.qualifier();
        needsMessage |= notes.needsMessage();
        rules.add(qualifier, notes.networks());
        SurveyedDomain target = notes.target();
        if (target != null) {
            target.single()
                    .ifPresent(included -> {
                        rules.addIncluded(qualifier, included.passing());
                        needsMessage |= included.needsMessage();
                    });
        }
        AddressRules.Open open = notes.open();
        if (open != null) {
            rules.addOpen(qualifier, open);
        } else if (mechanism.kind() == MechanismKind.ALL) {
            rules.addAll(qualifier);
        }
    }

    private void modifier(Modifier modifier) {
        TermNotes notes = new TermNotes(modifier);
        switch (modifier.kind()) {
            case REDIRECT -> {
                if (hasAll) {
                    notes.ignore(SpfFindings.REDIRECT_WITH_ALL.with(modifier.text()));
                } else if (redirect != null) {
                    notes.ignore();
                } else {
                    termSurvey.visit(modifier, notes);
                    redirect = notes.toTerm();
                    needsMessage |= notes.needsMessage();
                }
            }
            case EXP -> termSurvey.visit(modifier, notes);
            case UNKNOWN -> {
                notes.ignore();
                notes.failed();
            }
        }
        terms.add(notes.toTerm());
    }

    private void follow(SurveyedTerm term) {
        SurveyedDomain target = term.target();
        reach(term.trouble(), Qualifier.PASS, target);
        if (target == null) {
            if (!term.isKnown()
                    && term.term() instanceof Modifier modifier
                    && modifier.domain() != null
                    && modifier.isValid()) {
                rules.continueWithOpen(
                        Flattening.inEveryRecord(modifier.domain().macros(), domain));
            }
            return;
        }
        target.single()
                .ifPresentOrElse(
                        next -> {
                            rules.continueWith(next.rules());
                            needsMessage |= next.needsMessage();
                        },
                        () -> {
                            if (target.answer().status().isFailure()) {
                                rules.continueWithOpen(target.name().toString());
                            }
                        });
    }

    private SurveyedRecord result() {
        int lookups = 0;
        Voids voids = Voids.NONE;
        Trouble trouble = record.isSyntaxValid() ? Trouble.NONE : Trouble.PERMANENT;
        for (SurveyedTerm term : terms) {
            lookups = Counts.sum(lookups, term.lookups());
            voids = voids.plus(term.voids());
            trouble = trouble.or(term.trouble());
        }
        AddressRules.Passing passing = rules.passing();
        return new SurveyedRecord(
                domain,
                record,
                List.copyOf(terms),
                rules,
                passing,
                reached == null ? passing : reached,
                defaultResult(trouble),
                lookups,
                voids,
                needsMessage,
                trouble,
                policy());
    }

    /**
     * Returns the result if no term matches: receivers then evaluate all terms, including each that
     * has an error.
     */
    private String defaultResult(Trouble trouble) {
        return switch (trouble) {
            case PERMANENT -> SpfDefaults.PERMERROR;
            case TEMPORARY -> SpfDefaults.TEMPERROR;
            case UNKNOWN -> SpfDefaults.UNKNOWN;
            case NONE -> {
                if (hasAll) {
                    yield SpfDefaults.of(record.all().orElseThrow().qualifier());
                }
                if (redirect == null) {
                    yield SpfDefaults.of(Qualifier.NEUTRAL);
                }
                SurveyedDomain target = redirect.target();
                yield target == null
                        ? SpfDefaults.UNKNOWN
                        : target.single()
                                .map(SurveyedRecord::defaultResult)
                                .orElse(SpfDefaults.PERMERROR);
            }
        };
    }

    /** Returns the findings that apply to the record as a whole, if it is a domain's own. */
    private List<Finding> policy() {
        FindingList findings = new FindingList();
        record.all()
                .ifPresent(all -> {
                    switch (all.qualifier()) {
                        case PASS -> findings.add(about(SpfFindings.ALL_PASS, all));
                        case NEUTRAL -> findings.add(about(SpfFindings.ALL_NEUTRAL, all));
                        case SOFTFAIL -> findings.add(about(SpfFindings.ALL_SOFTFAIL, all));
                        case FAIL -> {}
                    }
                });
        if (!hasAll && record.redirect().isEmpty()) {
            findings.add(SpfFindings.ALL_MISSING);
        }
        boolean isModifierSeen = false;
        boolean isDisordered = false;
        for (Term term : record.terms()) {
            isDisordered |= isModifierSeen && term instanceof Mechanism;
            isModifierSeen |=
                    term instanceof Modifier modifier && modifier.kind() != ModifierKind.UNKNOWN;
        }
        if (isDisordered) {
            findings.add(SpfFindings.MODIFIER_EARLY);
        }
        return findings.toList();
    }

    private static Finding about(SpfFindings kind, Term term) {
        return kind.with().about(DnsRecord.Text.readable(term.text())).at(term.position());
    }
}
