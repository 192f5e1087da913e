package org.mailvane.monitor;

import static org.mailvane.monitor.RecordReader.LOOKUPS;
import static org.mailvane.monitor.RecordReader.NXDOMAIN;
import static org.mailvane.monitor.RecordReader.ORIGIN;
import static org.mailvane.monitor.RecordReader.POLICY;
import static org.mailvane.monitor.RecordReader.POLICY_DOMAIN;
import static org.mailvane.monitor.RecordReader.POLICY_FILE;
import static org.mailvane.monitor.RecordReader.SOA;
import static org.mailvane.monitor.RecordReader.TAG;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Characters;
import org.mailvane.domains.Domain.Records;
import org.mailvane.domains.WatchedRecords;
import org.mailvane.monitor.DnsObservation.RecordKey;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a domain's own fields of what is known of its records. */
final class DomainSummary {

    /** Characters of a record that lists of domains show, which hold those of many selectors. */
    static final int MAX_SHOWN = 2_048;

    private static final String OWN = "own";

    private static final JsonMapper JSON = new JsonMapper();

    private final TreeMap<RecordKey, WatchedRecord> records = new TreeMap<>();
    private final Set<String> selectors;
    private final boolean limited;
    private final boolean errors;
    private final boolean verified;

    /**
     * A summary.
     *
     * @param records what is known of the domain's records
     * @param selectors the selectors that are current
     * @param limited whether reports have shown further ones, which are not watched
     * @param errors whether something is wrong with them
     * @param verified whether it was shown to be the account's
     */
    DomainSummary(
            Collection<WatchedRecord> records,
            Collection<String> selectors,
            boolean limited,
            boolean errors,
            boolean verified) {
        records.forEach(record -> this.records.put(record.key(), record));
        this.selectors = Set.copyOf(selectors);
        this.limited = limited;
        this.errors = errors;
        this.verified = verified;
    }

    WatchedRecords fields() {
        RecordContent dmarc = content(RecordKind.DMARC);
        RecordContent spf = content(RecordKind.SPF);
        RecordContent mx = content(RecordKind.MX);
        return new WatchedRecords(
                new Records(
                        state(RecordKind.DMARC).code(),
                        state(RecordKind.SPF).code(),
                        dkimState().code(),
                        states().toString(),
                        dmarc.value(),
                        spf.value(),
                        spf.number(LOOKUPS)),
                policyCode(dmarc),
                mx.value().replace("\n", ", "),
                mx.detail(SOA),
                mx.is(NXDOMAIN),
                isUnconfirmed(),
                errors,
                verified);
    }

    private Optional<WatchedRecord> find(RecordKind kind) {
        return Optional.ofNullable(records.get(RecordKey.of(kind)));
    }

    private RecordContent content(RecordKind kind) {
        return find(kind).map(WatchedRecord::content).orElse(RecordContent.NOTHING);
    }

    private RecordState state(RecordKind kind) {
        return find(kind).map(WatchedRecord::state).orElse(RecordState.UNKNOWN);
    }

    /**
     * Whether of that of which its state is made something does not count yet: it was read once
     * only, or something that it refers to was not answered, or it was not answered itself.
     */
    private boolean isUnconfirmed() {
        return Stream.of(RecordKind.DMARC, RecordKind.SPF, RecordKind.MX)
                .flatMap(kind -> find(kind).stream())
                .anyMatch(record -> !record.isSettled());
    }

    private List<WatchedRecord> keys() {
        return records.values().stream()
                .filter(record -> record.key().kind() == RecordKind.DKIM)
                .filter(record -> selectors.contains(record.key().selector()))
                .toList();
    }

    /**
     * That of the current selectors: one whose key is broken matters more than one that has none,
     * since nobody may sign with that any more.
     */
    private RecordState dkimState() {
        List<RecordState> states = keys().stream().map(WatchedRecord::state).toList();
        for (RecordState state :
                List.of(RecordState.ERROR, RecordState.PRESENT, RecordState.UNKNOWN)) {
            if (states.contains(state)) {
                return state;
            }
        }
        return states.isEmpty() ? RecordState.UNKNOWN : RecordState.MISSING;
    }

    /**
     * Returns the letters of {@code last_seen_dmarc_policy}; what was last known stays where asking
     * fails. A record with an error may have a policy all the same.
     */
    private static String policyCode(RecordContent dmarc) {
        String policy = dmarc.detail(POLICY);
        String letter = policy.isEmpty() ? "" : policy.substring(0, 1);
        return switch (dmarc.state()) {
            case UNKNOWN -> "";
            case MISSING -> "x";
            case ERROR ->
                    dmarc.detail(TAG).isEmpty()
                            ? "e"
                            : dmarc.detail(ORIGIN).equals(OWN) ? letter : "o" + letter;
            case PRESENT -> letter;
            case INHERITED -> "o" + letter;
        };
    }

    private ObjectNode states() {
        ObjectNode states = JSON.createObjectNode();
        for (RecordKind kind : RecordKind.values()) {
            ObjectNode state = states.putObject(kind.code());
            if (kind == RecordKind.DKIM) {
                dkim(state);
                continue;
            }
            RecordContent content = content(kind);
            state.put("state", state(kind).code());
            time(state, find(kind).map(WatchedRecord::checked).orElse(null));
            find(kind).ifPresent(record -> failing(state, record));
            state.put("record", shown(content.value()));
            switch (kind) {
                case DMARC -> {
                    state.put("policy", content.detail(POLICY));
                    state.put("policy_domain", content.detail(POLICY_DOMAIN));
                }
                case SPF -> state.put("lookup_count", content.number(LOOKUPS));
                case MTA_STS -> state.put("policy", shown(content.detail(POLICY_FILE)));
                default -> {}
            }
        }
        return states;
    }

    private void dkim(ObjectNode state) {
        state.put("state", dkimState().code());
        time(
                state,
                keys().stream().map(WatchedRecord::checked).max(Instant::compareTo).orElse(null));
        if (limited) {
            state.put("selectors_limited", true);
        }
        ArrayNode all = state.putArray("selectors");
        for (WatchedRecord key : keys()) {
            ObjectNode one =
                    all.addObject()
                            .put("selector", key.key().selector())
                            .put("state", key.state().code())
                            .put("record", shown(key.content().value()));
            failing(one, key);
        }
    }

    /** Since when not all that it is made of was answered; nothing where all was. */
    private static void failing(ObjectNode state, WatchedRecord record) {
        Instant since = record.failingSince();
        if (since != null) {
            state.put("failing_since", since.toString());
        }
    }

    private static String shown(String value) {
        return Characters.kept(value, MAX_SHOWN);
    }

    private static void time(ObjectNode state, @Nullable Instant time) {
        if (time == null) {
            state.putNull("checked_at");
        } else {
            state.put("checked_at", time.toString());
        }
    }
}
