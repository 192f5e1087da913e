package org.mailvane.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The languages that pages and mails speak; each has a bundle of all texts. */
public enum Language {
    ENGLISH(Locale.ENGLISH),
    GERMAN(Locale.GERMAN);

    private final Locale locale;

    Language(Locale locale) {
        this.locale = locale;
    }

    public Locale locale() {
        return locale;
    }

    /** As HTML, HTTP, the cookie and the database spell it. */
    public String tag() {
        return locale.toLanguageTag();
    }

    /** Its name in itself, so that those find it who read no other. */
    public String nativeName() {
        return locale.getDisplayLanguage(locale);
    }

    /** The language that is spelled so. */
    public static Optional<Language> ofTag(@Nullable String tag) {
        return Arrays.stream(values()).filter(each -> each.tag().equals(tag)).findFirst();
    }

    /** What {@code Accept-Language} wants most of what there is; English where it wants nothing. */
    public static Language accepted(@Nullable String header) {
        if (header == null) {
            return ENGLISH;
        }
        List<LanguageRange> wanted;
        try {
            wanted = LanguageRange.parse(header);
        } catch (IllegalArgumentException malformed) {
            return ENGLISH;
        }
        String tag = Locale.lookupTag(wanted, Arrays.stream(values()).map(Language::tag).toList());
        return ofTag(tag).orElse(ENGLISH);
    }

    /** The others. */
    public List<Language> others() {
        return Arrays.stream(values()).filter(each -> !Objects.equals(each, this)).toList();
    }
}
