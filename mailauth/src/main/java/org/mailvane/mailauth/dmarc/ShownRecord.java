package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.List;
import org.mailvane.mailauth.dmarc.DmarcInspection.TextRecord;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;

/** A text as people see it: what was meant as a DMARC record, and what was not. */
record ShownRecord(DmarcRecord parsed, TextRecord record) {

    /** How this service's proof of ownership begins, which may be published next to the record. */
    private static final String VERIFICATION = "mailvane-verification=";

    /** Returns a record from user input, which counts as meant as one whatever it is. */
    static ShownRecord given(String text) {
        DmarcRecord parsed = DmarcParser.parse(text);
        List<Finding> findings = new ArrayList<>(parsed.findings());
        if (text.length() > DnsRecord.Text.MAX_STRING_LENGTH) {
            findings.add(
                    DmarcFindings.RECORD_LONG_STRING.with(
                            text.length(), DnsRecord.Text.MAX_STRING_LENGTH));
        }
        return new ShownRecord(
                parsed,
                new TextRecord(text, parsed.isDmarc(), parsed.valid(), findings, parsed.tags()));
    }

    /** A text that was found at a name. */
    static ShownRecord found(DmarcRecord parsed, String query) {
        String text = parsed.text();
        if (parsed.isDmarc() || DmarcParser.looksLikeDmarc(text)) {
            return new ShownRecord(
                    parsed,
                    new TextRecord(
                            text,
                            parsed.isDmarc(),
                            parsed.valid(),
                            parsed.findings(),
                            parsed.tags()));
        }
        List<Finding> findings =
                text.startsWith(VERIFICATION)
                        ? List.of()
                        : List.of(
                                text.startsWith("v=spf1")
                                        ? DmarcFindings.RECORD_SPF.with(query)
                                        : DmarcFindings.RECORD_UNRELATED.with(query));
        return new ShownRecord(parsed, new TextRecord(text, false, true, findings, List.of()));
    }

    /** Whether it was meant as a DMARC record, but receivers don't take it for one. */
    boolean isAttempt() {
        return !record.isDmarc() && !record.valid();
    }

    /** Whether it is something else altogether. */
    boolean isUnrelated() {
        return !record.isDmarc() && record.valid();
    }
}
