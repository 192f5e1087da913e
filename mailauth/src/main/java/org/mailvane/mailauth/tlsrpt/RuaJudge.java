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

/** Judges the addresses of {@code rua} (RFC 8460, section 3). */
final class RuaJudge {

    private RuaJudge() {}

    /** Says what is wrong with each address; those are returned to which reports can be sent. */
    static List<ReportUri> usable(Entry entry, FindingList findings) {
        List<ReportUri> usable = new ArrayList<>();
        String[] items = entry.value().split(",", -1);
        Set<String> seen = new HashSet<>();
        int position = entry.valuePosition();
        for (String item : items) {
            ReportUri uri = ReportUri.parse(item);
            Finding finding = judge(item.strip(), uri, seen);
            if (finding != null) {
                findings.add(finding.about("rua").at(position));
            }
            if (isUsable(item, uri)) {
                usable.add(uri);
            }
            position += item.length() + 1;
        }
        if (items.length > 1) {
            findings.add(at(entry, TlsRptFindings.RUA_SEVERAL.with(items.length)));
        }
        if (usable.isEmpty()) {
            findings.add(at(entry, TlsRptFindings.RUA_UNUSABLE.with()));
        }
        return usable;
    }

    private static boolean isUsable(String item, ReportUri uri) {
        return uri.problem() == null
                && item.indexOf('!') < 0
                && (uri.isMail() || uri.scheme().equals("https"));
    }

    private static @Nullable Finding judge(String shown, ReportUri uri, Set<String> seen) {
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
            case "mailto", "https" -> null;
            case "http" -> TlsRptFindings.URI_HTTP.with(shown);
            default -> TlsRptFindings.URI_SCHEME.with(shown);
        };
    }

    private static Finding at(Entry entry, Finding finding) {
        return finding.about("rua").at(entry.position());
    }
}
