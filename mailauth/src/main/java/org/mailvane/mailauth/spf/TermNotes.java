package org.mailvane.mailauth.spf;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.Level;

/** Collects the results for a term. */
final class TermNotes {

    private final Term term;

    /** The term as people write it, for what is said of it. */
    private final String shown;

    private final FindingList findings = new FindingList();
    private final Map<IpNetwork, Integer> networks = new LinkedHashMap<>();
    private String targetName = "";
    private boolean isIgnored;
    private boolean isKnown;
    private boolean needsMessage;
    private boolean matchesAll;
    private AddressRules.@Nullable Open open;
    private @Nullable SurveyedDomain target;
    private int lookups;
    private Voids voids = Voids.NONE;
    private Trouble trouble = Trouble.NONE;

    TermNotes(Term term) {
        this.term = term;
        this.isKnown = term.isValid();
        this.shown = DnsRecord.Text.readable(term.text());
        term.findings().forEach(finding -> findings.add(finding.about(shown)));
        if (!term.isValid()) {
            trouble = Trouble.PERMANENT;
        }
    }

    void add(FindingKind kind, Object... values) {
        add(kind.with(values));
    }

    /** An error is one that receivers answer permerror to. */
    void add(Finding finding) {
        add(finding, Trouble.PERMANENT);
    }

    /** Adds a finding; if it is an error, receivers run into this trouble. */
    void add(Finding finding, Trouble ofError) {
        findings.add(finding.about(shown).at(term.position()));
        if (finding.level() == Level.ERR) {
            trouble = trouble.or(ofError);
        }
    }

    /** Receivers leave it out. */
    void ignore() {
        isIgnored = true;
    }

    /** Receivers leave it out, which should be said. */
    void ignore(Finding why) {
        ignore();
        add(why);
    }

    void target(String name) {
        targetName = name;
    }

    /** Notes that the result of the term depends on the message. */
    void dependOnMessage() {
        isKnown = false;
        needsMessage = true;
    }

    /** Notes that DNS did not answer the term's query. */
    void failed() {
        isKnown = false;
    }

    /** Returns whether DNS answered; adds the failure if not. */
    boolean told(DnsAnswer answer, DnsName name, RecordType type) {
        if (!answer.status().isFailure()) {
            return true;
        }
        Trouble why =
                answer.status() == DnsAnswer.Status.NOT_ASKED ? Trouble.UNKNOWN : Trouble.TEMPORARY;
        DnsFindings.of(answer, name, type).ifPresent(finding -> add(finding, why));
        failed();
        return false;
    }

    void network(IpNetwork network) {
        networks.put(network, 1);
    }

    /** It stays a term wherever the record is resolved. */
    void stay(String withoutQualifier) {
        open = new AddressRules.Open(withoutQualifier, matchesAll);
    }

    void matchAll() {
        matchesAll = true;
    }

    void lookups(int count) {
        lookups = Counts.sum(lookups, count);
    }

    void voids(Voids more) {
        voids = voids.plus(more);
    }

    void refer(SurveyedDomain domain) {
        target = domain;
    }

    Map<IpNetwork, Integer> networks() {
        return networks;
    }

    AddressRules.@Nullable Open open() {
        return open;
    }

    @Nullable SurveyedDomain target() {
        return target;
    }

    boolean isKnown() {
        return isKnown;
    }

    boolean needsMessage() {
        return needsMessage;
    }

    Trouble trouble() {
        return trouble;
    }

    SurveyedTerm toTerm() {
        return new SurveyedTerm(
                term,
                targetName,
                isIgnored,
                isKnown,
                networks,
                matchesAll,
                target,
                lookups,
                voids,
                trouble,
                findings.toList());
    }
}
