package org.mailvane.monitor;

import java.util.ArrayList;
import java.util.List;
import org.mailvane.domains.Domain;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The records of a domain as they were observed last: what {@code DomainSummary} has written, read
 * again.
 *
 * @param dmarc its DMARC record, or that of a domain above
 * @param spf its SPF record
 * @param keys its DKIM keys
 * @param hasMoreKeys whether reports have shown further selectors, which are not watched
 * @param optional the records that never make its health worse
 */
public record DomainRecordStates(
        Observed dmarc,
        Observed spf,
        List<Observed> keys,
        boolean hasMoreKeys,
        List<Observed> optional) {

    private static final JsonMapper JSON = new JsonMapper();

    private static final List<RecordKind> OPTIONAL =
            List.of(RecordKind.MTA_STS, RecordKind.TLS_RPT, RecordKind.BIMI, RecordKind.MX);

    /**
     * A record.
     *
     * @param kind its kind, as the API names it
     * @param selector of DKIM; else empty
     * @param host the name at which it is published
     * @param state {@code present}, {@code missing}, {@code inherited}, {@code error}, {@code
     *     unknown}
     * @param checked when it was looked up (ISO 8601); empty: never
     * @param failingSince since when something that it refers to was not answered (ISO 8601); empty
     *     if all was answered
     * @param text its text; empty if there is none
     */
    public record Observed(
            String kind,
            String selector,
            String host,
            String state,
            String checked,
            String failingSince,
            String text) {}

    /** Returns the records of a domain. */
    public static DomainRecordStates of(Domain domain) {
        String name = domain.name().value();
        JsonNode states = JSON.readTree(domain.records().states());
        JsonNode dmarc = states.path(RecordKind.DMARC.code());
        JsonNode dkim = states.path(RecordKind.DKIM.code());
        String above = text(dmarc, "policy_domain");
        List<Observed> keys = new ArrayList<>();
        for (JsonNode key : dkim.path("selectors")) {
            String selector = text(key, "selector");
            keys.add(observed(RecordKind.DKIM, selector, selector + "._domainkey." + name, key));
        }
        return new DomainRecordStates(
                observed(RecordKind.DMARC, "", "_dmarc." + (above.isEmpty() ? name : above), dmarc),
                observed(RecordKind.SPF, "", name, states.path(RecordKind.SPF.code())),
                List.copyOf(keys),
                dkim.path("selectors_limited").asBoolean(false),
                OPTIONAL.stream()
                        .map(kind -> observed(kind, "", host(kind, name), states.path(kind.code())))
                        .toList());
    }

    private static String host(RecordKind kind, String name) {
        return switch (kind) {
            case MTA_STS -> "_mta-sts." + name;
            case TLS_RPT -> "_smtp._tls." + name;
            case BIMI -> "default._bimi." + name;
            default -> name;
        };
    }

    private static Observed observed(RecordKind kind, String selector, String host, JsonNode node) {
        String state = text(node, "state");
        return new Observed(
                kind.code(),
                selector,
                host,
                state.isEmpty() ? RecordState.UNKNOWN.code() : state,
                text(node, "checked_at"),
                text(node, "failing_since"),
                text(node, "record"));
    }

    private static String text(JsonNode node, String member) {
        return node.path(member).asString("");
    }
}
