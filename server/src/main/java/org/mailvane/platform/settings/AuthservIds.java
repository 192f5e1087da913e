package org.mailvane.platform.settings;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names of receivers as they appear in Authentication-Results fields (RFC 8601, section 2.5). */
final class AuthservIds {

    /** Characters of a name: a host name has no more. */
    static final int MAX_LENGTH = 253;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1," + MAX_LENGTH + "}");

    private AuthservIds() {}

    /**
     * Reads a list with commas between the names.
     *
     * @throws IllegalArgumentException when something in it is not such a name
     */
    static Set<String> parse(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !list.isBlank())
                .map(AuthservIds::checked)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "must be names of receivers, separated by commas, such as mx.example.com. \"%s\" is not valid"
                            .formatted(name));
        }
        return name;
    }
}
