package org.mailvane.reporters;

import java.util.Comparator;
import java.util.Locale;
import org.mailvane.reports.aggregate.AggregateReport;

/**
 * Identifies a reporter. A name alone proves nothing: anyone can write it into a report.
 *
 * @param name what its reports call it
 * @param domain the From domain of its mails; of reports that a person handed over, the domain of
 *     their address; empty where there is none
 */
public record ReporterKey(String name, String domain) implements Comparable<ReporterKey> {

    /** The entry for reporters beyond those that mails may add on one day. */
    public static final ReporterKey OTHERS = new ReporterKey("(other reporters)", "");

    private static final Comparator<ReporterKey> ORDER =
            Comparator.comparing(ReporterKey::name).thenComparing(ReporterKey::domain);

    /**
     * Names the reporter of a report. One that does not say who it is has the name of its mail's
     * From domain.
     *
     * @param name the report's {@code org_name}
     * @param email the report's address
     */
    public static ReporterKey of(String name, String email, ReportAuthentication authentication) {
        // The report's own address is its sender's claim, as its name is.
        if (authentication.isByPerson()) {
            return new ReporterKey(name, domain(email));
        }
        String from = authentication.fromDomain();
        boolean isNameless = name.equals(AggregateReport.UNKNOWN) && !from.isEmpty();
        return new ReporterKey(isNameless ? from : name, from);
    }

    /** Returns what the migration that made the first reporters took for their domain. */
    private static String domain(String email) {
        String[] parts = email.split("@", -1);
        return parts.length < 2 ? "" : parts[1].toLowerCase(Locale.ROOT);
    }

    @Override
    public int compareTo(ReporterKey other) {
        return ORDER.compare(this, other);
    }
}
