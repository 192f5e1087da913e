package org.mailvane.mailauth.mtasts;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;

/**
 * A policy file (RFC 8461, section 3.2).
 *
 * @param txt its text
 * @param isMtaStsPolicy whether senders take it for a policy: whether it has the version
 * @param valid whether it is one and has no error
 * @param tags its lines of key and value, in their order
 * @param messages findings about it, what its lines say included
 */
public record MtaStsPolicy(
        String txt, boolean isMtaStsPolicy, boolean valid, List<Tag> tags, List<Finding> messages)
        implements TaggedRecord {

    static final String VERSION = "version";
    static final String MODE = "mode";
    static final String MAX_AGE = "max_age";
    static final String MX = "mx";

    /** The action of senders if a host does not comply with the policy (RFC 8461, section 5). */
    public enum Mode {
        /** They don't deliver to it. */
        ENFORCE,
        /** They report it and deliver all the same. */
        TESTING,
        /** Nothing: the domain has no policy any more. */
        NONE;

        /** The word of the policy. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A policy that was judged. */
    public MtaStsPolicy {
        tags = List.copyOf(tags);
        messages = List.copyOf(messages);
    }

    /** The mode; empty if there is none, or an unknown one. */
    public Optional<Mode> mode() {
        return first(MODE).map(value -> Mode.valueOf(value.toUpperCase(Locale.ROOT)));
    }

    /** For how long senders keep it; empty where that is not said, or wrongly. */
    public Optional<Duration> maxAge() {
        return first(MAX_AGE).map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
    }

    /** The hosts that may take mail, in the order of the policy, without those that are wrong. */
    public List<MxPattern> patterns() {
        return tags.stream()
                .filter(tag -> tag.key().equals(MX))
                .flatMap(tag -> MxPattern.parse(tag.value()).stream())
                .distinct()
                .toList();
    }

    /** The value of the first line with a key, where it is right: only that one counts. */
    private Optional<String> first(String key) {
        return tags.stream()
                .filter(tag -> tag.key().equals(key))
                .findFirst()
                .filter(Tag::valid)
                .map(Tag::value);
    }
}
