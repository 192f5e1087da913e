package org.mailvane.failurereport;

import java.time.Instant;
import java.util.List;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.PlainPages;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.failurereport.FailureReports.Deletion;
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
            summary = "Lists the failure reports that a job found, newest first.")
    Listing<Body> list(Caller caller, @Filters Search search, PageRequest page) {
        ForensicJob job =
                jobs.find(caller.scope(), search.searchToken()).orElseThrow(ApiProblem::notFound);
        switch (job.progress()) {
            case QUEUED, GENERATING ->
                    throw ApiProblem.notFound(
                            "The job is not completed yet. Its progress is "
                                    + job.progress().value()
                                    + ".");
            case FAILED -> throw ApiProblem.notFound("The job failed and has no data.");
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
                            description = "Token of the job, as returned when it was created.",
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
                    "Deletes records by name, with the messages that contained them. Same as"
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
                    "Deletes records by name, with the messages that contained them. Names"
                            + " that the caller can't see are ignored; 404 if they can see none."
                            + " Nothing is deleted if the caller can't change the domain of one of"
                            + " them.")
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
                            description = "Names as in `email_file_name`.",
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
                    "Deletes all forensic data of the account. Same as POST to"
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
                    "Deletes all records of the account with the messages that contained"
                            + " them, all jobs, and reports that wait for their domain to be added.")
    Deleted deleteAll(Caller caller) {
        return new Deleted(reports.deleteAll(caller.scope()));
    }

    /** What was deleted. */
    record Deleted(@Field(description = "Number of deleted records.") int deleted) {}

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
            @Field(description = "Local part of the account's report addresses.")
                    String accountToken,
            @Field(description = "Identifies the record.") String emailFileName,
            @Field(description = "Top-level domain that it is counted with.") String domain,
            @Field(description = "Return path of the message that failed.")
                    String reportOriginalMailFrom,
            @Field(description = "Failed checks, such as `dmarc` or `dkim, spf`.")
                    String reportAuthFailure,
            @Field(description = "Authentication results of the receiver, one per line.")
                    String reportAuthenticationResults,
            @Field(description = "IP address that delivered the message; empty if unknown.")
                    String reportSourceIp,
            @Field(description = "Reported domain; several are separated by commas.")
                    String reportReportedDomain,
            @Field(description = "Subject of the message that failed, else of the report email.")
                    String subject,
            @Field(description = "Header field `Return-Path` of the message.")
                    String sampleReturnPath,
            @Field(description = "Header field `Message-ID` of the message.")
                    String sampleMessageId,
            @Field(description = "Header field `To` of the message, decoded.")
                    String sampleHeaderTo,
            @Field(description = "Header field `From` of the message, decoded.")
                    String sampleHeaderFrom,
            @Field(description = "Header field `Reply-To` of the message, decoded.")
                    String sampleReplyTo,
            @Field(
                            description =
                                    "When the receiver got the mail; else when the report was sent, else when it"
                                            + " came in.")
                    Instant receivedDatetime,
            @Field(description = "First day of the search.") String startDate,
            @Field(description = "Last day of the search.") String endDate,
            @Field(description = "Header fields `Received-SPF` of the message.")
                    List<String> sampleReceivedSpf,
            @Field(description = "Header fields `Authentication-Results` of the message.")
                    List<String> sampleAuthResults,
            @Field(description = "Header fields `DKIM-Signature` of the message.")
                    List<String> sampleDkimSignature,
            @Field(description = "Message body, if bodies are kept; else empty.")
                    String sampleBody) {}
}
