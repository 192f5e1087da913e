package org.mailvane.reports.aggregate;

import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;

/** Gathers the text of one element, which comes in pieces: trimmed, and cut to the limit. */
final class TextBuffer {

    private final char[] chars = new char[Limits.TEXT_LENGTH];
    private int length;
    private boolean cut;

    void reset() {
        length = 0;
        cut = false;
    }

    void append(char[] piece, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = piece[i];
            boolean space = c <= ' ';
            if (length == 0 && space) {
                continue;
            }
            if (length < chars.length) {
                chars[length++] = c;
            } else if (!space) {
                cut = true;
                return;
            }
        }
    }

    /** The text, without white space around it, of at most {@code limit} characters. */
    String value(int limit, String name, Remarks remarks) {
        int end = length;
        if (!cut) {
            while (end > 0 && chars[end - 1] <= ' ') {
                end--;
            }
        }
        if (end > limit || cut) {
            end = Math.min(end, limit);
            if (Character.isHighSurrogate(chars[end - 1])) {
                end--;
            }
            remarks.add("text.cut", Diagnostic.of(DiagnosticCode.FIELD_CUT).with(name).with(limit));
        }
        return new String(chars, 0, end);
    }
}
