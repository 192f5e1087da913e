package org.mailvane.planner;

import java.util.List;
import java.util.Map;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.traffic.sums.WindowSums.FailedSignatures;

/**
 * What tasks say about mail that failed lately, by the numbers of its sources.
 *
 * @param hosts the hosts that sent it
 * @param signatures the signatures on it, of those sources that sign
 */
record FailedMail(Map<Integer, List<IpAddress>> hosts, Map<Integer, FailedSignatures> signatures) {

    static final FailedMail NONE = new FailedMail(Map.of(), Map.of());

    FailedMail {
        hosts = Map.copyOf(hosts);
        signatures = Map.copyOf(signatures);
    }

    List<IpAddress> hosts(int source) {
        return hosts.getOrDefault(source, List.of());
    }

    /** Returns the keys of signatures that did not pass, if most of what failed has one. */
    List<String> brokenKeys(int source) {
        FailedSignatures found = signatures.get(source);
        return found == null || found.broken() < found.failed() - found.broken()
                ? List.of()
                : found.keys();
    }
}
