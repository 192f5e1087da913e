package org.mailvane.text;

import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.text.NumberFormat;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Argument.Count;
import org.mailvane.text.Argument.Day;
import org.mailvane.text.Argument.Decimal;
import org.mailvane.text.Argument.Name;
import org.mailvane.text.Argument.Names;
import org.mailvane.text.Argument.Part;
import org.mailvane.text.Argument.Time;

/**
 * Writes messages in a language, by the patterns of its bundles: {@code tasks.properties} has the
 * English patterns of the codes that begin with {@code tasks.}, {@code tasks_de.properties} the
 * German ones. Patterns are those of ICU's {@link MessageFormat} with named arguments.
 */
public final class MessageFormatter {

    /** The package of the bundles. */
    static final String BUNDLES = "org.mailvane.text.";

    private static final Control NO_FALLBACK =
            Control.getNoFallbackControl(Control.FORMAT_PROPERTIES);

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("HH:mm");

    private static final Map<Language, MessageFormatter> FOR_PEOPLE = new EnumMap<>(Language.class);

    private static final MessageFormatter FOR_PROGRAMS =
            new MessageFormatter(Language.ENGLISH, DateTimeFormatter.ISO_LOCAL_DATE);

    static {
        for (Language language : Language.values()) {
            FOR_PEOPLE.put(language, new MessageFormatter(language, days(language)));
        }
    }

    private final Language language;
    private final DateTimeFormatter days;
    private final Map<String, MessageFormat> patterns = new ConcurrentHashMap<>();

    private MessageFormatter(Language language, DateTimeFormatter days) {
        this.language = language;
        this.days = days;
    }

    /** Returns the formatter of pages and emails, which write days as people do. */
    public static MessageFormatter of(Language language) {
        return Objects.requireNonNull(FOR_PEOPLE.get(language));
    }

    /** Returns the formatter of the API and the commands: English, with days as in ISO 8601. */
    public static MessageFormatter forPrograms() {
        return FOR_PROGRAMS;
    }

    private static DateTimeFormatter days(Language language) {
        return language == Language.ENGLISH
                ? DateTimeFormatter.ofPattern("d MMM uuuu", language.locale())
                : DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                        .withLocale(language.locale());
    }

    /** Returns the sentences, with spaces between them. */
    public String format(Passage passage) {
        return passage.sentences().stream().map(this::format).collect(Collectors.joining(" "));
    }

    /**
     * Returns the text of a message. A code without a pattern, which only a stored message of
     * another version can have, is its own text.
     */
    public String format(Message message) {
        if (message.isVerbatim()) {
            return verbatim(message);
        }
        String plain = plain(message);
        if (plain != null) {
            return plain;
        }
        MessageFormat pattern = pattern(message.code());
        if (pattern == null) {
            return message.code();
        }
        Map<String, Object> values = new HashMap<>();
        message.arguments().forEach((name, argument) -> values.put(name, value(argument)));
        // A format is not safe for use by several threads at a time.
        return pattern.clone().format(values);
    }

    /** Returns whether there is a pattern of a code. */
    public boolean has(String code) {
        return pattern(code) != null;
    }

    /** The only text that is not a pattern's: braces in it are braces. */
    private static String verbatim(Message message) {
        return message.arguments().values().stream()
                .map(argument -> argument instanceof Name name ? name.value() : "")
                .collect(Collectors.joining());
    }

    /**
     * Returns the text of a pattern that has no arguments; null for any other. Commands show such
     * texts in their help, and would start later if that took ICU.
     */
    private @Nullable String plain(Message message) {
        String text = message.arguments().isEmpty() ? text(message.code()) : null;
        return text == null || text.indexOf('{') >= 0 ? null : text.replace("''", "'");
    }

    private @Nullable MessageFormat pattern(String code) {
        MessageFormat known = patterns.get(code);
        if (known != null) {
            return known;
        }
        String text = text(code);
        if (text == null) {
            return null;
        }
        MessageFormat read = new MessageFormat(text, language.locale());
        patterns.put(code, read);
        return read;
    }

    private @Nullable String text(String code) {
        try {
            String bundle = BUNDLES + code.substring(0, Math.max(0, code.indexOf('.')));
            return ResourceBundle.getBundle(bundle, language.locale(), NO_FALLBACK).getString(code);
        } catch (MissingResourceException unknown) {
            return null;
        }
    }

    private Object value(Argument argument) {
        return switch (argument) {
            case Name name -> name.value();
            case Count count -> count.value();
            case Decimal decimal -> decimal(decimal);
            case Day day -> day(day.value());
            case Time time -> time(time);
            case Part part -> format(part.value());
            case Names names -> names(names);
        };
    }

    private String decimal(Decimal decimal) {
        NumberFormat format = NumberFormat.getInstance(language.locale());
        format.setMinimumFractionDigits(decimal.value().scale());
        format.setMaximumFractionDigits(decimal.value().scale());
        return format.format(decimal.value());
    }

    private String day(LocalDate day) {
        return days.format(day);
    }

    private String time(Time time) {
        return day(LocalDate.ofInstant(time.value(), ZoneOffset.UTC))
                + " "
                + MINUTE.format(time.value().atOffset(ZoneOffset.UTC));
    }

    private String names(Names names) {
        String shown = String.join(", ", names.shown());
        return names.more() == 0
                ? shown
                : format(
                        Message.of("common.names.more")
                                .with("names", Message.verbatim(shown))
                                .with("more", names.more()));
    }
}
