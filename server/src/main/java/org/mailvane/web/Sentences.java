package org.mailvane.web;

import gg.jte.Content;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormatSymbols;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Language;

/**
 * Says in a page's language what the program says in English: what stands against a policy, what
 * happened. Such sentences are stored, and answered by the API, as they were made; so what a page
 * is given is compared with the English templates, and what stands at their places is put into the
 * template of the page's language.
 *
 * <p>The templates stand with their English ones in {@code phrases_<language>.txt}.
 */
final class Sentences {

    /** Phrases within phrases that are looked for. */
    static final int MAX_DEPTH = 4;

    /** Sentences at the end of a text that are said one by one. */
    static final int MAX_SENTENCES = 16;

    /** Longer texts are no sentences of ours. */
    static final int MAX_LENGTH = 4_000;

    private static final String PHRASES = "phrases_%s.txt";
    private static final String ENGLISH = "en: ";

    /** Phrases that are counted up in one sentence at most. */
    static final int MAX_LISTED = 16;

    private static final String COMMA = ", ";

    /** Where a sentence ends and another one begins. */
    private static final String END = ". ";

    /** As the program writes numbers. */
    private static final Pattern NUMBER = Pattern.compile("\\d{1,3}(?:,\\d{3})*(?:\\.\\d)?");

    /** As the program writes days, and times of days, which are UTC. */
    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    /** Behind other words, what looks so may be a selector, or a part of a record. */
    private static final Pattern TOLD_DAY =
            Pattern.compile("(?<=\\b(?:about|from|on|since|to|[Uu]ntil) )" + DAY + "(?![\\w-])");

    private static final Pattern MINUTE = Pattern.compile("(" + DAY + ") (\\d{2}:\\d{2})");

    private static final Map<Language, Sentences> ALL = new EnumMap<>(Language.class);

    static {
        for (Language language : Language.values()) {
            ALL.put(language, new Sentences(language));
        }
    }

    private final Language language;
    private final DateTimeFormatter days;
    private final List<Phrase> phrases = new ArrayList<>();

    /** Phrases without places, which most of the catalogue's notes are. */
    private final Map<String, String> fixed = new HashMap<>();

    /**
     * What is said.
     *
     * @param text in the page's language where that has it, else in English
     * @param language that of the text, for the attribute of HTML; null where it is the page's
     */
    record Said(String text, @Nullable String language) {

        /** Behind a word, a number or a quotation, and before what begins with a capital. */
        private static final Pattern NEXT =
                Pattern.compile("(?<=(?:\\p{L}{2}|[\\d\"%)])\\.) (?=\\p{Lu})");

        /** Any other word may be a name: of a file, a tag, or a domain as {@code no} is one. */
        private static final Pattern WORD = Pattern.compile("(?:the|an?|records|this|there) ");

        private static final String END_MARKS = ".!?…";

        /** A record, as sentences quote it. */
        private static final Pattern RECORD = Pattern.compile("\"(v=[^\"]*)\"");

        /** Its first sentence. */
        Said first() {
            return new Said(NEXT.split(text, 2)[0], language);
        }

        /** The same with a capital and a full stop, where it begins with a word and has none. */
        Said sentence() {
            String begun =
                    WORD.matcher(text).lookingAt()
                            ? Character.toUpperCase(text.charAt(0)) + text.substring(1)
                            : text;
            boolean ends = text.isEmpty() || END_MARKS.indexOf(text.charAt(text.length() - 1)) >= 0;
            return new Said(ends ? begun : begun + ".", language);
        }

        /** What follows the first sentence; empty where nothing does. */
        Said rest() {
            String[] both = NEXT.split(text, 2);
            return new Said(both.length == 1 ? "" : both[1], language);
        }

        /** The text, in which records are code. */
        Content content() {
            return output -> {
                Matcher found = RECORD.matcher(text);
                int from = 0;
                while (found.find()) {
                    output.writeUserContent(text.substring(from, found.start(1)));
                    output.writeContent("<code>");
                    output.writeUserContent(found.group(1));
                    output.writeContent("</code>");
                    from = found.end(1);
                }
                output.writeUserContent(text.substring(from));
            };
        }
    }

    /** A template with its translation. */
    private record Phrase(Template english, Template other) {}

    private Sentences(Language language) {
        this.language = language;
        this.days =
                language == Language.ENGLISH
                        ? DateTimeFormatter.ofPattern("d MMM uuuu", language.locale())
                        : DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                                .withLocale(language.locale());
        if (language != Language.ENGLISH) {
            readPhrases();
        }
    }

    static Sentences of(Language language) {
        return Objects.requireNonNull(ALL.get(language));
    }

