package org.mailvane.planner;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.dmarc.DmarcRecord.Effect;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.Passage;

/**
 * What DNS says of a domain's DMARC policy.
 *
 * @param state the state of the record
 * @param record the record that counts for the domain, its own or the one above; where it has
 *     errors, whatever could be read of it; of several, which receivers all ignore, the one that
 *     asks for least; null where there is none
 * @param several whether there are several
 * @param refusals what is wrong with it besides its content
 * @param deafHosts hosts of its addresses for reports that take no mail
 * @param psdUnfit whether it says that it is that of a public suffix ({@code psd=y}), and is not
 * @param inherited the policy that an inherited record has for this domain
 * @param policyDomain the name whose record it is; empty where there is none
 * @param reportsHere whether it has aggregate reports sent to the account
 * @param organization the domain of the organisation, as the tree walk has it (RFC 9989, section
 *     4.10.2); empty where that is not known
 * @param readOnce whether nothing is known since its record was read for the first time, and once
 *     only
 * @param removed without an own record, the one that was seen to go last; null: none was
 */
record PublishedPolicy(
        State state,
        @Nullable DmarcRecord record,
        boolean several,
        List<Refusal> refusals,
        Set<String> deafHosts,
        boolean psdUnfit,
        DmarcPolicy inherited,
        String policyDomain,
        boolean reportsHere,
        String organization,
        boolean readOnce,
        @Nullable Removed removed) {

    PublishedPolicy {
        refusals = List.copyOf(refusals);
        deafHosts = Set.copyOf(deafHosts);
    }

    /**
     * Reports that a record asks for in vain: receivers apply its policy all the same.
     *
     * @param subject the tag, and the host that takes none
     * @param text what is wrong
     */
    record Refusal(String subject, Passage text) {}

    /**
     * A record that no longer exists.
     *
     * @param record its last content
     * @param day when it was gone
     */
    record Removed(DmarcRecord record, LocalDate day) {

        /** Whether receivers could use it. */
        boolean wasUsable() {
            return record.isDmarc() && record.valid();
        }
    }

    /**
     * Policies as people are shown them; the domain's own row says the same.
     *
     * @param domain of the domain itself
     * @param subdomains of its subdomains
     * @param viaOrganization whether they come from the record of a domain above
     */
    record LastSeen(DmarcPolicy domain, DmarcPolicy subdomains, boolean viaOrganization) {}

    /**
     * Returns what receivers were last seen to get out of DNS, which stays while it does not
     * answer; empty where they get no policy.
     *
     * @param name the domain's
     */
    Optional<LastSeen> lastSeen(DomainName name) {
        DmarcRecord last = record;
        if (last == null || several || state == State.MISSING) {
            return Optional.empty();
        }
        if (!policyDomain.equals(name.value())) {
            return Optional.of(new LastSeen(inherited, inherited, true));
        }
        boolean applied = last.effect() == Effect.POLICY || (last.valid() && last.isDmarc());
        Levels levels = Levels.of(last);
        return applied
                ? Optional.of(new LastSeen(levels.domain(), levels.subdomains(), false))
                : Optional.empty();
    }

    /** Whether nothing is wrong with the record. */
    boolean valid() {
        return record != null && !several && record.valid() && refusals.isEmpty();
    }

    /** Returns what it asks for. */
    Levels asked() {
        if (state == State.INHERITED) {
            return Levels.all(inherited);
        }
        return record == null || several ? Levels.NONE : Levels.of(record);
    }

    /**
     * Returns how far that reaches with all receivers: test mode, and a percentage below 100 for
     * those that know RFC 7489 only, are one level less.
     */
    Levels reached() {
        return isPartial() ? asked().inTestMode() : asked();
    }

    /** Whether some receivers apply it only in part; false without a policy. */
    boolean isPartial() {
        return record != null && Levels.isPartial(record) && !asked().equals(Levels.NONE);
    }

    /**
     * Whether what passes must be of the very name in From (RFC 9989, sections 4.4.1 and 4.4.2).
     *
     * @param alignment {@code adkim} or {@code aspf}
     */
    boolean isStrict(String alignment) {
        return record != null
                && record.tags().stream()
                        .anyMatch(tag ->
                                tag.key().equalsIgnoreCase(alignment)
                                        && tag.value().strip().equalsIgnoreCase("s"));
    }

    /**
     * Whether it has no reports sent to anybody who gets them, not even elsewhere, from where they
     * may be brought here.
     */
    boolean asksForNoReports() {
        return record != null
                && !reportsHere
                && record.rua().stream().noneMatch(uri -> PolicyRecord.isServed(uri, deafHosts));
    }

    /** Whether there are such addresses all the same. */
    boolean asksInVain() {
        return asksForNoReports() && record != null && !record.rua().isEmpty();
    }

    /** What is wrong with the record, in a sentence; empty where nothing is. */
    Passage firstError() {
        if (record == null) {
            return Passage.EMPTY;
        }
        List<Finding> findings = new ArrayList<>(record.findings());
        record.tags().stream().map(Tag::messages).forEach(findings::addAll);
        return findings.stream()
                .filter(finding -> finding.level() == Level.ERR)
                .map(FindingMessages::text)
                .findFirst()
                .orElse(Passage.EMPTY);
    }

    /** Whether receivers get a policy out of it. */
    boolean isKnown() {
        return state == State.PRESENT || state == State.INHERITED;
    }
}
