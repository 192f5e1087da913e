package org.mailvane.cli;

import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as commands print it: the API's names, one value a line. */
final class Json {

    static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                    .disable(SerializationFeature.CLOSE_CLOSEABLE)
                    .build();

    private Json() {}

    static String of(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
