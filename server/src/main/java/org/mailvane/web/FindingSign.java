package org.mailvane.web;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.finding.MtaStsFindings;

/** How pages show what is found of a record. */
final class FindingSign {

    /**
     * Errors that say that nothing is known, since DNS did not answer: nothing is wrong for sure.
     */
    private static final Set<String> UNANSWERED =
            Stream.<FindingKind>of(
                            DnsFindings.SERVER_FAILURE,
                            DnsFindings.TIMEOUT,
                            DnsFindings.NOT_ASKED,
                            BimiFindings.DMARC_UNKNOWN,
                            MtaStsFindings.FETCH_DNS)
                    .map(kind -> kind.entry().code())
                    .collect(Collectors.toUnmodifiableSet());

    private FindingSign() {}

    /** Its icon, and the last part of the key of its word. */
    static String of(Finding finding) {
        if (UNANSWERED.contains(finding.code())) {
            return "unknown";
        }
        return switch (finding.level()) {
            case ERR -> "fix";
            case WARN -> "watch";
            case INFO -> "info";
        };
    }

    /** The class of its icon's colour. */
    static String colour(Finding finding) {
        return switch (of(finding)) {
            case "fix" -> "c-fix";
            case "watch" -> "c-watch";
            default -> "sub";
        };
    }

    /**
     * Whether all that is wrong is that DNS did not answer.
     *
     * @param findings all of something that is not valid
     */
    static boolean areUnknown(Stream<Finding> findings) {
        Set<String> signs =
                findings.filter(finding -> finding.level() == Level.ERR)
                        .map(FindingSign::of)
                        .collect(Collectors.toSet());
        return signs.equals(Set.of("unknown"));
    }
}
