package org.mailvane.mailauth.tag;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A record split into its tags, whatever they contain (RFC 6376, section 3.2, and its variants in
 * other RFCs). It does not check them: each kind of record has its own rules about blanks, order
 * and repetition.
 *
 * @param entries the pieces between semicolons, in their order, without blank ones
 * @param emptyPieces whether there were two semicolons with only blanks in between, or one at the
 *     start
 * @param endsWithSemicolon whether the last one ends with a semicolon
 * @param isCut whether there were more than {@link #MAX_ENTRIES}
 */
public record TagList(
        List<Entry> entries, boolean emptyPieces, boolean endsWithSemicolon, boolean isCut) {

    /** Tags of one record that are read; no record of any kind has more than a dozen. */
    public static final int MAX_ENTRIES = 100;

    /**
     * The piece between two semicolons.
     *
     * @param name the text before the first equals sign, without surrounding blanks; all of it if
     *     there is none
     * @param value the text after it, without surrounding blanks; empty if there is none
     * @param hasEquals whether there is an equals sign
     * @param blanksInside whether there are blanks before or after the equals sign
     * @param position where the name begins in the record, in characters from 0
     * @param valuePosition where the value begins
     */
    public record Entry(
            String name,
            String value,
            boolean hasEquals,
            boolean blanksInside,
            int position,
            int valuePosition) {}

    /** Cuts a record. */
    public static TagList parse(String record) {
        List<Entry> entries = new ArrayList<>();
        boolean emptyPieces = false;
        int from = 0;
        while (from <= record.length()) {
            int semicolon = record.indexOf(';', from);
            int to = semicolon < 0 ? record.length() : semicolon;
            if (!isBlank(record, from, to)) {
                if (entries.size() == MAX_ENTRIES) {
                    return new TagList(List.copyOf(entries), emptyPieces, false, true);
                }
                entries.add(entry(record, from, to));
            } else if (semicolon >= 0) {
                emptyPieces = true;
            }
            if (semicolon < 0) {
                break;
            }
            from = semicolon + 1;
        }
        boolean closed = !entries.isEmpty() && record.stripTrailing().endsWith(";");
        return new TagList(List.copyOf(entries), emptyPieces, closed, false);
    }

    private static Entry entry(String record, int pieceFrom, int pieceTo) {
        int from = skipBlanks(record, pieceFrom, pieceTo);
        int to = skipBlanksBack(record, from, pieceTo);
        int equals = record.indexOf('=', from);
        if (equals < 0 || equals >= to) {
            return new Entry(record.substring(from, to), "", false, false, from, to);
        }
        int nameEnd = skipBlanksBack(record, from, equals);
        int valueFrom = skipBlanks(record, equals + 1, to);
        return new Entry(
                record.substring(from, nameEnd),
                record.substring(valueFrom, to),
                true,
                nameEnd < equals || valueFrom > equals + 1,
                from,
                valueFrom);
    }

    /** The first tag of this name, of exactly this spelling. */
    public Optional<Entry> first(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /** Returns the tags whose name occurred before, in the order of the record. */
    public List<Entry> repeated() {
        Set<String> seen = new HashSet<>();
        return entries.stream().filter(entry -> !seen.add(entry.name())).toList();
    }

    private static boolean isBlank(String text, int from, int to) {
        return skipBlanks(text, from, to) == to;
    }

    private static int skipBlanks(String text, int from, int to) {
        int at = from;
        while (at < to && isBlank(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int skipBlanksBack(String text, int from, int to) {
        int at = to;
        while (at > from && isBlank(text.charAt(at - 1))) {
            at--;
        }
        return at;
    }

    /** Whether the character is white space of a folded header field (RFC 6376, section 2.8). */
    public static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
