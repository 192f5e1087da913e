package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue;
import org.mailvane.mailauth.finding.SpfFindings;

/**
 * Reads SPF records by the grammar of RFC 7208, section 12. Whatever the text is, every term comes
 * back, with what is wrong about it and what was probably meant.
 */
public final class SpfParser {

    /** Characters of a record that are read: what a TXT record can hold. */
    public static final int MAX_LENGTH = 65_535;

    private static final char NO_BREAK_SPACE = '\u00A0';

    private final String text;
    private final FindingList findings = new FindingList();
    private boolean isValid = true;

    private SpfParser(String text) {
        this.text = text;
    }

    /** Reads a record. Never fails. */
    public static SpfRecord parse(String record) {
        return new SpfParser(record).read();
    }

    private SpfRecord read() {
        int from = 0;
        if (SpfRecord.isSpf(text)) {
            from = SpfRecord.VERSION.length();
        } else {
            SpfVersion version = SpfVersion.of(text);
            from = version.end();
            findings.add(version.finding());
        }
        int to = text.length();
        if (to > MAX_LENGTH) {
            findings.add(SpfFindings.TOO_LONG.with(to, MAX_LENGTH).at(MAX_LENGTH));
            to = MAX_LENGTH;
        }
        List<Term> terms = terms(from, to);
        return new SpfRecord(text, terms, isValid && !findings.hasErrors(), findings.toList());
    }

    private List<Term> terms(int from, int to) {
        List<Term> terms = new ArrayList<>();
        Set<ModifierKind> seen = EnumSet.noneOf(ModifierKind.class);
        int at = from;
        while (at < to) {
            if (text.charAt(at) == ' ') {
                at++;
                continue;
            }
            int space = text.indexOf(' ', at);
            int end = space < 0 || space > to ? to : space;
            Term term = new TermParser(text.substring(at, end), at, seen).read();
            isValid &= term.isValid();
            terms.add(term);
            at = end;
        }
        return terms;
    }

    /** A character for people, who can't see all of them. */
    static FindingValue shown(char c) {
        return switch (c) {
            case '\t' -> FindingPhrase.TAB.with();
            case '\r', '\n' -> FindingPhrase.LINE_BREAK.with();
            case NO_BREAK_SPACE -> FindingPhrase.NO_BREAK_SPACE.with();
            default ->
                    c < ' ' || c >= 0x7F
                            ? FindingPhrase.OCTET.with("0x%02X".formatted((int) c))
                            : FindingValue.of("\"" + c + "\"");
        };
    }
}