    /** Pairs of lines; what has more letters of its own is more likely to be meant. */
    private void readPhrases() {
        String prefix = language.tag() + ": ";
        try (InputStream in = resource(PHRASES)) {
            String english = "";
            for (String line :
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (line.startsWith(ENGLISH)) {
                    english = line.substring(ENGLISH.length());
                } else if (line.startsWith(prefix)) {
                    String other = line.substring(prefix.length());
                    Template template = Template.of(english);
                    if (template.places().isEmpty()) {
                        fixed.put(english, other);
                    } else {
                        phrases.add(new Phrase(template, Template.of(other)));
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        phrases.sort(Comparator.comparingInt((Phrase phrase) -> -phrase.english().letters()));
    }

    private InputStream resource(String name) {
        String file = name.formatted(language.tag());
        InputStream in = Sentences.class.getResourceAsStream(file);
        if (in == null) {
            throw new IllegalStateException(file + " is missing");
        }
        return in;
    }

    /** Any sentence of the program, or several. */
    Said of(String english) {
        if (language == Language.ENGLISH || english.isEmpty()) {
            return new Said(withDays(english), null);
        }
        return found(phrase(english, 0), english);
    }

    /** English as it is, but for days, which pages write as people do. */
    private String withDays(String english) {
        return TOLD_DAY.matcher(english)
                .replaceAll(day -> Matcher.quoteReplacement(day(day.group())));
    }

    /** What stands at a place of a sentence: a number, a day, or what is a phrase itself. */
    String value(String english) {
        if (language == Language.ENGLISH) {
            return DAY.matcher(english).matches() ? day(english) : english;
        }
        return value(english, 1);
    }

    private static Said found(Optional<String> said, String english) {
        return said.map(text -> new Said(text, null))
                .orElseGet(() -> new Said(english, Language.ENGLISH.tag()));
    }

    private Optional<String> phrase(String english, int depth) {
        if (depth > MAX_DEPTH || english.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return whole(english, depth, true)
                .or(() -> parts(english, depth))
                .or(() -> whole(english, depth, false));
    }

    /**
     * A phrase that makes all of it.
     *
     * @param strict whether what stands at its places is to be no more than a sentence, unless it
     *     is said too
     */
    private Optional<String> whole(String english, int depth, boolean strict) {
        String same = fixed.get(english);
        if (same != null) {
            return Optional.of(same);
        }
        for (Phrase phrase : phrases) {
            Optional<String> said = translated(phrase, english, depth, strict);
            if (said.isPresent()) {
                return said;
            }
        }
        return Optional.empty();
    }

    /**
     * The sentences at the end one by one, or as many as make a phrase, and what is before them.
     */
    private Optional<String> parts(String english, int depth) {
        List<String> last = new ArrayList<>();
        String before = english;
        int end = english.lastIndexOf(END);
        for (int tried = 0;
                end > 0 && tried < MAX_SENTENCES;
                tried++, end = english.lastIndexOf(END, end - 1)) {
            Optional<String> said = whole(before.substring(end + END.length()), depth + 1, true);
            if (said.isEmpty()) {
                continue;
            }
            last.addFirst(said.get());
            before = before.substring(0, end + 1);
            Optional<String> first = whole(before, depth + 1, true);
            if (first.isPresent()) {
                return Optional.of(first.get() + " " + String.join(" ", last));
            }
        }
        return Optional.empty();
    }

    private Optional<String> translated(Phrase phrase, String english, int depth, boolean strict) {
        return phrase.english()
                .match(english)
                .filter(values ->
                        !strict || values.stream().noneMatch(value -> isUnsaid(value, depth)))
                .map(values ->
                        phrase.other()
                                .fill(
                                        values.stream()
                                                .map(value -> value(value, depth + 1))
                                                .toList()));
    }

    private boolean isUnsaid(String value, int depth) {
        return value.contains(END) && phrase(value, depth + 1).isEmpty();
    }

    /** What stands at a place: a phrase itself, a number, or what is the same in all languages. */
    private String value(String english, int depth) {
        if (NUMBER.matcher(english).matches()) {
            return number(english);
        }
        if (DAY.matcher(english).matches()) {
            return day(english);
        }
        Matcher minute = MINUTE.matcher(english);
        return minute.matches()
                ? day(minute.group(1)) + " " + minute.group(2)
                : phrase(english, depth).or(() -> list(english, depth)).orElse(english);
    }

    /** Phrases that are counted up, such as the kinds of files of an archive. */
    private Optional<String> list(String english, int depth) {
        List<String> parts = List.of(english.split(COMMA, MAX_LISTED + 1));
        if (parts.size() < 2 || parts.size() > MAX_LISTED) {
            return Optional.empty();
        }
        List<String> said = new ArrayList<>();
        for (String part : parts) {
            whole(part, depth + 1, true).ifPresent(said::add);
        }
        return said.size() == parts.size()
                ? Optional.of(String.join(COMMA, said))
                : Optional.empty();
    }

    /** What only looks like a day stays as it is. */
    private String day(String english) {
        try {
            return days.format(LocalDate.parse(english));
        } catch (DateTimeParseException none) {
            return english;
        }
    }

    private String number(String english) {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(language.locale());
        StringBuilder number = new StringBuilder(english);
        for (int i = 0; i < number.length(); i++) {
            switch (number.charAt(i)) {
                case ',' -> number.setCharAt(i, symbols.getGroupingSeparator());
                case '.' -> number.setCharAt(i, symbols.getDecimalSeparator());
                default -> {}
            }
        }
        return number.toString();
    }
}
