package org.mailvane.mailauth.dkim;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.mailvane.mailauth.tag.TagMeaning;

/** The tags of key records (RFC 6376, section 3.6.1). */
enum DkimTag {
    V("version", "DKIM1", "Says that this is a DKIM key. Must come first.", true),
    H(
            "hash algorithms",
            "all",
            "The hash algorithms that signatures with this key may use, with colons between.",
            true),
    K("key type", "rsa", "The kind of key in p: rsa or ed25519.", true),
    N("notes", "", "A note for people; nothing reads it.", true),
    P("public key", "", "The key in base64. Empty: the key is no longer used.", true),
    S(
            "service types",
            "*",
            "What the key may sign, with colons between: email, tlsrpt (reports on encrypted"
                    + " delivery) or * for everything.",
            true),
    T(
            "flags",
            "",
            "y: signing is only being tried. s: the address that signs must be of exactly this"
                    + " domain, not of one below it.",
            true),
    G(
            "granularity",
            "*",
            "Once bound the key to one local part. Since 2011 it is not part of DKIM any more.",
            false);

    private static final Map<String, DkimTag> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toMap(DkimTag::key, Function.identity()));

    private final TagMeaning meaning;

    DkimTag(String title, String defaultValue, String description, boolean supported) {
        this.meaning = new TagMeaning(key(), title, defaultValue, description, supported);
    }

    /** The tag of exactly this spelling: names have a case (RFC 6376, section 3.2). */
    static Optional<DkimTag> of(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    /** As it stands in a record. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What people are told about it. */
    TagMeaning meaning() {
        return meaning;
    }
}
