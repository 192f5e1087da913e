package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpNetwork;

/**
 * The rules of a record for addresses, independent of its wording: networks with a qualifier in the
 * order of evaluation, with includes and redirects resolved. Terms that can only be decided with a
 * message remain in it as open terms.
 *
 * <p>Networks that follow each other with the same qualifier are a {@link Run}: within it, the
 * order does not matter, and a record that is included a thousand times takes the space of one.
 */
final class AddressRules {

    /** Networks and open terms that are kept of one record with all that it refers to. */
    static final int MAX_ENTRIES = 10_000;

    private final Work work;
    private final List<Run> runs = new ArrayList<>();
    private @Nullable Qualifier rest;
    private @Nullable String openRest;
    private boolean isCut;
    private boolean isExact = true;
    private int entries;

    AddressRules(Work work) {
        this.work = work;
    }

    /**
     * Networks and open terms with the same qualifier.
     *
     * @param networks how often each of them is there
     * @param open terms that need a message
     */
    record Run(Qualifier qualifier, Map<IpNetwork, Integer> networks, Set<Open> open) {

        Run(Qualifier qualifier) {
            this(qualifier, new LinkedHashMap<>(), new LinkedHashSet<>());
        }
    }

    /**
     * A term that stays as it is.
     *
     * @param term without its qualifier; it means the same in every record
     * @param matchesAll whether DNS said that it matches every sender
     */
    record Open(String term, boolean matchesAll) {}

    /** Returns what can get {@code pass}. */
    record Passing(
            Map<IpNetwork, Integer> networks,
            List<IpNetwork> restNetworks,
            Set<Open> open,
            IpSet addresses,
            boolean isEverything,
            boolean isExact,
            boolean isCut) {

        /** Whether no address passes, whatever the message. */
        boolean isNothing() {
            return open.isEmpty() && addresses.isEmpty();
        }
    }

    /** Adds networks, each of them so often. */
    void add(Qualifier qualifier, Map<IpNetwork, Integer> networks) {
        if (isClosed()) {
            return;
        }
        isCut |= work.isSpent();
        if (networks.isEmpty()) {
            return;
        }
        Run run = run(qualifier);
        for (Map.Entry<IpNetwork, Integer> entry : networks.entrySet()) {
            if (!work.move()) {
                isCut = true;
                return;
            }
            if (run.networks.containsKey(entry.getKey()) || hasRoom()) {
                run.networks.merge(entry.getKey(), entry.getValue(), Counts::sum);
            }
        }
    }

    /** Adds a term that needs a message. */
    void addOpen(Qualifier qualifier, Open open) {
        if (!isClosed()) {
            Run run = run(qualifier);
            if (run.open.contains(open) || hasRoom()) {
                run.open.add(open);
            }
        }
    }

    /** Adds what matches where another record says {@code pass}. */
    void addIncluded(Qualifier qualifier, Passing included) {
        if (isClosed()) {
            return;
        }
        isExact &= included.isExact;
        isCut |= included.isCut;
        if (included.isEverything) {
            addAll(qualifier);
            return;
        }
        add(qualifier, included.networks);
        Map<IpNetwork, Integer> more = new LinkedHashMap<>();
        included.restNetworks.forEach(network -> more.put(network, 1));
        add(qualifier, more);
        included.open.forEach(open -> addOpen(qualifier, open));
    }

    /** Adds that every address matches; nothing comes after it. */
    void addAll(Qualifier qualifier) {
        if (!isClosed()) {
            rest = qualifier;
        }
    }

    /** The same so far, to be gone on with apart. */
    AddressRules copy() {
        AddressRules copy = new AddressRules(work);
        copy.continueWith(this);
        return copy;
    }

    /** Goes on with all that another record says, as {@code redirect} does. */
    void continueWith(AddressRules other) {
        if (isClosed()) {
            return;
        }
        isExact &= other.isExact;
        isCut |= other.isCut;
        for (Run run : other.runs) {
            add(run.qualifier, run.networks);
            run.open.forEach(open -> addOpen(run.qualifier, open));
        }
        rest = other.rest;
        openRest = other.openRest;
    }

    /** Goes on with a {@code redirect} that can't be followed; nothing comes after it. */
    void continueWithOpen(String redirectDomainSpec) {
        if (!isClosed()) {
            openRest = redirectDomainSpec;
        }
    }

    /** Returns the qualifier that {@code all} gives to the rest; null if there is none. */
    @Nullable Qualifier rest() {
        return rest;
    }

    /** The domain-spec of a redirect that can't be followed; null if there is none. */
    @Nullable String openRest() {
        return openRest;
    }

    /** Whether includes mean here what they mean in the record, in every detail. */
    boolean isExact() {
        return isExact;
    }

    /** Returns the networks in their order; of networks with {@code +} the parts that can pass. */
    List<Run> runs() {
        return asked().runs();
    }

    /** Returns what can get {@code pass}. */
    Passing passing() {
        AskedRules asked = asked();
        Map<IpNetwork, Integer> networks = new LinkedHashMap<>();
        Set<Open> open = new LinkedHashSet<>();
        for (Run run : asked.runs()) {
            if (run.qualifier == Qualifier.PASS) {
                run.networks.forEach((network, n) -> networks.merge(network, n, Counts::sum));
                open.addAll(run.open);
            }
        }
        if (openRest != null) {
            open.add(new Open("include:" + openRest, false));
        }
        boolean passesRest = rest == Qualifier.PASS;
        boolean isEverything = passesRest && asked.refused().isEmpty();
        List<IpNetwork> restNetworks =
                passesRest && !isEverything ? asked.passed().networks() : List.of();
        boolean isRestCut = restNetworks.size() > MAX_ENTRIES;
        return new Passing(
                networks,
                isRestCut ? List.of() : restNetworks,
                open,
                asked.passed(),
                isEverything,
                asked.isExact(),
                asked.isCut() || isRestCut);
    }

    private AskedRules asked() {
        AskedRules asked = new AskedRules(isExact, isCut);
        for (Run run : runs) {
            if (!asked.ask(run)) {
                return asked;
            }
        }
        if (rest == Qualifier.PASS) {
            asked.passRest();
        }
        if (openRest != null) {
            asked.openRest();
        }
        return asked;
    }

    private Run run(Qualifier qualifier) {
        if (runs.isEmpty() || runs.getLast().qualifier != qualifier) {
            runs.add(new Run(qualifier));
        }
        return runs.getLast();
    }

    private boolean isClosed() {
        return rest != null || openRest != null;
    }

    private boolean hasRoom() {
        if (entries >= MAX_ENTRIES) {
            isCut = true;
            return false;
        }
        entries++;
        return true;
    }
}
