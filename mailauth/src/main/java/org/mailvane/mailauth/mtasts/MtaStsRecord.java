package org.mailvane.mailauth.mtasts;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;

/**
 * A text at the name of the MTA-STS record.
 *
 * @param txt the text, its strings joined
 * @param isMtaSts whether senders take it for an MTA-STS record: whether it begins as one
 * @param valid whether it has no error; a text of something else has none
 * @param tags its fields, in their order
 * @param messages findings about it, what its tags say included
 */
public record MtaStsRecord(
        String txt, boolean isMtaSts, boolean valid, List<Tag> tags, List<Finding> messages)
        implements TaggedRecord {

    static final String ID = "id";

    /** A record that was judged. */
    public MtaStsRecord {
        tags = List.copyOf(tags);
        messages = List.copyOf(messages);
    }

    /** Returns the id of the policy. When it changes, senders fetch the policy again. */
    public Optional<String> id() {
        return tags.stream()
                .filter(tag -> tag.key().equals(ID))
                .findFirst()
                .filter(Tag::valid)
                .map(Tag::value);
    }
}
