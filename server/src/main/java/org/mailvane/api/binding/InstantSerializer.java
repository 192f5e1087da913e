package org.mailvane.api.binding;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/** Points in time as the reference wants them: UTC, microseconds, left out when they are 0. */
public final class InstantSerializer extends StdSerializer<Instant> {

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    public InstantSerializer() {
        super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator json, SerializationContext context) {
        Instant micros = value.truncatedTo(ChronoUnit.MICROS);
        boolean whole = micros.get(ChronoField.NANO_OF_SECOND) == 0;
        json.writeString((whole ? SECONDS : MICROSECONDS).format(micros));
    }
}
