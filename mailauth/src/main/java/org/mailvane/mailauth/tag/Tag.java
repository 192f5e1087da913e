package org.mailvane.mailauth.tag;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;

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
}
