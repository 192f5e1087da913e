package org.mailvane.api.binding;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what a form gives as the body of a request would be read that says the same: with the same
 * names, types, bounds and refusals.
 */
public final class FormBody {

    private static final JsonMapper JSON = new JsonMapper();

    private FormBody() {}

    /**
     * Reads a record.
     *
     * @param type as an operation takes it
     * @param members by the names that the API has for them: texts, numbers, or lists of them. What
     *     was not given is left out
     * @throws ApiProblem 400 with what is wrong by field
     */
    public static <T extends Record> T read(Class<T> type, Map<String, ?> members) {
        JsonNode json = JSON.valueToTree(members);
        FieldErrors errors = new FieldErrors();
        Record read = Shape.ofBody(type).read(json, List.of(), false, errors::add);
        errors.throwIfAny();
        return type.cast(Objects.requireNonNull(read));
    }
}
