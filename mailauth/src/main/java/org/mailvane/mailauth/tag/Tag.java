package org.mailvane.mailauth.tag;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.Level;

/**
 * A tag of a record with its findings.
 *
 * @param key its name in the record
 * @param value its value, as in the record
 * @param meaning the code of what it means, such as {@code dmarc.sp}; empty where it is unknown
 * @param defaultValue the value that applies if it is left out; empty where there is none
 * @param valid whether it can be used as it is
 * @param supported whether receivers of today know it
 * @param messages what is to be said of it
 */
public record Tag(
        String key,
        String value,
        String meaning,
        String defaultValue,
        boolean valid,
        boolean supported,
        List<Finding> messages) {

    /** A tag that was judged. */
    public Tag {
        messages = List.copyOf(messages);
    }

    /**
     * A tag with what was found about it.
     *
     * @param meaning of the key; empty if it is unknown
     */
    public static Tag of(
            String key, String value, Optional<TagMeaning> meaning, FindingList findings) {
        return new Tag(
                key,
                value,
                meaning.map(TagMeaning::code).orElse(""),
                meaning.map(TagMeaning::defaultValue).orElse(""),
                !findings.hasErrors(),
                meaning.map(TagMeaning::supported).orElse(false),
                findings.toList().stream().map(finding -> finding.about(key)).toList());
    }

    /** The same, with more to be said of it. */
    public Tag with(List<Finding> more) {
        List<Finding> all = new ArrayList<>(messages);
        more.stream().map(finding -> finding.about(key)).forEach(all::add);
        return saying(all);
    }

    /** The same, where some things are not said of it. */
    public Tag without(Set<FindingKind> kinds) {
        return saying(
                messages.stream()
                        .filter(message -> kinds.stream().noneMatch(message::is))
                        .toList());
    }

    private Tag saying(List<Finding> all) {
        return new Tag(
                key,
                value,
                meaning,
                defaultValue,
                all.stream().noneMatch(finding -> finding.level() == Level.ERR),
                supported,
                all);
    }
}
