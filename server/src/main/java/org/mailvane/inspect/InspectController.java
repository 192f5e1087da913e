package org.mailvane.inspect;

import java.util.Optional;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.api.binding.Sent;
import org.mailvane.mailauth.bimi.BimiInspection;
import org.mailvane.mailauth.dkim.DkimInspection;
import org.mailvane.mailauth.dmarc.DmarcInspection;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.mailauth.mtasts.MtaStsInspection;
import org.mailvane.mailauth.mtasts.MtaStsPolicyInspection;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.mailauth.tlsrpt.TlsRptInspection;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the inspections; old clients call them below the root without a version. */
@RestController
@RequestMapping({ApiCatalogue.VERSION_ROOT, ApiCatalogue.ROOT})
class InspectController {

    private final Inspections inspections;

    InspectController(Inspections inspections) {
        this.inspections = inspections;
    }

    /**
     * What to inspect.
     *
     * @param domain whose record
     */
    record OfDomain(@Field(description = "Domain of the record.") DomainName domain) {}

    /**
     * What to inspect.
     *
     * @param domain whose record
     * @param selector which of them
     */
    record OfSelector(
            @Field(description = "Domain of the record.") DomainName domain,
            @Field(
                            allowed = Selector.ALLOWED,
                            description = "Selector of the record, such as `default`.")
                    Selector selector) {}

    /**
     * What to inspect.
     *
     * @param domain whose record
     * @param volumeDays days of messages
     */
    record OfSpf(
            @Field(
                            allowed = RecordName.ALLOWED,
                            description = "Domain of the record; underscores are allowed.")
                    RecordName domain,
            @Field(
                            min = 1,
                            max = Inspections.MAX_VOLUME_DAYS,
                            description =
                                    "Number of days of the caller's reports to count. Default: 7.")
                    Given<Integer> volumeDays) {}

    /**
     * What to validate.
     *
     * @param record a record's text
     */
    record Text(
            @Field(
                            maxLength = Inspections.MAX_RECORD_LENGTH,
                            trimmed = false,
                            description = "Text of a record, as published in DNS.")
                    String record) {}

    @PostMapping("/dmarc/inspect")
    @ApiOperation(
            action = "inspect",
            access = Access.PUBLIC,
            summary = "Looks up the DMARC record that applies to a domain and checks it.",
            meteredAnonymously = true)
    DmarcInspection inspectDmarc(Optional<Caller> caller, Sent<OfDomain> sent) {
        DomainName domain = sent.read().domain();
        return inspections.make(caller, all -> all.dmarc(domain));
    }

    @PostMapping("/dmarc/validate")
    @ApiOperation(
            action = "validate",
            access = Access.PUBLIC,
            summary = "Checks the text of a DMARC record.",
            meteredAnonymously = true)
    DmarcInspection validateDmarc(Optional<Caller> caller, Sent<Text> sent) {
        String record = sent.read().record();
        return inspections.read(caller, all -> all.dmarcRecord(record));
    }

    @PostMapping("/dkim/inspect")
    @ApiOperation(
            action = "inspect",
            access = Access.PUBLIC,
            summary = "Looks up the DKIM key of a selector and checks it.",
            meteredAnonymously = true)
    DkimInspection inspectDkim(Optional<Caller> caller, Sent<OfSelector> sent) {
        OfSelector body = sent.read();
        return inspections.make(caller, all -> all.dkim(body.domain(), body.selector()));
    }

    @PostMapping("/dkim/validate")
    @ApiOperation(
            action = "validate",
            access = Access.PUBLIC,
            summary = "Checks the text of a DKIM key record.",
            meteredAnonymously = true)
    DkimInspection validateDkim(Optional<Caller> caller, Sent<Text> sent) {
        String record = sent.read().record();
        return inspections.read(caller, all -> all.dkimRecord(record));
    }

    @PostMapping("/spf/inspect")
    @ApiOperation(
            action = "inspect",
            access = Access.PUBLIC,
            summary =
                    "Looks up an SPF record with everything it includes, counts its lookups"
                            + " and networks, and checks it.",
            meteredAnonymously = true)
    SpfInspection inspectSpf(Optional<Caller> caller, Sent<OfSpf> sent) {
        OfSpf body = sent.read();
        int days = body.volumeDays().or(Inspections.VOLUME_DAYS);
        return caller.map(who -> inspections.spf(who, body.domain().name(), days))
                .orElseGet(() ->
                        inspections
                                .make(caller, all -> all.spf(body.domain().name()))
                                .withVolume(days, SpfInspection.Volume.NONE));
    }

    @PostMapping("/spf/validate")
    @ApiOperation(
            action = "validate",
            access = Access.PUBLIC,
            summary = "Checks the text of an SPF record with everything it includes.",
            meteredAnonymously = true)
    SpfInspection validateSpf(Optional<Caller> caller, Sent<Text> sent) {
        String record = sent.read().record();
        return inspections.make(caller, all -> all.spfRecord(record));
    }

    @PostMapping("/bimi/inspect")
    @ApiOperation(
            action = "inspect",
            access = Access.PUBLIC,
            summary = "Looks up a BIMI record, its logo and its certificate, and checks them.",
            meteredAnonymously = true)
    BimiInspection inspectBimi(Optional<Caller> caller, Sent<OfSelector> sent) {
        OfSelector body = sent.read();
        return inspections.make(caller, all -> all.bimi(body.domain(), body.selector()));
    }

    @PostMapping("/tls-rpt/inspect")
    @ApiOperation(
            action = "inspect",
            access = Access.PUBLIC,
            summary = "Looks up the TLS-RPT record of a domain and checks it.",
            meteredAnonymously = true)
    TlsRptInspection inspectTlsRpt(Optional<Caller> caller, Sent<OfDomain> sent) {
        DomainName domain = sent.read().domain();
        return inspections.make(caller, all -> all.tlsRpt(domain));
    }

    @PostMapping("/mta-sts/inspect")
    @ApiOperation(
            action = "inspect",
            access = Access.PUBLIC,
            summary = "Looks up the MTA-STS record of a domain and checks it.",
            meteredAnonymously = true)
    MtaStsInspection inspectMtaSts(Optional<Caller> caller, Sent<OfDomain> sent) {
        DomainName domain = sent.read().domain();
        return inspections.make(caller, all -> all.mtaSts(domain));
    }

    @PostMapping("/mta-sts-policy/inspect")
    @ApiOperation(
            action = "inspect",
            access = Access.PUBLIC,
            summary =
                    "Fetches the MTA-STS policy of a domain, checks it and compares it with"
                            + " the domain's MX hosts.",
            meteredAnonymously = true)
    MtaStsPolicyInspection inspectMtaStsPolicy(Optional<Caller> caller, Sent<OfDomain> sent) {
        DomainName domain = sent.read().domain();
        return inspections.make(caller, all -> all.mtaStsPolicy(domain));
    }
}
