package org.mailvane.actions;

import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;

/**
 * What people can change of an issue or a task.
 *
 * @param ignore whether they want to hear no more of it
 */
record IgnoreChange(
        @Field(description = "Whether to ignore it. It can still be open.", required = true)
                Given<Boolean> ignore) {}
