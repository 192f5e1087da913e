package org.mailvane.text;

import java.util.List;
import java.util.Map;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingValue;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.text.Argument.Count;
import org.mailvane.text.Argument.Day;
import org.mailvane.text.Argument.Name;
import org.mailvane.text.Argument.Names;
import org.mailvane.text.Argument.Part;

/**
 * Makes messages of what the library {@code mailauth} finds. It has codes and values; the texts are
 * those of the bundle {@code findings}.
 */
public final class FindingMessages {

    private static final String BUNDLE = "findings.";
    private static final String PART = BUNDLE + "part.";
    private static final String TAG = BUNDLE + "tag.";
    private static final String TEXT = ".text";
    private static final String SOLUTION = ".solution";
    private static final String MORE = ".more";

    private FindingMessages() {}

    /** Returns what was found. */
    public static Passage text(Finding finding) {
        return Passage.of(message(BUNDLE + finding.code() + TEXT, finding.values()));
    }

    /**
     * Returns what to do about a finding, first of all in the first sentence; empty where there is
     * nothing to do.
     */
    public static Passage solution(Finding finding) {
        String code = BUNDLE + finding.code() + SOLUTION;
        return new Passage(
                List.of(code, code + MORE).stream()
                        .filter(MessageFormatter.forPrograms()::has)
                        .map(each -> message(each, finding.values()))
                        .toList());
    }

    /** Returns a few words of what a tag is; empty where the tag is unknown. */
    public static Passage name(Tag tag) {
        return ofTag(tag, ".name");
    }

    /** Returns what a tag does; empty where the tag is unknown. */
    public static Passage description(Tag tag) {
        return ofTag(tag, ".description");
    }

    /** Returns what applies if a tag is left out; empty where nothing does. */
    public static Passage defaultOf(Tag tag) {
        Passage words = ofTag(tag, ".default");
        return words.isEmpty() ? Passage.verbatim(tag.defaultValue()) : words;
    }

    private static Passage ofTag(Tag tag, String what) {
        String code = TAG + tag.meaning() + what;
        return MessageFormatter.forPrograms().has(code)
                ? Passage.of(Message.of(code))
                : Passage.EMPTY;
    }

    private static Message message(String code, Map<String, FindingValue> values) {
        Message message = Message.of(code);
        for (Map.Entry<String, FindingValue> value : values.entrySet()) {
            message = message.with(value.getKey(), argument(value.getValue()));
        }
        return message;
    }

    private static Argument argument(FindingValue value) {
        return switch (value) {
            case FindingValue.Name name -> new Name(name.value());
            case FindingValue.Count count -> new Count(count.value());
            case FindingValue.Day day -> new Day(day.value());
            case FindingValue.Names names -> new Names(names.shown(), names.more());
            case FindingValue.Phrase phrase ->
                    new Part(message(PART + phrase.code(), phrase.values()));
        };
    }
}
