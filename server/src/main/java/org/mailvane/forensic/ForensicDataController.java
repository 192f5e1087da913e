package org.mailvane.forensic;

import java.time.Instant;
import java.util.List;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.ApiProblem;
import org.mailvane.api.Caller;
import org.mailvane.api.Field;
import org.mailvane.api.Filters;
import org.mailvane.api.PageRequest;
import org.mailvane.api.PageRequest.Listing;
import org.mailvane.api.PlainPages;
import org.mailvane.api.Sent;
import org.mailvane.forensic.FailureReports.Deletion;
import org.mailvane.reports.failure.FailureReport.Sample;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of what failure reports say. */
@RestController
@RequestMapping(ForensicDataController.PATH)
class ForensicDataController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/forensic-data";

    /** Records of a page where the request does not say. */
    static final int LIMIT = 10;

    /** Most records of a page. */
    static final int MAX_LIMIT = 100;

    private final FailureReports reports;
    private final ForensicJobs jobs;
    private final Accounts accounts;

    ForensicDataController(FailureReports reports, ForensicJobs jobs, Accounts accounts) {
        this.reports = reports;
        this.jobs = jobs;
        this.accounts = accounts;
    }

    @GetMapping
    @PlainPages(limit = LIMIT, maxLimit = MAX_LIMIT)
    @ApiOperation(
            action = "list",
            access = Access.SIGNED_IN,
            forensic = true,
            summary = "What a job has found, the newest first.")
    Listing<Body> list(Caller caller, @Filters Search search, PageRequest page) {
        ForensicJob job =
                jobs.find(caller.scope(), search.searchToken()).orElseThrow(ApiProblem::notFound);
        switch (job.progress()) {
            case QUEUED, GENERATING ->
                    throw ApiProblem.notFound(
                            "The job is not completed yet: its progress is "
                                    + job.progress().value()
                                    + ".");
            case FAILED -> throw ApiProblem.notFound("The job has failed: there is nothing.");
            case COMPLETED -> {}
        }
        String accountToken = accounts.find(caller.scope().accountId()).orElseThrow().token();
        return page.listing(
                () -> jobs.countRecords(caller.scope(), job),
                window ->
                        jobs.records(caller.scope(), job, window).stream()
                                .map(record -> body(accountToken, job, record))
                                .toList());
    }

    /**
     * Which job's records are wanted.
     *
     * @param searchToken the job's
     */
    record Search(
            @Field(
                            description = "The job's token, as its creation has answered it.",
                            required = true,
                            maxLength = 16)
                    String searchToken) {}

    /** Deletes the records that the body names. */
    @DeleteMapping
    @ApiOperation(
            action = "delete_specific",
            access = Access.WRITER,
            forensic = true,
            summary =
                    "Deletes records by their names, with the messages in which they came; the same as"
                            + " POST to `forensic-data/delete/`.")
    Deleted destroy(Caller caller, Sent<Names> sent) {
        return delete(caller, sent);
    }

    /** The same for clients that send no body with DELETE. */
    @PostMapping("/delete")
    @ApiOperation(
            action = "delete_specific",
            access = Access.WRITER,
            forensic = true,
            summary =
                    "Deletes records by their names, with the messages in which they came. Names that"
                            + " the caller can't see are passed over; where they see none it is 404,"
                            + " and where they may not change one's domain nothing is deleted.")
    Deleted delete(Caller caller, Sent<Names> sent) {
        return switch (reports.delete(caller.scope(), sent.read().emailFileNames())) {
            case Deletion.Unknown() -> throw ApiProblem.notFound();
            case Deletion.Forbidden() -> throw ApiProblem.forbidden();
            case Deletion.Done(int records) -> new Deleted(records);
        };
    }

    /**
     * Records to be deleted.
     *
     * @param emailFileNames their names
     */
    record Names(
            @Field(
                            description = "Their names, as `email_file_name` has them.",
                            maxItems = FailureReports.MAX_NAMES,
                            allowed = "32 hexadecimal digits and .eml")
                    List<RecordName> emailFileNames) {}

    /** The same for clients that delete by DELETE. */
    @DeleteMapping("/all")
    @ApiOperation(
            action = "delete_all",
            access = Access.ADMIN,
            forensic = true,
            summary =
                    "Deletes all forensic data of the account; the same as POST to"
                            + " `forensic-data/delete-all/`.")
    Deleted destroyAll(Caller caller) {
        return deleteAll(caller);
    }

    @PostMapping("/delete-all")
    @ApiOperation(
            action = "delete_all",
            access = Access.ADMIN,
            forensic = true,
            summary =
                    "Deletes all records of the account, with the messages in which they came, all jobs,"
                            + " and reports that wait for their domain.")
    Deleted deleteAll(Caller caller) {
        return new Deleted(reports.deleteAll(caller.scope()));
    }

    /** What was deleted. */
    record Deleted(@Field(description = "How many records were deleted.") int deleted) {}

    private static Body body(String accountToken, ForensicJob job, ForensicRecord record) {
        Sample sample = record.sample();
        String body = sample.body();
        return new Body(
                accountToken,
                record.fileName(),
                record.domain(),
                record.mailFrom(),
                String.join(", ", record.authFailure()),
                String.join("\n", record.authenticationResults()),
                record.sourceIp(),
                String.join(", ", record.reportedDomains()),
                record.subject(),
                sample.first("Return-Path"),
                sample.first("Message-ID"),
                sample.first("To"),
                sample.first("From"),
                sample.first("Reply-To"),
                record.received(),
                job.criteria().startDate().toString(),
                job.criteria().endDate().toString(),
                sample.all("Received-SPF"),
                sample.all("Authentication-Results"),
                sample.all("DKIM-Signature"),
                body == null ? "" : body);
    }

    /** A record as the API shows it. */
    record Body(
            @Field(description = "The local part of the account's report addresses.")
                    String accountToken,
            @Field(description = "Names the record.") String emailFileName,
            @Field(description = "The domain that it counts with.") String domain,
            @Field(description = "The return path of the mail that failed.")
                    String reportOriginalMailFrom,
            @Field(description = "What failed, such as `dmarc` or `dkim, spf`.")
                    String reportAuthFailure,
            @Field(description = "What the receiver found; several on lines of their own.")
                    String reportAuthenticationResults,
            @Field(description = "Who delivered the mail; empty where that is not known.")
                    String reportSourceIp,
            @Field(description = "The domain that the report is about; several with commas.")
                    String reportReportedDomain,
            @Field(
                            description =
                                    "Subject of the mail that failed; of the mail that carried the report where"
                                            + " that shows none.")
                    String subject,
            @Field(description = "The mail's own field `Return-Path`.") String sampleReturnPath,
            @Field(description = "The mail's field `Message-ID`.") String sampleMessageId,
            @Field(description = "The mail's field `To`, decoded.") String sampleHeaderTo,
            @Field(description = "The mail's field `From`, decoded.") String sampleHeaderFrom,
            @Field(description = "The mail's field `Reply-To`, decoded.") String sampleReplyTo,
            @Field(
                            description =
                                    "When the receiver got the mail; else when the report was sent, else when it"
                                            + " came in.")
                    Instant receivedDatetime,
            @Field(description = "The first day that the job has looked at.") String startDate,
            @Field(description = "The last one.") String endDate,
            @Field(description = "The mail's fields `Received-SPF`.")
                    List<String> sampleReceivedSpf,
            @Field(description = "The mail's fields `Authentication-Results`.")
                    List<String> sampleAuthResults,
            @Field(description = "The mail's fields `DKIM-Signature`.")
                    List<String> sampleDkimSignature,
            @Field(description = "The mail's body, where bodies are kept; else empty.")
                    String sampleBody) {}
}
