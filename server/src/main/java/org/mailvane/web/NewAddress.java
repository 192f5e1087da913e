package org.mailvane.web;

import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.AccountException;

/**
 * A report address that a form adds to the account.
 *
 * @param typed the address as it was typed
 * @param wrong why it was refused; null where it was not
 */
record NewAddress(String typed, @Nullable AccountException wrong) {

    static final NewAddress NONE = new NewAddress("", null);

    String error(Texts texts) {
        return wrong == null ? "" : texts.of(wrong);
    }
}
