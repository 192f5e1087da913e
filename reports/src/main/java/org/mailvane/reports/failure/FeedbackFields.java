package org.mailvane.reports.failure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.mail.HeaderText;

/** The fields of a feedback report (RFC 5965, section 3) that mean something here. */
final class FeedbackFields {

    /** All others are skipped. */
    private static final Set<String> KNOWN =
            Set.of(
                    "feedback-type",
                    "user-agent",
                    "auth-failure",
                    "identity-alignment",
                    "delivery-result",
                    "original-mail-from",
                    "original-rcpt-to",
                    "original-envelope-id",
                    "arrival-date",
                    "received-date",
                    "source-ip",
                    "source-port",
                    "reported-domain",
                    "reported-uri",
                    "authentication-results",
                    "dkim-domain",
                    "dkim-identity",
                    "dkim-selector",
                    "spf-dns",
                    "incidents");

    /** Characters of one field as it is read: lists of words are longer than one text. */
    private static final int FIELD_LENGTH = 2 * Limits.FAILURE_TEXT_LENGTH;

    private final Map<String, List<String>> values = new HashMap<>();
    private boolean read;

    /** Whether a part with such fields was read. */
    boolean wereRead() {
        return read;
    }

    /** Reads the part that holds them. Lines that mailing lists have wrapped are joined again. */
    void read(LineReader lines, Remarks remarks) throws IOException {
        read = true;
        String name = "";
        StringBuilder value = new StringBuilder();
        for (String line = lines.next(); line != null; line = lines.next()) {
            FieldLine field = FieldLine.continues(line) ? null : FieldLine.of(line);
            if (field != null) {
                add(name, value.toString(), remarks);
                name = field.name();
                value.setLength(0);
                append(value, field.value());
            } else if (!line.isBlank()) {
                if (!FieldLine.continues(line)) {
                    remarks.add(
                            "feedback.line",
                            Diagnostic.of(DiagnosticCode.FAILURE_LINE).quoting(line));
                }
                append(value, line);
            }
        }
        add(name, value.toString(), remarks);
    }

    private static void append(StringBuilder value, String text) {
        String more = text.strip();
        int room = FIELD_LENGTH + 1 - value.length();
        if (!value.isEmpty() && !more.isEmpty() && room > 0) {
            value.append(' ');
        }
        value.append(more, 0, Math.clamp(room, 0, more.length()));
    }

    /**
     * Adds a value; an empty one, and one of a name that means nothing here, counts for nothing.
     */
    void add(String writtenName, String value, Remarks remarks) {
        String name = writtenName.toLowerCase(Locale.ROOT).replace('_', '-');
        String clean = HeaderText.singleBlanks(value);
        if (clean.isEmpty() || !KNOWN.contains(name)) {
            return;
        }
        if (clean.length() > FIELD_LENGTH) {
            remarks.add(
                    "feedback.cut", Diagnostic.of(DiagnosticCode.FAILURE_FIELD_CUT).quoting(name));
            clean = HeaderText.cut(clean, FIELD_LENGTH);
        }
        List<String> all = values.computeIfAbsent(name, n -> new ArrayList<>(1));
        if (all.size() < Limits.FAILURE_LIST_ITEMS) {
            all.add(clean);
        } else {
            remarks.add(
                    "feedback.too_many",
                    Diagnostic.of(DiagnosticCode.FAILURE_FIELDS_DROPPED).quoting(name));
        }
    }

    /** The values of a field, lower-case name, in their order; none of them is empty. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** The first value of a field; empty if there is none. */
    String first(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? "" : all.getFirst();
    }
}
