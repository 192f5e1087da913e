package org.mailvane.reports;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A problem of an input, or something unusual about it, independent of language: a code, and its
 * values. The program that reads reports creates the sentence.
 *
 * @param code what is the matter
 * @param values the values of {@link DiagnosticCode#arguments}, in their order
 */
public record Diagnostic(DiagnosticCode code, List<Value> values) {

    /** Characters of a value from a report that are kept. */
    private static final int QUOTED = 100;

    /** A diagnostic. */
    public Diagnostic {
        values = List.copyOf(values);
    }

    /** A value within a diagnostic. */
    public sealed interface Value {

        /**
         * A value that is the same in all languages, such as a name, or a value from the report.
         */
        record Text(String value) implements Value {}

        /** A whole number. */
        record Whole(long value) implements Value {}

        /** A moment. */
        record Time(Instant value) implements Value {}

        /** Another diagnostic. */
        record Part(Diagnostic value) implements Value {}
    }

    /** Returns a diagnostic without values so far. */
    public static Diagnostic of(DiagnosticCode code) {
        return new Diagnostic(code, List.of());
    }

    /** Returns one sentence after another. */
    public static Diagnostic sentences(Diagnostic first, Diagnostic second) {
        return of(DiagnosticCode.SENTENCES).with(first).with(second);
    }

    /** Returns the diagnostic with one more value: a name. */
    public Diagnostic with(String text) {
        return and(new Value.Text(text));
    }

    /** Returns the diagnostic with one more value: what the report says, cut to 100 characters. */
    public Diagnostic quoting(String text) {
        return with(text.length() <= QUOTED ? text : text.substring(0, QUOTED) + "...");
    }

    /** Returns the diagnostic with one more value: a whole number. */
    public Diagnostic with(long number) {
        return and(new Value.Whole(number));
    }

    /** Returns the diagnostic with one more value: a moment. */
    public Diagnostic with(Instant time) {
        return and(new Value.Time(time));
    }

    /** Returns the diagnostic with one more value: another diagnostic. */
    public Diagnostic with(Diagnostic part) {
        return and(new Value.Part(part));
    }

    private Diagnostic and(Value value) {
        return new Diagnostic(code, Stream.concat(values.stream(), Stream.of(value)).toList());
    }

    /** Returns whether it, or a part of it, has this code. */
    public boolean has(DiagnosticCode wanted) {
        return code == wanted
                || values.stream()
                        .anyMatch(each ->
                                each instanceof Value.Part part && part.value().has(wanted));
    }

    /** Returns the code and the values, for logs and tests: {@code xml.at(line=1, column=2)}. */
    @Override
    public String toString() {
        List<String> names = code.arguments();
        return IntStream.range(0, values.size())
                .mapToObj(i -> (i < names.size() ? names.get(i) : "?") + "=" + shown(values.get(i)))
                .collect(Collectors.joining(", ", code.code() + "(", ")"));
    }

    private static String shown(Value value) {
        return switch (value) {
            case Value.Text text -> text.value();
            case Value.Whole number -> Long.toString(number.value());
            case Value.Time time -> time.value().toString();
            case Value.Part part -> part.value().toString();
        };
    }
}
