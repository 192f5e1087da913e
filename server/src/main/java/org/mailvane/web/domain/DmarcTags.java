package org.mailvane.web.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.Passage;
import org.mailvane.web.frame.Texts;

/**
 * The tags of a DMARC record as pages show them: those that it holds, and what is valid because it
 * does not say otherwise.
 */
final class DmarcTags {

    /** Defaults of tags that are often left out (RFC 9989, section 4.7). */
    private static final Map<String, String> DEFAULTS = Map.of("adkim", "r", "aspf", "r");

    /** The policy for names below a domain; where it is left out, that of the domain is theirs. */
    private static final String BELOW = "sp";

    /** Tags that are explained where they are left out, in this order. */
    private static final List<String> LEFT_OUT = List.of(BELOW, "adkim", "aspf");

    private static final String POLICY = "p";
    private static final Set<String> POLICY_TAGS = Set.of(POLICY, BELOW, "np");
    private static final Set<String> POLICIES = Set.of("none", "quarantine", "reject");

    private DmarcTags() {}

    /**
     * A tag.
     *
     * @param key its name in records
     * @param value what is valid
     * @param isSet whether the record says so
     * @param isWhole whether receivers are asked to apply policies as published
     * @param description what it is for, in sentences; empty where it is not set
     */
    record Row(String key, String value, boolean isSet, boolean isWhole, Passage description) {

        /** What this very value means, in a few words; empty where no words are kept for it. */
        Optional<String> meaning(Texts texts) {
            if (!isWhole && POLICY_TAGS.contains(key)) {
                return Optional.empty();
            }
            String kept = "tag.dmarc." + key + "." + normal(value);
            return texts.has(kept) ? Optional.of(texts.of(kept)) : Optional.empty();
        }
    }

    /**
     * Returns the tags of a record; none if it has none.
     *
     * @param forNamesBelow whether it applies to names below it; a record below that of an
     *     organization does not (RFC 9989, section 4.10)
     */
    static List<Row> of(List<Tag> tags, boolean forNamesBelow) {
        List<Row> rows = new ArrayList<>();
        boolean whole = isAppliedWhole(tags);
        for (Tag tag : tags) {
            rows.add(
                    new Row(tag.key(), tag.value(), true, whole, FindingMessages.description(tag)));
        }
        // Without a policy that receivers know, nothing follows from what is left out.
        valueOf(tags, POLICY)
                .filter(policy -> POLICIES.contains(normal(policy)))
                .ifPresent(policy -> {
                    for (String key : LEFT_OUT) {
                        boolean asked = forNamesBelow || !key.equals(BELOW);
                        if (asked && valueOf(tags, key).isEmpty()) {
                            rows.add(
                                    new Row(
                                            key,
                                            DEFAULTS.getOrDefault(key, policy),
                                            false,
                                            whole,
                                            Passage.EMPTY));
                        }
                    }
                });
        return List.copyOf(rows);
    }

    /**
     * Not in test mode, nor only for a part of the mail, which came to the same before RFC 9989.
     */
    private static boolean isAppliedWhole(List<Tag> tags) {
        return valueOf(tags, "t").filter(mode -> normal(mode).equals("y")).isEmpty()
                && valueOf(tags, "pct").filter(part -> !normal(part).equals("100")).isEmpty();
    }

    private static String normal(String value) {
        return value.strip().toLowerCase(Locale.ROOT);
    }

    private static Optional<String> valueOf(List<Tag> tags, String key) {
        return tags.stream()
                .filter(tag -> tag.key().equalsIgnoreCase(key))
                .map(Tag::value)
                .findFirst();
    }
}
