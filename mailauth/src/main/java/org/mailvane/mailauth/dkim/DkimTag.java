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
    V("DKIM1", true),
    H("", true),
    K("rsa", true),
    N("", true),
    P("", true),
    S("*", true),
    T("", true),
    G("*", false);

    private static final Map<String, DkimTag> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toMap(DkimTag::key, Function.identity()));

    private final TagMeaning meaning;

    DkimTag(String defaultValue, boolean supported) {
        this.meaning = new TagMeaning("dkim", key(), defaultValue, supported);
    }

    /** The tag of exactly this spelling: names have a case (RFC 6376, section 3.2). */
    static Optional<DkimTag> of(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    /** Returns the tag's name as written in a record. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what is known about it. */
    TagMeaning meaning() {
        return meaning;
    }
}
