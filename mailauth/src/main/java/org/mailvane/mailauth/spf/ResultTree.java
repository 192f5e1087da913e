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
import org.mailvane.mailauth.spf.SpfInspection.InspectedRecord;
import org.mailvane.mailauth.spf.SpfInspection.InspectedTerm;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;

/**
 * Makes the tree of records and terms that people see. The same record may be referred to any
 * number of times, on any number of ways: its terms are shown where it comes first, and the whole
 * is bounded. Counts are those of the survey and do not depend on what is shown.
 */
final class ResultTree {

    /** Records below each other that are shown. */
    static final int MAX_DEPTH = 20;

    /** Terms that are shown in all. */
    static final int MAX_TERMS = 1_000;

    /** Characters of records that are shown in all; the domain's own is shown however long. */
    static final int MAX_CHARACTERS = 100_000;

    private final Set<DnsName> shown = new HashSet<>();
    private int terms = MAX_TERMS;
    private int characters = MAX_CHARACTERS;

    /**
     * The tree of a domain's own record.
     *
     * @param findings what is to be said of the record with all that it refers to
     */
    InspectedRecord of(SurveyedRecord record, List<Finding> findings) {
        if (record.domain() != null) {
            shown.add(record.domain());
        }
        return show(record, true, new IpSet(), 0, findings);
    }

    /**
     * A record.
     *
     * @param isOwn whether it decides for the domain: its own, or the target of its redirect
     * @param refused addresses that get another result before; null where nothing gets {@code pass}
     *     by this record
     */
    private InspectedRecord show(
            SurveyedRecord record,
            boolean isOwn,
            @Nullable IpSet refused,
            int depth,
            List<Finding> more) {
        FindingList findings = new FindingList();
        findings.addAll(record.record().findings());
        if (isOwn) {
            findings.addAll(record.policy());
        }
        findings.addAll(more);
        int count = Math.min(terms, record.terms().size());
        if (count < record.terms().size()) {
            findings.add(SpfFindings.TERMS_CUT, count, record.terms().size());
        }
        terms -= count;
        String text = record.record().text();
        characters -= text.length();
        return new InspectedRecord(
                record.domain() == null ? "" : record.domain().value(),
                DnsRecord.Text.readable(text),
                !record.hasErrors() && !findings.hasErrors(),
                terms(record, count, isOwn, refused, depth),
                findings.toList());
    }

    private List<InspectedTerm> terms(
            SurveyedRecord record, int count, boolean isOwn, @Nullable IpSet refused, int depth) {
        IpSet before = refused == null ? new IpSet() : refused.copy();
        IpSet passed = new IpSet();
        List<IpSet> refusedBefore = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        List<SurveyedTerm> all = record.terms();
        for (SurveyedTerm term : all.subList(0, count)) {
            boolean isRedirect = term.term() instanceof Modifier;
            IpSet addresses = isRedirect ? new IpSet() : term.addresses();
            boolean isPass = term.qualifier() == Qualifier.PASS;
            boolean hasTree = term.target() != null && !isRedirect;
            refusedBefore.add(hasTree ? before.copy() : before);
            if (isPass) {
                addresses.removeAll(before);
                passed.addAll(addresses);
                counts.add(refused == null ? 0 : addresses.ip4Count());
            } else {
                addresses.removeAll(passed);
                before.addAll(addresses);
                counts.add(0L);
            }
        }
        List<InspectedTerm> shownTerms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SurveyedTerm term = all.get(i);
            long ip4Count = counts.get(i);
            boolean isRedirect = term.term() instanceof Modifier;
            if (isRedirect && refused != null) {
                // Redirect comes last, wherever it stands: after all that refuses (section 6.1).
                IpSet addresses = term.addresses();
                addresses.removeAll(before);
                ip4Count = addresses.ip4Count();
            }
            boolean passes = refused != null && term.qualifier() == Qualifier.PASS;
            IpSet refusedThere = isRedirect ? before : refusedBefore.get(i);
            shownTerms.add(
                    term(term, isOwn && isRedirect, passes ? refusedThere : null, depth, ip4Count));
        }
        return shownTerms;
    }

    private InspectedTerm term(
            SurveyedTerm term, boolean isOwn, @Nullable IpSet refused, int depth, long ip4Count) {
        FindingList findings = new FindingList();
        findings.addAll(term.findings());
        List<InspectedRecord> result = new ArrayList<>();
        SurveyedDomain target = term.target();
        if (target != null) {
            for (SurveyedRecord record : target.records()) {
                if (!hasRoom(record, depth)) {
                    findings.add(SpfFindings.RESULT_CUT, target.name());
                } else if (shown.contains(target.name())) {
                    findings.add(SpfFindings.RESULT_REPEATED, target.name());
                    break;
                } else {
                    result.add(show(record, isOwn, refused, depth + 1, List.of()));
                }
            }
            if (!result.isEmpty()) {
                shown.add(target.name());
            }
        }
        Term read = term.term();
        return new InspectedTerm(
                DnsRecord.Text.readable(read.text()),
                read instanceof Mechanism ? "mechanism" : "modifier",
                read instanceof Mechanism mechanism
                        ? String.valueOf(mechanism.qualifier().sign())
                        : "",
                name(read),
                domainSpec(read),
                term.targetName(),
                !term.hasErrors(),
                term.isIgnored(),
                term.isKnown(),
                findings.toList(),
                result,
                term.lookups(),
                ip4Count);
    }

    private boolean hasRoom(SurveyedRecord record, int depth) {
        return depth < MAX_DEPTH
                && record.terms().size() <= terms
                && record.record().text().length() <= characters;
    }

    private static String name(Term term) {
        String written =
                switch (term) {
                    case Mechanism mechanism -> mechanism.name();
                    case Modifier modifier -> modifier.name();
                };
        return DnsRecord.Text.readable(written.toLowerCase(Locale.ROOT));
    }

    private static String domainSpec(Term term) {
        return switch (term) {
            case Mechanism mechanism -> mechanism.domainSpec();
            case Modifier modifier -> modifier.domain() == null ? "" : modifier.domain().text();
        };
    }
}
