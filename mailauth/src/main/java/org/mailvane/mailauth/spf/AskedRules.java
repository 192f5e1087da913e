package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.List;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.spf.AddressRules.Open;
import org.mailvane.mailauth.spf.AddressRules.Run;

/** The result of rules that are evaluated one after another: the first match decides. */
final class AskedRules {

    private final List<Run> runs = new ArrayList<>();
    private final IpSet passed = new IpSet();
    private final IpSet refused = new IpSet();
    private boolean isExact;
    private boolean isCut;
    private boolean mayRefuse;
    private int entries;

    AskedRules(boolean isExact, boolean isCut) {
        this.isExact = isExact;
        this.isCut = isCut;
    }

    /** Asks a run; false if nothing comes after it. */
    boolean ask(Run run) {
        if (run.qualifier() == Qualifier.PASS) {
            pass(run);
        } else {
            runs.add(run);
            run.networks().keySet().forEach(network -> refused.addAll(passed.restOf(network)));
            mayRefuse |= !run.open().isEmpty();
        }
        return run.open().stream().noneMatch(Open::matchesAll);
    }

    private void pass(Run run) {
        isExact &= !mayRefuse && (run.open().isEmpty() || refused.isEmpty());
        Run left = new Run(Qualifier.PASS);
        left.open().addAll(run.open());
        run.networks().forEach((network, count) -> pass(network, count, left));
        runs.add(left);
        if (run.open().stream().anyMatch(Open::matchesAll)) {
            passRest();
        }
    }

    private void pass(IpNetwork network, int count, Run left) {
        if (!refused.containsAny(network)) {
            left.networks().merge(network, count, Counts::sum);
            entries++;
            passed.add(network);
            return;
        }
        // In pieces anyway, so only those that are new.
        IpSet rest = refused.restOf(network);
        passed.removeFrom(rest, network);
        passed.addAll(rest);
        for (IpNetwork part : rest.networks()) {
            if (entries >= AddressRules.MAX_ENTRIES) {
                isCut = true;
                return;
            }
            left.networks().merge(part, count, Counts::sum);
            entries++;
        }
    }

    /** Marks all addresses as passing that were not refused. */
    void passRest() {
        isExact &= !mayRefuse;
        passed.addAll(IpSet.allBut(refused));
    }

    /** Ends with a redirect that can't be followed. */
    void openRest() {
        isExact &= !mayRefuse && refused.isEmpty();
    }

    /** Returns the evaluated networks; of networks with {@code +} the parts that can pass. */
    List<Run> runs() {
        return runs;
    }

    /** Addresses that certainly pass. */
    IpSet passed() {
        return passed;
    }

    /** Addresses that certainly get another result. */
    IpSet refused() {
        return refused;
    }

    /** Whether what passes can be said without the order. */
    boolean isExact() {
        return isExact;
    }

    /** Whether there were more networks than are kept. */
    boolean isCut() {
        return isCut;
    }
}
