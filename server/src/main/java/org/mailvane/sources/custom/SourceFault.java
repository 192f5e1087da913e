package org.mailvane.sources.custom;

import java.util.OptionalInt;
import org.mailvane.text.Message;

/**
 * An error in the values that a user gives for custom sources.
 *
 * @param field the field, as the API spells it; {@link org.mailvane.api.errors.FieldErrors#WHOLE}
 *     for none alone
 * @param index of an item of a list
 * @param text what was wrong, with which value, what is allowed
 */
public record SourceFault(String field, OptionalInt index, Message text) {

    static SourceFault of(String field, Message text) {
        return new SourceFault(field, OptionalInt.empty(), text);
    }

    static SourceFault of(String field, int index, Message text) {
        return new SourceFault(field, OptionalInt.of(index), text);
    }
}
