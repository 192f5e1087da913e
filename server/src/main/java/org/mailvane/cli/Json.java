package org.mailvane.cli;

import org.mailvane.inspect.InspectionJson;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as commands print it: the API's names, one value a line. */
final class Json {

    static final JsonMapper MAPPER = mapper();

    private Json() {}

    private static JsonMapper mapper() {
        JsonMapper.Builder builder =
                JsonMapper.builder()
                        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                        .disable(SerializationFeature.CLOSE_CLOSEABLE);
        InspectionJson.teach(builder);
        return builder.build();
    }

    static String of(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
