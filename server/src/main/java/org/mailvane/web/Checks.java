package org.mailvane.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.mailvane.text.Language;

/**
 * Says in few words what was looked at before a policy goes up: the advice of a domain has it in
 * whole sentences, each with its days, and a page has a list of them side by side. Which sentences
 * have such words stands in {@code checks.txt}, for all languages.
 */
final class Checks {

    private static final String FILE = "checks.txt";
    private static final String SENTENCE = "is: ";
    private static final String NAME_END = " | ";

    private static final Map<Language, Checks> ALL = new EnumMap<>(Language.class);

    static {
        for (Language language : Language.values()) {
            ALL.put(language, new Checks(language));
        }
    }

    private final Sentences sentences;
    private final List<Known> all = new ArrayList<>();

    /**
     * What was looked at.
     *
     * @param name what is needed, or what a note is about
     * @param text what was found
     */
    record Check(String name, String text) {

        /** The name at the begin of a sentence. */
        String begin() {
            int first = name.offsetByCodePoints(0, 1);
            return name.substring(0, first).toUpperCase(Locale.ROOT) + name.substring(first);
        }
    }

    /** A sentence with its words. */
    private record Known(Template sentence, Template name, Template text) {}

    private Checks(Language language) {
        this.sentences = Sentences.of(language);
        String words = language.tag() + ": ";
        String sentence = "";
        for (String line : lines()) {
            if (line.startsWith(SENTENCE)) {
                sentence = line.substring(SENTENCE.length());
            } else if (line.startsWith(words)) {
                int end = line.indexOf(NAME_END);
                all.add(
                        new Known(
                                Template.of(sentence),
                                Template.of(line.substring(words.length(), end)),
                                Template.of(line.substring(end + NAME_END.length()))));
            }
        }
        // What has more letters of its own is more likely to be meant.
        all.sort(Comparator.comparingInt((Known known) -> -known.sentence().letters()));
    }

    private static List<String> lines() {
        try (InputStream in = Checks.class.getResourceAsStream(FILE)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Checks of(Language language) {
        return Objects.requireNonNull(ALL.get(language));
    }

    /** That of a sentence of an advice; empty where it has no such words. */
    Optional<Check> of(String english) {
        for (Known known : all) {
            Optional<List<String>> values = known.sentence().match(english);
            if (values.isPresent()) {
                List<String> said = values.get().stream().map(sentences::value).toList();
                return Optional.of(new Check(known.name().fill(said), known.text().fill(said)));
            }
        }
        return Optional.empty();
    }
}
