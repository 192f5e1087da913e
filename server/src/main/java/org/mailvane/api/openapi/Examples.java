package org.mailvane.api.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The examples of operations: real calls, which the tests made and wrote down. */
public final class Examples {

    /** Where they lie among the resources. */
    static final String FOLDER = "/api/examples/";

    /** The address that they were written down with. */
    public static final String BASE = "https://mailvane.example";

    private static final JsonMapper JSON = new JsonMapper();

    private Examples() {}

    /** The examples of an operation, where there are some. */
    static Optional<Example.Pair> of(String operationId) {
        try (InputStream file =
                Examples.class.getResourceAsStream(FOLDER + operationId + ".json")) {
            return file == null
                    ? Optional.empty()
                    : Optional.of(JSON.readValue(file, Example.Pair.class));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
