package org.mailvane.tls;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.Field;
import org.mailvane.api.Filters;
import org.mailvane.api.PageRequest;
import org.mailvane.api.PageRequest.Listing;
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
            summary =
                    "Why sessions failed, detail by detail as TLS reports tell it, those of the newest"
                            + " reports first.")
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
                                    "The kind of failure, of RFC 8460, section 4.3, or another that a"
                                            + " reporter uses.")
                    String resultType,
            @Field(description = "Whose policy it was.") String pDomain,
            @Field(description = "`s` sts, `t` tlsa, `n` no-policy-found; empty: none of them.")
                    String pType,
            @JsonProperty("sts_p_mode")
                    @Field(
                            description =
                                    "Of sts: `e` enforce, `t` testing, `n` none; empty: not said.")
                    String stsPolicyMode,
            @Field(description = "Who reports it.") String organizationName,
            @Field(description = "The address of the server that tried to send.")
                    String sendingMtaIp,
            @Field(description = "The address of the server that it tried.") String receivingIp,
            @Field(description = "The name of that server.") String receivingMxHostname,
            @Field(description = "How that server called itself.") String receivingMxHelo,
            @Field(description = "The reporter's own code or text.") String failureReasonCode,
            @Field(description = "More about it, often a web address.")
                    String additionalInformation,
            @Field(description = "How many sessions failed this way.") long failedSessionCount,
            @Field(description = "Begin of the report's period.") Instant begin,
            @Field(description = "Its end.") Instant end) {}
}
