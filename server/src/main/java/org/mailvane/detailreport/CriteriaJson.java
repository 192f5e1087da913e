package org.mailvane.detailreport;

import java.time.LocalDate;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.traffic.store.ResultWord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Criteria as JSON, with the names that the API has for them. The same criteria make the same text,
 * and the text makes these criteria again.
 */
public final class CriteriaJson {

    private static final JsonMapper JSON = new JsonMapper();

    private static final String ALIGNED = "p";
    private static final String UNALIGNED = "f";

    private CriteriaJson() {}

    static String write(ReportCriteria criteria) {
        ObjectNode json = JSON.createObjectNode();
        write(json, "domains", criteria.domains(), DomainName::value);
        write(json, "providers", criteria.providers(), text -> text);
        json.put("start_date", criteria.startDate().toString());
        json.put("end_date", criteria.endDate().toString());
        json.put("filter_option", criteria.option().letter());
        IpNetwork network = criteria.network();
        json.put("ip_cidr", network == null ? "" : network.toString());
        write(json, "country_code", criteria.countries(), text -> text);
        write(json, "spf_result", criteria.spfResults(), ResultWord::letter);
        json.put("spf_policy", aligned(criteria.spfAligned()));
        write(json, "dkim_result", criteria.dkimResults(), ResultWord::letter);
        json.put("dkim_policy", aligned(criteria.dkimAligned()));
        write(json, "dmarc_policy", criteria.dispositions(), CriteriaJson::word);
        ArrayNode rules = json.putArray("rule_number");
        criteria.rules().forEach(rules::add);
        json.put("spf_domain", criteria.spfDomain());
        json.put("ptr", criteria.ptr());
        json.put("override_comment", criteria.overrideComment());
        return JSON.writeValueAsString(json);
    }

    private static <T> void write(
            ObjectNode json, String name, Collection<T> values, Function<T, String> text) {
        ArrayNode array = json.putArray(name);
        values.forEach(value -> array.add(text.apply(value)));
    }

    private static String aligned(@Nullable Boolean aligned) {
        return aligned == null ? "" : aligned ? ALIGNED : UNALIGNED;
    }

    private static String word(Disposition disposition) {
        return disposition.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws IllegalArgumentException when it is anything else
     */
    public static ReportCriteria read(String text) {
        JsonNode json = JSON.readTree(text);
        return new ReportCriteria(
                values(json, "domains", DomainName::parse),
                values(json, "providers", Optional::of),
                LocalDate.parse(text(json, "start_date")),
                LocalDate.parse(text(json, "end_date")),
                value("filter_option", text(json, "filter_option"), FilterOption::ofLetter),
                network(text(json, "ip_cidr")),
                values(json, "country_code", Optional::of),
                values(json, "spf_result", ResultWord::ofLetter),
                aligned("spf_policy", text(json, "spf_policy")),
                values(json, "dkim_result", ResultWord::ofLetter),
                aligned("dkim_policy", text(json, "dkim_policy")),
                values(json, "dmarc_policy", CriteriaJson::disposition),
                rules(json),
                text(json, "spf_domain"),
                text(json, "ptr"),
                text(json, "override_comment"));
    }

    private static String text(JsonNode json, String name) {
        return text(name, json.path(name));
    }

    private static String text(String name, JsonNode value) {
        if (!value.isString()) {
            throw new IllegalArgumentException(name + " is " + value);
        }
        return value.asString();
    }

    private static JsonNode array(JsonNode json, String name) {
        JsonNode array = json.path(name);
        if (!array.isArray()) {
            throw new IllegalArgumentException(name + " is " + array);
        }
        return array;
    }

    private static <T> T value(String name, String text, Function<String, Optional<T>> reader) {
        return reader.apply(text)
                .orElseThrow(() -> new IllegalArgumentException(name + " is " + text));
    }

    private static <T> SortedSet<T> values(
            JsonNode json, String name, Function<String, Optional<T>> reader) {
        SortedSet<T> values = new TreeSet<>();
        array(json, name).forEach(each -> values.add(value(name, text(name, each), reader)));
        return values;
    }

    private static SortedSet<Integer> rules(JsonNode json) {
        SortedSet<Integer> rules = new TreeSet<>();
        array(json, "rule_number")
                .forEach(each -> {
                    if (!each.isInt()) {
                        throw new IllegalArgumentException("rule_number is " + each);
                    }
                    rules.add(each.intValue());
                });
        return rules;
    }

    private static @Nullable IpNetwork network(String text) {
        return text.isEmpty() ? null : value("ip_cidr", text, IpNetwork::parse);
    }

    private static @Nullable Boolean aligned(String name, String text) {
        return switch (text) {
            case "" -> null;
            case ALIGNED -> true;
            case UNALIGNED -> false;
            default -> throw new IllegalArgumentException(name + " is " + text);
        };
    }

    private static Optional<Disposition> disposition(String word) {
        return Stream.of(Disposition.values()).filter(each -> word(each).equals(word)).findFirst();
    }
}
