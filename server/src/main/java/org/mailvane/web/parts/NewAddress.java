package org.mailvane.web.parts;

import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.AccountException;
import org.mailvane.web.frame.Texts;

/**
 * A report address that a form adds to the account.
 *
 * @param typed the address as it was typed
 * @param wrong why it was refused; null where it was not
 */
public record NewAddress(String typed, @Nullable AccountException wrong) {

    public static final NewAddress NONE = new NewAddress("", null);

    public String error(Texts texts) {
        return wrong == null ? "" : texts.of(wrong);
    }
}
