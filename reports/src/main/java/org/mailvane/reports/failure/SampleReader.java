package org.mailvane.reports.failure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.failure.FailureReport.HeaderField;
import org.mailvane.reports.failure.FailureReport.Sample;
import org.mailvane.reports.mail.HeaderText;

/**
 * Reads the mail, or the header of it, that a failure report shows. Its parts are not looked into.
 */
final class SampleReader {

    /**
     * Maximum number of lines without a field's name between two fields, as produced by programs
     * that wrap long lines. More of them are the body of a mail that lacks the empty line before
     * it, which must not be treated as header fields: bodies are omitted for privacy.
     */
    private static final int STRAY_LINES = 3;

    /** Bytes of a body that are read: enough for one character more than is kept. */
    private static final int BODY_BYTES = 4 * (Limits.SAMPLE_BODY_LENGTH + 1);

    private final Remarks remarks;
    private final List<HeaderField> fields = new ArrayList<>();
    private final List<String> stray = new ArrayList<>();
    private final StringBuilder value = new StringBuilder();
    private String name = "";
    private int length;
    private boolean full;

    private SampleReader(Remarks remarks) {
        this.remarks = remarks;
    }

    /**
     * Reads a sample.
     *
     * @param headersOnly whether the text after the header fields is not a body
     */
    static Sample read(LineReader lines, boolean headersOnly, Remarks remarks) throws IOException {
        return new SampleReader(remarks).read(lines, headersOnly);
    }

    private Sample read(LineReader lines, boolean headersOnly) throws IOException {
        String line = firstLine(lines);
        while (line != null && !line.isEmpty() && take(line)) {
            line = lines.next();
        }
        finishField();
        boolean hasBody = !stray.isEmpty() || (line != null && !headersOnly);
        return new Sample(List.copyOf(fields), hasBody ? body(lines) : null);
    }

    /** Skips empty lines and the line that a mailbox has before a mail. */
    private static @Nullable String firstLine(LineReader lines) throws IOException {
        String line = lines.next();
        while (line != null
                && (line.isBlank()
                        || ((line.startsWith("From ") || line.startsWith(">From "))
                                && FieldLine.of(line) == null))) {
            line = lines.next();
        }
        return line;
    }

    /** Takes a line of the header; false if it can't be one any more. */
    private boolean take(String line) {
        FieldLine field = FieldLine.continues(line) ? null : FieldLine.of(line);
        if (field != null) {
            if (!stray.isEmpty()) {
                remarks.add("sample.line", Diagnostic.of(DiagnosticCode.SAMPLE_LINE));
                stray.forEach(this::append);
                stray.clear();
            }
            finishField();
            name = field.name();
            append(field.value());
        } else if (FieldLine.continues(line) && stray.isEmpty()) {
            append(line);
        } else {
            stray.add(line);
        }
        return stray.size() <= STRAY_LINES;
    }

    private void append(String text) {
        if (name.isEmpty() || full) {
            return;
        }
        String more = text.strip();
        int room = Limits.SAMPLE_HEADER_LENGTH + 1 - value.length();
        if (!value.isEmpty() && !more.isEmpty() && room > 0) {
            value.append(' ');
        }
        value.append(more, 0, Math.clamp(room, 0, more.length()));
    }

    private void finishField() {
        if (name.isEmpty() || full) {
            return;
        }
        String whole = HeaderText.clean(value.toString());
        String kept = HeaderText.cut(whole, Limits.SAMPLE_HEADER_LENGTH);
        if (kept.length() < whole.length()) {
            remarks.add(
                    "sample.header_cut",
                    Diagnostic.of(DiagnosticCode.SAMPLE_HEADER_CUT).quoting(name));
        }
        length += name.length() + kept.length();
        full = fields.size() == Limits.SAMPLE_HEADERS || length > Limits.SAMPLE_HEADERS_LENGTH;
        if (full) {
            remarks.add(
                    "sample.headers_cut",
                    Diagnostic.of(DiagnosticCode.SAMPLE_HEADERS_DROPPED).quoting(name));
        } else {
            fields.add(new HeaderField(name, kept));
        }
        name = "";
        value.setLength(0);
    }

    private String body(LineReader lines) throws IOException {
        StringBuilder body = new StringBuilder();
        stray.forEach(line -> body.append(line).append('\n'));
        byte[] rest = lines.rest(BODY_BYTES);
        body.append(HeaderText.decode(rest, 0, rest.length, rest.length == BODY_BYTES));
        if (body.length() > Limits.SAMPLE_BODY_LENGTH) {
            int end = Limits.SAMPLE_BODY_LENGTH;
            body.setLength(Character.isHighSurrogate(body.charAt(end - 1)) ? end - 1 : end);
            remarks.add("sample.body_cut", Diagnostic.of(DiagnosticCode.SAMPLE_BODY_CUT));
        }
        // a text with zeros can't be stored
        return body.toString().replace('\0', '\ufffd');
    }
}
