package org.mailvane.issues;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Passage;

/**
 * The most urgent that is open and not ignored about a domain: the one thing that pages tell people
 * to do first.
 *
 * @param task which step it is; null for an issue
 * @param id the number of that
 * @param record of an issue, which kind of record it is about; else empty
 * @param code the step's code, or the finding's
 * @param text what to do, or what is wrong
 * @param solution of an issue, what to do about it; else empty
 * @param since when it was found, or became next
 */
public record NextAction(
        @Nullable TaskCode task,
        long id,
        String record,
        String code,
        Passage text,
        Passage solution,
        Instant since) {

    /** Returns whether it is a task, and not an issue. */
    public boolean isTask() {
        return task != null;
    }
}
