package org.mailvane.mailauth.bimi;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mailvane.mailauth.bimi.BimiInspection.Authority;
import org.mailvane.mailauth.bimi.BimiInspection.Bimi;
import org.mailvane.mailauth.bimi.BimiInspection.Indicator;
import org.mailvane.mailauth.bimi.BimiInspection.Svg;
import org.mailvane.mailauth.bimi.BimiInspection.TextRecord;
import org.mailvane.mailauth.dmarc.DmarcDiscovery;
import org.mailvane.mailauth.dmarc.DmarcInspector;
import org.mailvane.mailauth.dmarc.EffectivePolicy;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.https.Https;

/**
 * Inspects the logos of domains: the record, DMARC beside it, the picture, and the mark certificate
 * (draft-brand-indicators-for-message-identification).
 */
public final class BimiInspector {

    /** The logo of messages that name none. */
    public static final String DEFAULT_SELECTOR = "default";

    /** Texts at the name that are shown; more than one is wrong already. */
    static final int MAX_RECORDS = 20;

    private static final String MEDIA_TYPE = "image/svg+xml";

    private final DmarcInspector dmarc;
    private final PublicSuffixes suffixes;
    private final MarkRoots roots;

    /**
     * An inspector.
     *
     * @param dmarc which tells whether a domain's mail is protected
     * @param suffixes by which a domain's organisation is found where DMARC does not tell
     * @param roots what mark certificates must lead to
     */
    public BimiInspector(DmarcInspector dmarc, PublicSuffixes suffixes, MarkRoots roots) {
        this.dmarc = dmarc;
        this.suffixes = suffixes;
        this.roots = roots;
    }

    /**
     * Inspects one logo of a domain.
     *
     * @param selector which; {@link #DEFAULT_SELECTOR} where a message names none
     * @param now the time for which certificates are judged
     */
    public BimiInspection inspect(
            DomainName domain, String selector, Dns dns, Https https, Instant now) {
        DmarcDiscovery policy = dmarc.discover(domain, dns);
        DomainName organization =
                policy.effective()
                        .map(EffectivePolicy::organizationalDomain)
                        .orElseGet(() -> suffixes.organizationalDomain(domain));
        FindingList findings = new FindingList();
        Place place = find(domain, organization, selector, dns, findings);
        Optional<BimiRecord> record = place.usable();
        Indicator indicator = Indicator.NONE;
        Authority authority = Authority.NONE;
        if (record.isPresent() && record.get().isDeclined()) {
            findings.add(BimiFindings.RECORD_DECLINED);
        } else {
            Optional<DmarcDiscovery> above =
                    organization.equals(domain)
                            ? Optional.empty()
                            : Optional.of(dmarc.discover(organization, dns));
            BimiGate.judge(domain, policy, above, findings);
            if (record.isPresent()) {
                Logo logo = logo(record.get().location(), https);
                indicator = logo.indicator();
                List<String> names = MarkInspector.names(domain, organization, selector);
                authority = authority(record.get().authority(), names, logo.file(), https, now);
            }
        }
        if (!authority.certificateUrl().isEmpty() && !authority.valid()) {
            findings.add(BimiFindings.AUTHORITY_INVALID);
        }
        if (!indicator.indicatorUrl().isEmpty() && !indicator.valid()) {
            findings.add(BimiFindings.INDICATOR_INVALID);
        }
        List<TextRecord> shown = place.records().stream().map(BimiInspector::shown).toList();
        boolean valid =
                !findings.hasErrors()
                        && record.isPresent()
                        && shown.stream().allMatch(TextRecord::valid);
        return new BimiInspection(
                new Bimi(
                        place.query(),
                        domain.value(),
                        selector,
                        place.policyDomain(),
                        place.cname(),
                        valid,
                        shown,
                        findings.toList(),
                        authority,
                        indicator),
                policy.inspection());
    }

