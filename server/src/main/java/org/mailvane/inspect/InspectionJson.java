package org.mailvane.inspect;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.StdConverter;

/** How the library's results become JSON: with English texts in place of codes. */
public final class InspectionJson {

    private InspectionJson() {}

    /** Teaches it to a mapper, which writes names in snake case already. */
    public static void teach(JsonMapper.Builder mapper) {
        mapper.addMixIn(Finding.class, OfFinding.class);
        mapper.addMixIn(Tag.class, OfTag.class);
    }

    @JsonSerialize(converter = FindingConverter.class)
    private interface OfFinding {}

    @JsonSerialize(converter = TagConverter.class)
    private interface OfTag {}

    /** A finding as the API shows it. */
    record FindingBody(
            String code,
            Level level,
            String text,
            String solution,
            String reference,
            String tag,
            @Nullable Integer position) {}

    /** A tag as the API shows it. */
    record TagBody(
            String key,
            String value,
            String name,
            @JsonProperty("default") String defaultValue,
            String description,
            boolean valid,
            boolean supported,
            List<Finding> messages) {}

    /** Writes findings. */
    static final class FindingConverter extends StdConverter<Finding, FindingBody> {

        @Override
        public FindingBody convert(Finding finding) {
            return new FindingBody(
                    finding.code(),
                    finding.level(),
                    english(FindingMessages.text(finding)),
                    english(FindingMessages.solution(finding)),
                    finding.reference(),
                    finding.tag(),
                    finding.position());
        }
    }

    /** Writes tags. */
    static final class TagConverter extends StdConverter<Tag, TagBody> {

        @Override
        public TagBody convert(Tag tag) {
            return new TagBody(
                    tag.key(),
                    tag.value(),
                    english(FindingMessages.name(tag)),
                    english(FindingMessages.defaultOf(tag)),
                    english(FindingMessages.description(tag)),
                    tag.valid(),
                    tag.supported(),
                    tag.messages());
        }
    }

    private static String english(Passage passage) {
        return MessageFormatter.forPrograms().format(passage);
    }
}
