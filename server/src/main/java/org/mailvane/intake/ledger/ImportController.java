package org.mailvane.intake.ledger;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.TakesFiles;
import org.mailvane.api.binding.UploadBody;
import org.mailvane.api.binding.UploadFolder;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.intake.Uploads;
import org.mailvane.reporters.AuthenticationBody;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** HTTP side of the imports. */
@RestController
@RequestMapping(ImportController.PATH)
class ImportController {

    static final String PATH = ApiCatalogue.VERSION_ROOT + "/imports";

    private final Imports imports;
    private final Uploads uploads;
    private final ObjectProvider<UploadFolder> folder;
    private final ApiCatalogue catalogue;
    private final Links links;

    ImportController(
            Imports imports,
            Uploads uploads,
            ObjectProvider<UploadFolder> folder,
            ApiCatalogue catalogue,
            Links links) {
        this.imports = imports;
        this.uploads = uploads;
        this.folder = folder;
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping
    @ApiOperation(action = "list", access = Access.ADMIN, summary = "Lists imports, newest first.")
    Listing<Body> list(Caller caller, PageRequest page) {
        return page.listing(
                () -> imports.count(caller.scope()),
                window ->
                        imports.list(caller.scope(), window).stream()
                                .map(one -> body(caller, one))
                                .toList());
    }

    /** Takes one file as the raw body, or any number as multipart. */
    @PostMapping
    @ApiOperation(
            action = "create",
            access = Access.ADMIN,
            summary =
                    "Imports report files: one as the body, or several as multipart form"
                            + " data.",
            status = 202)
    ResponseEntity<Body> create(Caller caller, @TakesFiles HttpServletRequest request)
            throws IOException, InterruptedException {
        if (request instanceof MultipartHttpServletRequest multipart) {
            return accepted(caller, uploads.take(caller.scope(), multipart));
        }
        try (UploadFolder.Spooled body = folder.getObject().spool(request)) {
            return accepted(
                    caller, uploads.take(caller.scope(), UploadBody.fileName(request), body));
        }
    }

    private ResponseEntity<Body> accepted(Caller caller, Import queued) {
        return ResponseEntity.accepted()
                .location(URI.create(links.toItem(PATH, queued.id())))
                .body(body(caller, queued));
    }

    @GetMapping("/{id}")
    @ApiOperation(
            action = "retrieve",
            access = Access.ADMIN,
            summary = "Returns an import with its counters.")
    Body retrieve(Caller caller, @PathVariable long id) {
        return body(caller, existing(caller, id));
    }

    @GetMapping("/{id}/failures")
    @ApiOperation(
            action = "failures",
            access = Access.ADMIN,
            summary = "Lists the failures of an import with their reasons.")
    Listing<FailureBody> failures(Caller caller, @PathVariable long id, PageRequest page) {
        existing(caller, id);
        return page.listing(
                () -> imports.countFailures(caller.scope(), id),
                window ->
                        imports.failures(caller.scope(), id, window).stream()
                                .map(r -> new FailureBody(r.file(), r.english(), r.code()))
                                .toList());
    }

    @GetMapping("/{id}/entries")
    @ApiOperation(
            action = "entries",
            access = Access.ADMIN,
            summary = "Lists the messages and files of an import with their outcome.")
    Listing<EntryBody> entries(
            Caller caller,
            @PathVariable long id,
            @Filters LedgerEntryFilter filter,
            PageRequest page) {
        existing(caller, id);
        return page.listing(
                () -> imports.countEntries(caller.scope(), id, filter),
                window ->
                        imports.entries(caller.scope(), id, filter, window).stream()
                                .map(entry -> body(id, entry))
                                .toList());
    }

    @GetMapping(path = "/{id}/entries/{entry}/original", produces = "application/octet-stream")
    @ApiOperation(
            action = "original",
            access = Access.ADMIN,
            summary = "Returns the original message or file.")
    ResponseEntity<InputStreamResource> original(
            Caller caller,
            @PathVariable long id,
            @PathVariable long entry,
            HttpServletRequest request) {
        return OriginalAnswer.of(
                request, id, entry, imports.original(caller, existing(caller, id, entry)));
    }

    @PostMapping("/{id}/entries/{entry}/retry")
    @ApiOperation(
            action = "retry_entry",
            access = Access.ADMIN,
            summary = "Retries a message or file.",
            status = 202)
    ResponseEntity<Body> retry(Caller caller, @PathVariable long id, @PathVariable long entry) {
        return ResponseEntity.accepted()
                .body(body(caller, imports.retry(caller.scope(), id, existing(caller, id, entry))));
    }

    @PostMapping("/{id}/retry")
    @ApiOperation(
            action = "retry",
            access = Access.ADMIN,
            summary = "Retries everything that failed or waits, if its message is still kept.",
            status = 202)
    ResponseEntity<Body> retry(Caller caller, @PathVariable long id) {
        existing(caller, id);
        return ResponseEntity.accepted().body(body(caller, imports.retry(caller.scope(), id)));
    }

    private LedgerEntry existing(Caller caller, long id, long entry) {
        return imports.findEntry(caller.scope(), id, entry).orElseThrow(ApiProblem::notFound);
    }

    private Import existing(Caller caller, long id) {
        return imports.find(caller.scope(), id).orElseThrow(ApiProblem::notFound);
    }

    private Body body(Caller caller, Import one) {
        Map<String, String> itemLinks = new LinkedHashMap<>();
        itemLinks.put("self", links.toItem(PATH, one.id()));
        itemLinks.put("failures", links.to(PATH + "/" + one.id() + "/failures"));
        itemLinks.put("entries", links.to(PATH + "/" + one.id() + "/entries"));
        Counts counts = one.counts();
        return new Body(
                itemLinks,
                catalogue.permissionsOfItem(PATH, caller, true),
                one.id(),
                one.origin().code(),
                one.source(),
                one.state().code(),
                one.label(),
                one.percent(),
                counts.found(),
                counts.imported(),
                counts.duplicate(),
                counts.notAReport(),
                counts.waiting(),
                counts.failed(),
                counts.records(),
                counts.notStored(),
                one.created(),
                one.finished());
    }

    private EntryBody body(long importId, LedgerEntry entry) {
        String path = PATH + "/" + importId + "/entries/" + entry.id();
        Map<String, String> entryLinks = new LinkedHashMap<>();
        if (entry.rawId() != null) {
            entryLinks.put("original", links.to(path + "/original"));
            entryLinks.put("retry", links.to(path + "/retry"));
        }
        Counts counts = entry.counts();
        return new EntryBody(
                entryLinks,
                entry.id(),
                entry.name(),
                entry.isQueued() ? "queued" : "done",
                counts.found(),
                counts.imported(),
                counts.duplicate(),
                counts.notAReport(),
                counts.waiting(),
                counts.failed(),
                counts.records(),
                counts.notStored(),
                entry.received(),
                entry.finished(),
                entry.envelopeFrom(),
                entry.carrier().headerFrom(),
                entry.carrier().dkim(),
                entry.authentication() == null
                        ? null
                        : AuthenticationBody.of(entry.authentication()),
                entry.reasons().stream().map(this::body).toList());
    }

    private ReasonBody body(Remark remark) {
        Long stored = remark.storedReport();
        return new ReasonBody(
                stored == null
                        ? Map.of()
                        : Map.of(
                                "stored_report",
                                links.toItem(ApiCatalogue.VERSION_ROOT + "/reports", stored)),
                remark.outcome().code(),
                remark.file(),
                remark.code(),
                remark.english());
    }

    /** A message or file as the API shows it. */
    record EntryBody(
            @Field(description = "`original` and `retry`, as long as the message is kept.")
                    @JsonProperty("_links")
                    Map<String, String> links,
            long id,
            @Field(description = "Name.") String name,
            @Field(description = "`queued` or `done`.") String state,
            @Field(description = "Reports found.") long found,
            @Field(description = "Reports that were stored.") long imported,
            @Field(description = "Reports that were already stored.") long duplicate,
            @Field(description = "1 if it contains no report.") @JsonProperty("not_a_report")
                    long notAReport,
            @Field(description = "Reports that wait for their domain to be added.") long waiting,
            @Field(description = "Parts that could not be read.") long failed,
            @Field(description = "Records of the stored reports.") long records,
            @Field(description = "Records outside the retention.") long notStored,
            @Field(description = "When it came.") Instant received,
            @Field(description = "When it was read.") @Nullable Instant finished,
            @Field(
                            description =
                                    "Envelope sender; empty for the null sender; null without an envelope.")
                    @Nullable String envelopeFrom,
            @Field(description = "From address of the email.") String headerFrom,
            @Field(
                            description =
                                    "DKIM results in the topmost Authentication-Results field, such as `pass"
                                            + " example.com`.")
                    String dkim,
            @Field(
                            description =
                                    "Authentication of the email; null if it was not read yet, or was read"
                                            + " by an older version.")
                    @Nullable AuthenticationBody authentication,
            @Field(description = "Remarks about its parts.") List<ReasonBody> reasons) {}

    /** What became of a part of a message or file, and why. */
    record ReasonBody(
            @Field(
                            description =
                                    "`stored_report`, if the code is `different_content` and the first"
                                            + " report is still stored.")
                    @JsonProperty("_links")
                    Map<String, String> links,
            @Field(
                            description =
                                    "`duplicate`, `not_a_report`, `waiting` or `failed`; `imported` if only"
                                            + " a part of a report could be used.")
                    String outcome,
            @Field(description = "Where in the message or file.") String file,
            @Field(description = "Reason code.") String code,
            @Field(description = "Reason as text.") String reason) {}

    /** An import as the API shows it. */
    record Body(
            @JsonProperty("_links") Map<String, String> links,
            @JsonProperty("_permissions") List<String> permissions,
            long id,
            @Field(description = "Source: `upload`, `smtp`, `imap`, `folder` or `command`.")
                    String origin,
            @Field(description = "Mailbox or folder of its messages, if any.") String source,
            @Field(description = "`queued`, `running`, `done` or `failed`.") String state,
            @Field(description = "Progress as text.") String label,
            @Field(description = "Progress in percent.") int value,
            @Field(description = "Reports found.") long found,
            @Field(description = "Reports that were stored.") long imported,
            @Field(description = "Reports that were already stored.") long duplicate,
            @Field(description = "Messages and files without a report.")
                    @JsonProperty("not_a_report")
                    long notAReport,
            @Field(description = "Reports that wait for their domain to be added.") long waiting,
            @Field(description = "Messages, files and parts that could not be read.") long failed,
            @Field(description = "Records of the stored reports.") long records,
            @Field(description = "Records outside the retention.") long notStored,
            @Field(description = "When it began.") Instant created,
            @Field(description = "When it ended.") @Nullable Instant finished) {}

    /** Something that failed, as the API shows it. */
    record FailureBody(
            @Field(description = "Message or file, and the part in it.") String file,
            @Field(description = "Reason as text.") String reason,
            @Field(description = "Reason code.") String code) {}
}
