package org.mailvane.sources.classify;

import java.util.Set;
import org.mailvane.sources.evidence.MailNames;

/**
 * Recognises names of mailing lists or forwarders by their words: {@code lists.example.org}, {@code
 * srs2.example.net}. Anybody can choose such a name, so it only says how a row that has other signs
 * of being passed on is meant.
 */
final class PassingOn {

    private static final Set<String> WORDS =
            Set.of(
                    "list",
                    "lists",
                    "listserv",
                    "listserver",
                    "listes",
                    "mailinglist",
                    "mailinglists",
                    "mailman",
                    "majordomo",
                    "sympa",
                    "ezmlm",
                    "mlmmj",
                    "ml",
                    "groups",
                    "fwd",
                    "forward",
                    "forwarder",
                    "forwarding",
                    "forwards",
                    "srs");

    private PassingOn() {}

    /** Whether a plain name says so by a label before its organisational domain. */
    static boolean isSaidBy(String name, MailNames names) {
        int end = name.length() - names.organization(name).length();
        int from = 0;
        for (int i = 0; i < end; i++) {
            char c = name.charAt(i);
            if (c == '.' || c == '-') {
                if (isWord(name, from, i)) {
                    return true;
                }
                from = i + 1;
            }
        }
        return false;
    }

    /** Without a number at its end. */
    private static boolean isWord(String name, int from, int to) {
        int end = to;
        while (end > from && Character.isDigit(name.charAt(end - 1))) {
            end--;
        }
        return end > from && WORDS.contains(name.substring(from, end));
    }
}
