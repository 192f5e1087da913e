package org.mailvane.intake.ledger;

import java.util.List;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.Diagnostic.Value;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;

/** Makes messages of what the library for reports says. */
public final class Reasons {

    /** What is before the library's codes in the bundles {@code imports}. */
    private static final String BUNDLE = "imports.";

    private Reasons() {}

    /** Returns the message of a diagnostic. */
    public static Message of(Diagnostic diagnostic) {
        Message message = Message.of(BUNDLE + diagnostic.code().code());
        List<String> names = diagnostic.code().arguments();
        for (int i = 0; i < names.size(); i++) {
            message = with(message, names.get(i), diagnostic.values().get(i));
        }
        return message;
    }

    private static Message with(Message message, String name, Value value) {
        return switch (value) {
            case Value.Text text -> message.with(name, text.value());
            case Value.Whole number -> message.with(name, number.value());
            case Value.Time time -> message.with(name, time.value().toString());
            case Value.Part part -> message.with(name, of(part.value()));
        };
    }

    /** Returns the English text of a diagnostic, for the API and the commands. */
    public static String english(Diagnostic diagnostic) {
        return MessageFormatter.forPrograms().format(of(diagnostic));
    }
}
