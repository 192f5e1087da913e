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
 * A tag of a record as it was judged.
 *
 * @param key its name in the record
 * @param value its value, as it stands in the record
 * @param name what it means in a few words; empty where the tag is unknown
 * @param defaultValue what holds where it is left out; empty where there is nothing
 * @param description what it does; empty where the tag is unknown
 * @param valid whether it can be used as it is
 * @param supported whether receivers of today know it
 * @param messages what is to be said of it
 */
public record Tag(
        String key,
        String value,
        String name,
        String defaultValue,
        String description,
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
     * @param meaning of the key; empty where it is unknown
     */
    public static Tag of(
            String key, String value, Optional<TagMeaning> meaning, FindingList findings) {
        return new Tag(
                key,
                value,
                meaning.map(TagMeaning::title).orElse(""),
                meaning.map(TagMeaning::defaultValue).orElse(""),
                meaning.map(TagMeaning::description).orElse(""),
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
                name,
                defaultValue,
                description,
                all.stream().noneMatch(finding -> finding.level() == Level.ERR),
                supported,
                all);
    }
}
