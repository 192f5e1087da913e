package org.mailvane.mailauth.tlsrpt;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.TlsRptFindings;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.tag.TagList.Entry;

/**
 * Judges the addresses of a record: of one {@code rua} or of several, as the grammar has it (RFC
 * 8460, section 3).
 */
final class RuaJudge {

    private final List<ReportUri> usable = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private int count;

    /** Says what is wrong with each address of one {@code rua}. */
    void judge(Entry entry, FindingList findings) {
        String[] items = entry.value().split(",", -1);
        int position = entry.valuePosition();
        count += items.length;
        for (String item : items) {
            ReportUri uri = ReportUri.parse(item);
            Finding finding = judge(item.strip(), uri);
            if (finding != null) {
                findings.add(finding.about("rua").at(position));
            }
            if (isUsable(item, uri)) {
                usable.add(uri);
            }
            position += item.length() + 1;
        }
    }

    /**
     * Adds the findings about all addresses together.
     *
     * @param last the last {@code rua}
     */
    void judgeAll(Entry last, FindingList findings) {
        if (count > 1) {
            findings.add(at(last, TlsRptFindings.RUA_SEVERAL.with(count)));
        }
        if (usable.isEmpty()) {
            findings.add(at(last, TlsRptFindings.RUA_UNUSABLE.with()));
        }
    }

    /** The addresses to which reports can be sent. */
    List<ReportUri> usable() {
        return usable;
    }

    private static boolean isUsable(String item, ReportUri uri) {
        return uri.problem() == null
                && item.indexOf('!') < 0
                && (uri.isMail() || uri.scheme().equals("https"));
    }

    private @Nullable Finding judge(String shown, ReportUri uri) {
        if (shown.indexOf('!') >= 0) {
            return TlsRptFindings.URI_MARK.with(shown);
        }
        if (uri.problem() != null) {
            return switch (uri.problem()) {
                case EMPTY -> TlsRptFindings.URI_EMPTY.with();
                case BARE_MAILBOX -> TlsRptFindings.URI_BARE.with(shown);
                case NO_SCHEME -> TlsRptFindings.URI_SCHEME_MISSING.with(shown);
                case CHARACTER, ESCAPE -> TlsRptFindings.URI_SYNTAX.with(shown);
                case MAILBOX -> TlsRptFindings.URI_MAILBOX.with(shown);
                case HOST -> TlsRptFindings.URI_HOST.with(shown);
                case SIZE -> TlsRptFindings.URI_MARK.with(shown);
            };
        }
        if (!seen.add(shown.toLowerCase(Locale.ROOT))) {
            return TlsRptFindings.URI_DUPLICATE.with(shown);
        }
        return switch (uri.scheme()) {
            case "mailto", "https" ->
                    uri.unencoded()
                            .map(character ->
                                    TlsRptFindings.URI_UNENCODED.with(
                                            shown, character, ReportUri.encoded(character)))
                            .orElse(null);
            case "http" -> TlsRptFindings.URI_HTTP.with(shown);
            default -> TlsRptFindings.URI_SCHEME.with(shown);
        };
    }

    private static Finding at(Entry entry, Finding finding) {
        return finding.about("rua").at(entry.position());
    }
}
