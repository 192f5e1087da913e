package org.mailvane.accounts;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.store.Scope;

/**
 * A customer: everything else belongs to one.
 *
 * @param id its number
 * @param name what people call it
 * @param token local part of its report addresses, eight letters and digits
 * @param created when it was made
 * @param expires last day of its subscription (UTC); null for no end
 */
public record Account(
        long id, String name, String token, Instant created, @Nullable LocalDate expires) {

    /** Characters of a name at most. */
    public static final int MAX_NAME_LENGTH = 128;

    /** What statements for this account may see. */
    public Scope scope() {
        return Scope.ofAccount(id);
    }
}
