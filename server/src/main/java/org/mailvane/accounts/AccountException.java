package org.mailvane.accounts;

import java.util.List;

/**
 * Something that can't be done to an account or a user; the message says why. Where it is about
 * what somebody gave, a code and values let a page say the same in its own words.
 */
public final class AccountException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String code;
    private final transient List<Object> values;

    AccountException(String message) {
        this("", message);
    }

    AccountException(String code, String message, Object... values) {
        super(message, null, false, false);
        this.code = code;
        this.values = List.of(values);
    }

    /** Which problem it is; empty where nobody has to tell it from others. */
    public String code() {
        return code;
    }

    /** What the text of the code speaks of. */
    public Object[] values() {
        return values.toArray();
    }
}
