package org.mailvane.web.parts;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.mailauth.finding.TlsRptFindings;

/** How pages show what is found of a record. */
public final class FindingSign {

    /**
     * Errors that say that nothing is known, since DNS did not answer: nothing is wrong for sure.
     */
    private static final Set<String> UNANSWERED =
            codes(
                    DnsFindings.SERVER_FAILURE,
                    DnsFindings.TIMEOUT,
                    DnsFindings.NOT_ASKED,
                    BimiFindings.DMARC_UNKNOWN,
                    MtaStsFindings.FETCH_DNS);

    /** Errors that report a missing record of a kind that a domain may do without. */
    private static final Set<String> OPTIONAL =
            codes(
                    BimiFindings.RECORD_MISSING,
                    MtaStsFindings.RECORD_MISSING,
                    TlsRptFindings.RECORD_MISSING);

    private FindingSign() {}

    private static Set<String> codes(FindingKind... kinds) {
        return Stream.of(kinds)
                .map(kind -> kind.entry().code())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Its icon, and the last part of the key of its word. */
    public static String of(Finding finding) {
        return of(finding.code(), finding.level());
    }

    /** The same of one on a domain's page. */
    static String of(ShownFinding finding) {
        return of(finding.code(), finding.level());
    }

    private static String of(String code, Level level) {
        if (UNANSWERED.contains(code)) {
            return "unknown";
        }
        if (OPTIONAL.contains(code)) {
            return "open";
        }
        return switch (level) {
            case ERR -> "fix";
            case WARN -> "watch";
            case INFO -> "info";
        };
    }

    /** The class of its icon's colour. */
    public static String colour(Finding finding) {
        return colour(of(finding));
    }

    /** The same of one on a domain's page. */
    static String colour(ShownFinding finding) {
        return colour(of(finding));
    }

    private static String colour(String sign) {
        return switch (sign) {
            case "fix" -> "c-fix";
            case "watch" -> "c-watch";
            default -> "sub";
        };
    }

    /**
     * Returns the sign of something that is not valid: not known, if the only problem is that DNS
     * did not answer; open, if there is nothing and need not be; otherwise to be fixed.
     *
     * @param findings all that is said of it
     */
    public static String ofInvalid(Stream<Finding> findings) {
        Set<String> signs =
                findings.filter(finding -> finding.level() == Level.ERR)
                        .map(FindingSign::of)
                        .collect(Collectors.toSet());
        if (signs.contains("open")) {
            return "open";
        }
        return signs.equals(Set.of("unknown")) ? "unknown" : "fix";
    }
}
