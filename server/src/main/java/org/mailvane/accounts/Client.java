package org.mailvane.accounts;

import java.util.List;
import org.mailvane.text.Language;

/**
 * Where somebody signs in from.
 *
 * @param address their address, as it is shown to them
 * @param customer the addresses that count as one, for limits
 * @param browser what their browser calls itself
 * @param language in which they are shown pages
 * @param secrets by which their browser is known to users who have signed in there
 */
public record Client(
        String address, String customer, String browser, Language language, List<String> secrets) {

    /** As it may be kept and shown. */
    public Client {
        String plain = browser.replaceAll("\\p{Cntrl}", " ").strip();
        browser =
                plain.length() <= Session.MAX_BROWSER
                        ? plain
                        : plain.substring(0, Session.MAX_BROWSER);
    }
}
