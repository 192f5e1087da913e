package org.mailvane.tls;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.reports.tls.TlsReport;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of what failed. */
@RestController
@RequestMapping(TlsFailureController.PATH)
class TlsFailureController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/tls-failures";

    private final TlsReports reports;

    TlsFailureController(TlsReports reports) {
        this.reports = reports;
    }

    @GetMapping
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            summary = "Lists the failure details in TLS reports, newest reports first.")
    Listing<Body> list(Caller caller, @Filters TlsFailureFilter filter, PageRequest page) {
        DayRange days = filter.days(reports.today());
        FailurePages pages = reports.failures(caller.scope(), days);
        return page.listing(
                () -> reports.countFailures(caller.scope(), days),
                window -> bodies(pages.fetch(window)));
    }

    private static List<Body> bodies(List<TlsFailure> page) {
        return page.stream().map(TlsFailureController::body).toList();
    }

    private static Body body(TlsFailure failure) {
        TlsReport.Failure details = failure.details();
        return new Body(
                details.resultType(),
                failure.policyDomain(),
                failure.policyType(),
                failure.mode(),
                failure.organizationName(),
                details.sendingMtaIp(),
                details.receivingIp(),
                details.receivingMxHostname(),
                details.receivingMxHelo(),
                details.failureReasonCode(),
                details.additionalInformation(),
                details.failedSessions(),
                failure.begin(),
                failure.end());
    }

    /** A failure detail as the API shows it. */
    record Body(
            @Field(
                            description =
                                    "Result type of RFC 8460, section 4.3, or another one used by the"
                                            + " reporter.")
                    String resultType,
            @Field(description = "Policy domain.") String pDomain,
            @Field(description = "`s` sts, `t` tlsa, `n` no-policy-found; empty: another type.")
                    String pType,
            @JsonProperty("sts_p_mode")
                    @Field(
                            description =
                                    "Mode of an sts policy: `e` enforce, `t` testing, `n` none; empty:"
                                            + " unknown.")
                    String stsPolicyMode,
            @Field(description = "Reporter.") String organizationName,
            @Field(description = "IP address of the sending server.") String sendingMtaIp,
            @Field(description = "IP address of the receiving server.") String receivingIp,
            @Field(description = "Host name of the receiving server.") String receivingMxHostname,
            @Field(description = "HELO name of the receiving server.") String receivingMxHelo,
            @Field(description = "Failure reason code of the reporter.") String failureReasonCode,
            @Field(description = "Additional information, often a URL.")
                    String additionalInformation,
            @Field(description = "Number of failed sessions.") long failedSessionCount,
            @Field(description = "Start of the report period.") Instant begin,
            @Field(description = "End of the report period.") Instant end) {}
}
