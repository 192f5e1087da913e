package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.tag.TagList;

/**
 * The addresses of {@code rua} or {@code ruf} (RFC 9989, sections 4.6 and 4.8).
 *
 * @param usable those that are well formed
 * @param findings findings about them
 */
record AddressList(List<ReportUri> usable, List<Finding> findings) {

    /** Addresses of one tag that are read. */
    static final int MAX_ADDRESSES = 50;

    /** Addresses that every receiver sends to (RFC 7489, section 6.2). */
    static final int SURE_ADDRESSES = 2;

    static final AddressList NONE = new AddressList(List.of(), List.of());

    /** Reads the value of a tag; the positions of findings are those of the record. */
    static AddressList parse(TagList.Entry entry) {
        String key = entry.name().toLowerCase(Locale.ROOT);
        List<ReportUri> usable = new ArrayList<>();
        FindingList findings = new FindingList();
        Set<String> seen = new HashSet<>();
        String value = entry.value();
        int count = 0;
        int from = 0;
        while (from <= value.length()) {
            int comma = value.indexOf(',', from);
            int to = comma < 0 ? value.length() : comma;
            if (++count > MAX_ADDRESSES) {
                findings.add(DmarcFindings.URI_CUT, key, MAX_ADDRESSES);
                break;
            }
            String item = value.substring(from, to);
            ReportUri uri = ReportUri.parse(item);
            int blanks = item.length() - item.stripLeading().length();
            int position = entry.valuePosition() + from + blanks;
            judge(uri, key, seen).forEach(finding -> findings.add(finding.about(key).at(position)));
            if (uri.problem() == null) {
                usable.add(uri);
            }
            from = to + 1;
        }
        if (usable.size() > SURE_ADDRESSES) {
            findings.add(
                    DmarcFindings.URI_MANY
                            .with(key, usable.size())
                            .about(key)
                            .at(entry.valuePosition()));
        }
        return new AddressList(List.copyOf(usable), findings.toList());
    }

    private static List<Finding> judge(ReportUri uri, String key, Set<String> seen) {
        if (uri.problem() != null) {
            return List.of(
                    switch (uri.problem()) {
                        case EMPTY -> DmarcFindings.URI_EMPTY.with(key);
                        case BARE_MAILBOX -> DmarcFindings.URI_BARE_MAILBOX.with(key, uri.text());
                        case NO_SCHEME -> DmarcFindings.URI_NO_SCHEME.with(key, uri.text());
                        case CHARACTER -> DmarcFindings.URI_BAD_CHARACTER.with(key, uri.text());
                        case ESCAPE -> DmarcFindings.URI_BAD_ESCAPE.with(key, uri.text());
                        case MAILBOX -> DmarcFindings.URI_BAD_MAILBOX.with(key, uri.text());
                        case HOST -> DmarcFindings.URI_BAD_HOST.with(key, uri.text());
                        case SIZE -> DmarcFindings.URI_BAD_SIZE.with(key, uri.text());
                    });
        }
        List<Finding> findings = new ArrayList<>();
        if (!uri.size().isEmpty()) {
            findings.add(DmarcFindings.URI_SIZE.with(key, uri.text()));
        }
        if (!uri.isMail()) {
            findings.add(DmarcFindings.URI_NO_MAIL.with(key, uri.text()));
        }
        uri.unencoded()
                .ifPresent(character ->
                        findings.add(
                                DmarcFindings.URI_UNENCODED.with(
                                        key, uri.text(), character, ReportUri.encoded(character))));
        // Local parts have cases in theory (RFC 5321, section 2.4); no mailbox for reports has.
        if (!seen.add(uri.text().toLowerCase(Locale.ROOT))) {
            findings.add(DmarcFindings.URI_DUPLICATE.with(key, uri.text()));
        }
        return findings;
    }
}