    /**
     * The name that was queried for a record, and the texts there.
     *
     * @param query the name
     * @param policyDomain the domain whose record it is; empty if no record was found
     * @param cname the target of a CNAME; empty if there is none
     * @param records all texts there
     */
    private record Place(
            String query, String policyDomain, String cname, List<BimiRecord> records) {

        private List<BimiRecord> ofBimi() {
            return records.stream().filter(BimiRecord::isBimi).toList();
        }

        /** Returns the record that applies; empty if there is none or several. */
        private Optional<BimiRecord> usable() {
            return ofBimi().size() == 1 ? Optional.of(ofBimi().getFirst()) : Optional.empty();
        }
    }

    /** Looks for the record at the domain, then at the organisation's (section 7.2). */
    private static Place find(
            DomainName domain,
            DomainName organization,
            String selector,
            Dns dns,
            FindingList findings) {
        String wanted = selector + "._bimi." + domain;
        Optional<DnsName> name = name(selector, domain);
        if (name.isEmpty()) {
            findings.add(BimiFindings.SELECTOR_INVALID, selector, wanted);
            return new Place(wanted, "", "", List.of());
        }
        DnsAnswer answer = dns.ask(name.get(), RecordType.TXT);
        Place own = place(name.get(), domain, answer);
        if (!own.ofBimi().isEmpty() || answer.status().isFailure()) {
            judge(own, answer, name.get(), findings);
            return own;
        }
        Optional<DnsName> above =
                organization.equals(domain) ? Optional.empty() : name(selector, organization);
        if (above.isPresent()) {
            DnsAnswer inherited = dns.ask(above.get(), RecordType.TXT);
            Place place = place(above.get(), organization, inherited);
            if (!place.ofBimi().isEmpty() || inherited.status().isFailure()) {
                if (!place.ofBimi().isEmpty()) {
                    findings.add(BimiFindings.RECORD_INHERITED, domain, organization);
                }
                judge(place, inherited, above.get(), findings);
                return place;
            }
        }
        DnsFindings.ofRecord(answer, name.get(), RecordType.TXT).ifPresent(findings::add);
        if (answer.texts().size() > MAX_RECORDS) {
            findings.add(BimiFindings.RECORDS_CUT, MAX_RECORDS);
        }
        findings.add(
                DnsFindings.ofDomain(DnsName.of(domain), answer, dns)
                        .orElseGet(() -> BimiFindings.RECORD_MISSING.with(name.get())));
        judgeUnrelated(own, findings);
        judgeMisplaced(domain, selector, dns, findings);
        return new Place(own.query(), "", own.cname(), own.records());
    }

    private static Optional<DnsName> name(String selector, DomainName domain) {
        return DnsName.of(domain).below(selector.strip().toLowerCase(Locale.ROOT) + "._bimi");
    }

    private static Place place(DnsName name, DomainName domain, DnsAnswer answer) {
        List<BimiRecord> records =
                answer.texts(MAX_RECORDS, BimiParser::isBimi).stream()
                        .map(DnsRecord.Text::readable)
                        .map(BimiParser::parse)
                        .toList();
        String cname = answer.aliases().isEmpty() ? "" : answer.aliases().getLast().toString();
        boolean isThere = records.stream().anyMatch(BimiRecord::isBimi);
        return new Place(name.toString(), isThere ? domain.value() : "", cname, records);
    }

    private static void judge(Place place, DnsAnswer answer, DnsName name, FindingList findings) {
        DnsFindings.ofRecord(answer, name, RecordType.TXT).ifPresent(findings::add);
        if (place.ofBimi().size() > 1) {
            findings.add(BimiFindings.RECORD_MULTIPLE, place.ofBimi().size(), place.query());
        }
        if (answer.texts().size() > MAX_RECORDS) {
            findings.add(BimiFindings.RECORDS_CUT, MAX_RECORDS);
        }
        if (!place.cname().isEmpty()) {
            findings.add(BimiFindings.RECORD_ALIAS, place.cname());
        }
        judgeUnrelated(place, findings);
    }

