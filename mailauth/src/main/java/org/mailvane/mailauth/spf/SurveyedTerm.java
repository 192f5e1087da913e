package org.mailvane.mailauth.spf;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.spf.Term.Mechanism;

/**
 * A term with the results of its survey.
 *
 * @param term as parsed
 * @param targetName the name that is queried; empty if there is none or it is not known
 * @param isIgnored whether receivers ignore it
 * @param isKnown whether everything that it covers is known
 * @param networks what it matches by itself, without what it refers to
 * @param matchesAll whether it matches every sender, as {@code all} does
 * @param target the domain that {@code include} and {@code redirect} refer to
 * @param lookups lookups of the limited kinds, including those of the target
 * @param voids void lookups, including those of the target
 * @param trouble the error that receivers get from it or from what it refers to
 * @param findings findings about it
 */
record SurveyedTerm(
        Term term,
        String targetName,
        boolean isIgnored,
        boolean isKnown,
        Map<IpNetwork, Integer> networks,
        boolean matchesAll,
        @Nullable SurveyedDomain target,
        int lookups,
        Voids voids,
        Trouble trouble,
        List<Finding> findings) {

    boolean hasErrors() {
        return trouble != Trouble.NONE;
    }

    /** The same with more to be said of it. */
    SurveyedTerm with(List<Finding> more) {
        FindingList all = new FindingList();
        all.addAll(findings);
        all.addAll(more);
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
                all.toList());
    }

    /** The qualifier of a mechanism; of a redirect, {@code +}: it passes what its target passes. */
    Qualifier qualifier() {
        return term instanceof Mechanism mechanism ? mechanism.qualifier() : Qualifier.PASS;
    }

    /**
     * Addresses that it certainly matches; of a redirect, those that pass by it. The set is the
     * caller's.
     */
    IpSet addresses() {
        if (isIgnored) {
            return new IpSet();
        }
        if (matchesAll) {
            return IpSet.all();
        }
        if (target != null) {
            return target.single()
                    .map(record -> record.passing().addresses().copy())
                    .orElseGet(IpSet::new);
        }
        IpSet addresses = new IpSet();
        networks.keySet().forEach(addresses::add);
        return addresses;
    }
}
