package org.mailvane.inspect;

import java.util.Optional;
import java.util.regex.Pattern;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;

/**
 * A domain or another name that can have records, such as {@code _spf.example.com}: labels of
 * letters, digits, hyphens and underscores.
 *
 * @param name the name
 */
public record RecordName(DnsName name) {

    /** What a text must be, to follow "it must be". */
    public static final String ALLOWED =
            "a name of labels separated by dots, with up to 63 letters, digits,"
                    + " hyphens and underscores each and at most 253 characters in total";

    /** Characters of a name, with the dot of the root. */
    static final int MAX_LENGTH = DomainName.MAX_LENGTH + 1;

    private static final String LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";

    private static final Pattern NAME =
            Pattern.compile(LABEL + "(?:\\." + LABEL + ")*\\.(?=.*[A-Za-z])" + LABEL + "\\.?");

    /** Reads a name of any case; international ones as {@link DomainName} does. */
    public static Optional<RecordName> parse(String text) {
        String name = text.strip();
        // The pattern takes a piece of the stack for each label.
        return name.length() <= MAX_LENGTH && NAME.matcher(name).matches()
                ? DnsName.parse(name).map(RecordName::new)
                : DomainName.parse(name).map(DnsName::of).map(RecordName::new);
    }
}
