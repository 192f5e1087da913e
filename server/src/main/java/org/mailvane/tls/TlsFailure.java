package org.mailvane.tls;

import java.time.Instant;
import org.mailvane.reports.tls.TlsReport;

/**
 * The reason why sessions failed, according to one report.
 *
 * @param id its number
 * @param details the report's own words
 * @param policyDomain whose policy it was
 * @param policyType {@code s} sts, {@code t} tlsa, {@code n} no-policy-found; empty: none of them
 * @param mode of sts: {@code e} enforce, {@code t} testing, {@code n} none; empty: not said
 * @param organizationName who reports it
 * @param begin start of the report's period
 * @param end its end
 */
public record TlsFailure(
        long id,
        TlsReport.Failure details,
        String policyDomain,
        String policyType,
        String mode,
        String organizationName,
        Instant begin,
        Instant end) {}