    private static void judgeUnrelated(Place place, FindingList findings) {
        place.records().stream()
                .filter(record -> !isMeant(record))
                .forEach(record ->
                        findings.add(BimiFindings.RECORD_UNRELATED, place.query(), record.text()));
    }

    /** Checks names where records are published by mistake. */
    private static void judgeMisplaced(
            DomainName domain, String selector, Dns dns, FindingList findings) {
        if (!selector.equalsIgnoreCase(DEFAULT_SELECTOR)
                && name(DEFAULT_SELECTOR, domain)
                        .filter(other -> hasRecord(other, dns))
                        .isPresent()) {
            findings.add(BimiFindings.SELECTOR_DEFAULT, selector);
        }
        String right = selector + "._bimi." + domain;
        DnsName apex = DnsName.of(domain);
        apex.below("_bimi")
                .filter(wrong -> hasRecord(wrong, dns))
                .or(() -> Optional.of(apex).filter(wrong -> hasRecord(wrong, dns)))
                .ifPresent(wrong -> findings.add(BimiFindings.RECORD_MISPLACED, wrong, right));
    }

    private static boolean hasRecord(DnsName name, Dns dns) {
        return dns.ask(name, RecordType.TXT).texts().stream()
                .anyMatch(text -> BimiParser.isBimi(text.joined()));
    }

    private record Logo(Indicator indicator, Optional<SvgFile> file) {}

    private static Logo logo(String address, Https https) {
        if (address.isEmpty()) {
            return new Logo(Indicator.NONE, Optional.empty());
        }
        FindingList findings = new FindingList();
        Optional<SvgFile> file = fetched(address, https, findings).map(SvgFile::open);
        Svg svg = file.map(SvgReader::read).orElse(Svg.NONE);
        boolean valid = !findings.hasErrors() && svg.valid();
        return new Logo(new Indicator(address, valid, svg, findings.toList()), file);
    }

    private static Optional<byte[]> fetched(String address, Https https, FindingList findings) {
        switch (WebFile.fetch(https, address, SvgFile.MAX_FILE)) {
            case Https.NoResponse none when WebFile.isTooLarge(none) ->
                    findings.add(BimiFindings.LOGO_TOO_LARGE, address, SvgFile.MAX_FILE);
            case Https.NoResponse none ->
                    findings.add(BimiFindings.LOGO_UNREACHABLE, address, WebFile.words(none));
            case Https.Response response when response.status() != 200 ->
                    findings.add(BimiFindings.LOGO_STATUS, address, response.status());
            case Https.Response response -> {
                if (response.mediaType().isEmpty()) {
                    findings.add(BimiFindings.LOGO_MEDIA_TYPE_MISSING);
                } else if (!response.mediaType().equals(MEDIA_TYPE)) {
                    findings.add(BimiFindings.LOGO_MEDIA_TYPE, response.mediaType());
                }
                return Optional.of(response.body());
            }
        }
        return Optional.empty();
    }

    private Authority authority(
            String address, List<String> names, Optional<SvgFile> logo, Https https, Instant now) {
        return address.isEmpty()
                ? Authority.NONE
                : new MarkInspector(roots, https, now).inspect(address, names, logo);
    }

    private static TextRecord shown(BimiRecord record) {
        boolean isMeant = isMeant(record);
        return new TextRecord(
                record.text(),
                record.isBimi(),
                !isMeant || record.valid(),
                isMeant ? record.findings() : List.of(),
                isMeant ? record.tags() : List.of());
    }

    /** Whether a text is a record or was meant to be one; others have no tags of BIMI. */
    private static boolean isMeant(BimiRecord record) {
        return record.isBimi() || record.text().toLowerCase(Locale.ROOT).contains("bimi1");
    }
}
