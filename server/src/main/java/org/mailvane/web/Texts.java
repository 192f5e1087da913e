package org.mailvane.web;

import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.text.NumberFormat;
import gg.jte.Content;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;
import org.mailvane.accounts.AccountException;

/**
 * What pages say, in one language: all of it stands in the bundles {@code messages}, with plurals
 * and numbers as ICU's messages write them.
 */
final class Texts {

    static final String BUNDLE = "org.mailvane.web.messages";

    private static final Control NO_FALLBACK =
            Control.getNoFallbackControl(Control.FORMAT_PROPERTIES);

    private static final double SMALLEST_SHARE = 0.001;

    private final Language language;
    private final ResourceBundle bundle;

    Texts(Language language) {
        this.language = language;
        this.bundle = ResourceBundle.getBundle(BUNDLE, language.locale(), NO_FALLBACK);
    }

    Language language() {
        return language;
    }

    /**
     * A text.
     *
     * @param key its name in the bundles
     * @param values what stands in it for {0}, {1} and so on; without any it is taken as it stands
     */
    String of(String key, Object... values) {
        String text = bundle.getString(key);
        return values.length == 0
                ? text
                : new MessageFormat(text, language.locale()).format(values);
    }

    /** What is wrong with what somebody gave. */
    String of(AccountException wrong) {
        String key = "problem." + wrong.code();
        return has(key) ? of(key, wrong.values()) : String.valueOf(wrong.getMessage());
    }

    /** As {@link #of(String, Object...)}, where parts between backticks are code. */
    Content rich(String key, Object... values) {
        String[] parts = of(key, values).split("`", -1);
        return output -> {
            for (int i = 0; i < parts.length; i++) {
                boolean code = i % 2 == 1;
                output.writeContent(code ? "<code>" : "");
                output.writeUserContent(parts[i]);
                output.writeContent(code ? "</code>" : "");
            }
        };
    }

    /** Whether there is such a text. */
    boolean has(String key) {
        return bundle.containsKey(key);
    }

    /** A whole number, with separators. */
    String number(long number) {
        return NumberFormat.getIntegerInstance(language.locale()).format(number);
    }

    /**
     * What part of a whole something is, in percent with one decimal; what is there is never 0.0%.
     * Of nothing there is no part.
     */
    String share(long part, long whole) {
        if (whole == 0) {
            return of("share.none");
        }
        NumberFormat percent = NumberFormat.getPercentInstance(language.locale());
        percent.setMinimumFractionDigits(1);
        percent.setMaximumFractionDigits(1);
        double share = (double) part / whole;
        return part > 0 && share < SMALLEST_SHARE
                ? of("share.less", percent.format(SMALLEST_SHARE))
                : percent.format(share);
    }

    /** A point in time, in UTC. */
    String time(Instant time) {
        return format("format.time", time);
    }

    /** As {@link #time}, with seconds. */
    String exactTime(Instant time) {
        return format("format.time.exact", time);
    }

    private String format(String key, Instant time) {
        return DateTimeFormatter.ofPattern(of(key), language.locale())
                .format(time.atOffset(ZoneOffset.UTC));
    }
}
