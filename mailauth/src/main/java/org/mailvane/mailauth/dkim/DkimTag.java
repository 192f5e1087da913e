package org.mailvane.mailauth.dkim;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tags of key records (RFC 6376, section 3.6.1). */
enum DkimTag {
    V("Version", "DKIM1", "Says that this is a DKIM key. Must come first.", true),
    H(
            "Hash algorithms",
            "all",
            "The hash algorithms that signatures with this key may use, with colons between.",
            true),
    K("Key type", "rsa", "The kind of key in p: rsa or ed25519.", true),
    N("Notes", "", "A note for people; nothing reads it.", true),
    P("Public key", "", "The key in base64. Empty: the key is no longer used.", true),
    S(
            "Service types",
            "*",
            "What the key may sign, with colons between: email, tlsrpt (reports on encrypted"
                    + " delivery) or * for everything.",
            true),
    T(
            "Flags",
            "",
            "y: signing is only being tried. s: the address that signs must be of exactly this"
                    + " domain, not of one below it.",
            true),
    G(
            "Granularity",
            "*",
            "Once bound the key to one local part. Since 2011 it is not part of DKIM any more.",
            false);

    private static final Map<String, DkimTag> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toMap(DkimTag::key, Function.identity()));

    private final String title;
    private final String defaultValue;
    private final String description;
    private final boolean supported;

    DkimTag(String title, String defaultValue, String description, boolean supported) {
        this.title = title;
        this.defaultValue = defaultValue;
        this.description = description;
        this.supported = supported;
    }

    /** The tag of exactly this spelling: names have a case (RFC 6376, section 3.2). */
    static Optional<DkimTag> of(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    String key() {
        return String.valueOf((char) (name().charAt(0) + ('a' - 'A')));
    }

    String title() {
        return title;
    }

    String defaultValue() {
        return defaultValue;
    }

    String description() {
        return description;
    }

    boolean isSupported() {
        return supported;
    }
}
