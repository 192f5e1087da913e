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
import org.mailvane.mailauth.spf.SpfInspection.TextRecord;
import org.mailvane.mailauth.spf.SpfInspection.TextTerm;
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

    private final SentMessages sent;
    private final Set<DnsName> shown = new HashSet<>();
    private int terms = MAX_TERMS;
    private int characters = MAX_CHARACTERS;

    /**
     * A tree that is to be made.
     *
     * @param sent messages of the domain
     */
    ResultTree(SentMessages sent) {
        this.sent = sent;
    }

    /**
     * The tree of a domain's own record.
     *
     * @param findings findings about the record with all that it refers to
     */
    TextRecord of(SurveyedRecord record, List<Finding> findings) {
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
    private TextRecord show(
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
        return new TextRecord(
                record.domain() == null ? "" : record.domain().value(),
                DnsRecord.Text.readable(text),
                !record.hasErrors() && !findings.hasErrors(),
                terms(record, count, isOwn, refused, depth),
                findings.toList());
    }

    /** Finds out how many of a record's addresses each term covers. */
    private record Share(IpSet refused, long ip4Count, long messages) {}

    private List<TextTerm> terms(
            SurveyedRecord record, int count, boolean isOwn, @Nullable IpSet refused, int depth) {
        List<SurveyedTerm> all = record.terms().subList(0, count);
        List<Share> shares = shares(all, isOwn, refused == null ? IpSet.all() : refused);
        List<TextTerm> terms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SurveyedTerm term = all.get(i);
            boolean canPass = refused != null && term.qualifier() == Qualifier.PASS;
            boolean isOwnRedirect = isOwn && term.term() instanceof Modifier;
            terms.add(term(term, isOwnRedirect, canPass, shares.get(i), depth));
        }
        return terms;
    }

    private List<Share> shares(List<SurveyedTerm> terms, boolean isOwn, IpSet refusedBefore) {
        IpSet refused = refusedBefore.copy();
        IpSet passed = new IpSet();
        List<Share> shares = new ArrayList<>();
        for (SurveyedTerm term : terms) {
            boolean isMechanism = term.term() instanceof Mechanism;
            IpSet addresses = isMechanism ? term.addresses() : new IpSet();
            // Only what refers to a record hands it on.
            IpSet before = isMechanism && term.target() != null ? refused.copy() : refused;
            if (term.qualifier() == Qualifier.PASS) {
                addresses.removeAll(before);
                passed.addAll(addresses);
                shares.add(new Share(before, addresses.ip4Count(), sent.from(addresses)));
            } else {
                addresses.removeAll(passed);
                // The record that includes this one decides about addresses that do not pass here.
                shares.add(
                        new Share(before, 0, isOwn ? sent.from(without(addresses, refused)) : 0));
                refused.addAll(addresses);
            }
        }
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i).term() instanceof Modifier) {
                // Redirect comes last, wherever it is in the record: after all that refuses
                // (section 6.1).
                IpSet addresses = terms.get(i).addresses();
                addresses.removeAll(refused);
                shares.set(i, new Share(refused, addresses.ip4Count(), sent.from(addresses)));
            }
        }
        return shares;
    }

    private static IpSet without(IpSet addresses, IpSet others) {
        IpSet rest = addresses.copy();
        rest.removeAll(others);
        return rest;
    }

    private TextTerm term(
            SurveyedTerm term, boolean isOwn, boolean canPass, Share share, int depth) {
        FindingList findings = new FindingList();
        findings.addAll(term.findings());
        List<TextRecord> result = new ArrayList<>();
        SurveyedDomain target = term.target();
        if (target != null) {
            for (SurveyedRecord record : target.records()) {
                if (!hasRoom(record, depth)) {
                    findings.add(SpfFindings.RESULT_CUT, target.name());
                } else if (shown.contains(target.name())) {
                    findings.add(SpfFindings.RESULT_REPEATED, target.name());
                    break;
                } else {
                    IpSet refused = canPass ? share.refused() : null;
                    result.add(show(record, isOwn, refused, depth + 1, List.of()));
                }
            }
            if (!result.isEmpty()) {
                shown.add(target.name());
            }
        }
        Term read = term.term();
        return new TextTerm(
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
                share.ip4Count(),
                share.messages());
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
