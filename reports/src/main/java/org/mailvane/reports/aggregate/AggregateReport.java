package org.mailvane.reports.aggregate;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Remark;

/**
 * A DMARC aggregate report without its records, which are passed on one by one before it.
 *
 * <p>Values are as the report gives them, trimmed and cut to the limits; absence is null, not a
 * default, save where a component says otherwise.
 *
 * @param path the position of the report in the input
 * @param version the report's own version, such as {@code 1.0}
 * @param orgName the reporting organisation; where the report names none, the domain of its email
 *     address, else of its file name, else {@link #UNKNOWN}
 * @param email the reporter's address, or empty
 * @param extraContactInfo further contact, often a web address
 * @param reportId the reporter's id; where the report has none, one derived from its content
 * @param begin start of the period
 * @param end end of the period; never before {@code begin}
 * @param errors what the reporter says went wrong on its side
 * @param generator the program that made the report (RFC 9990)
 * @param policy the policy that the reporter found
 * @param recordCount number of records passed on
 * @param messageCount messages that these records count
 * @param skippedRecords records that could not be read and were left out
 * @param contentHash 128 bits over everything that was read, as 32 hexadecimal digits: two copies
 *     of a report have the same, whatever their packing
 * @param remarks what was repaired, replaced or left out, each once
 */
public record AggregateReport(
        String path,
        @Nullable String version,
        String orgName,
        String email,
        @Nullable String extraContactInfo,
        String reportId,
        Instant begin,
        Instant end,
        List<String> errors,
        @Nullable String generator,
        PublishedPolicy policy,
        long recordCount,
        long messageCount,
        long skippedRecords,
        String contentHash,
        List<Remark> remarks) {

    /** The name of a reporting organisation of which nothing is known. */
    public static final String UNKNOWN = "unknown";

    /** The same with other remarks. */
    public AggregateReport withRemarks(List<Remark> others) {
        return new AggregateReport(
                path,
                version,
                orgName,
                email,
                extraContactInfo,
                reportId,
                begin,
                end,
                errors,
                generator,
                policy,
                recordCount,
                messageCount,
                skippedRecords,
                contentHash,
                others);
    }
}
