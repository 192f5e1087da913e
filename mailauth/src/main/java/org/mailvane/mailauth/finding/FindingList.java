package org.mailvane.mailauth.finding;

import java.util.ArrayList;
import java.util.List;

/** Collects what is found, up to a bound: records come from outside and may be wrong throughout. */
public final class FindingList {

    /** Findings that are kept of one record, tag or term. */
    public static final int MAX_FINDINGS = 100;

    private final List<Finding> findings = new ArrayList<>();
    private boolean hasErrors;
    private int more;

    /** Adds one. */
    public void add(Finding finding) {
        hasErrors |= finding.level() == Level.ERR;
        if (findings.size() < MAX_FINDINGS) {
            findings.add(finding);
        } else {
            more++;
        }
    }

    /** Adds one without values, or with. */
    public void add(FindingKind kind, Object... values) {
        add(kind.with(values));
    }

    /** Adds all. */
    public void addAll(List<Finding> others) {
        others.forEach(this::add);
    }

    /** Whether one of them is an error. Also those that were too many count. */
    public boolean hasErrors() {
        return hasErrors;
    }

    /** Returns the findings in their order; if there were too many, the last one says how many. */
    public List<Finding> toList() {
        if (more == 0) {
            return List.copyOf(findings);
        }
        List<Finding> all = new ArrayList<>(findings);
        all.add(DnsFindings.LIST_CUT.with(more));
        return List.copyOf(all);
    }
}
