package org.mailvane.inspect;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.mailvane.mailauth.tag.Tag;
import tools.jackson.databind.json.JsonMapper;

/** How the library's results become JSON where their names alone do not say it. */
public final class InspectionJson {

    private InspectionJson() {}

    /** A name of the API that is a word of Java. */
    private interface TagNames {

        @JsonProperty("default")
        String defaultValue();
    }

    /** Teaches it to a mapper, which writes names in snake case already. */
    public static void teach(JsonMapper.Builder mapper) {
        mapper.addMixIn(Tag.class, TagNames.class);
    }
}
