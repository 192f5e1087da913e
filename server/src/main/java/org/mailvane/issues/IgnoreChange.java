package org.mailvane.issues;

import org.mailvane.api.Field;
import org.mailvane.api.Given;

/**
 * What people can change of an issue or a task.
 *
 * @param ignore whether they want to hear no more of it
 */
record IgnoreChange(
        @Field(description = "Whether to ignore it. It can still be open.", required = true)
                Given<Boolean> ignore) {}
