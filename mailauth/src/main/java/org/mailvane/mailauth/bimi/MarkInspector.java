package org.mailvane.mailauth.bimi;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.mailvane.mailauth.bimi.BimiInspection.Authority;
import org.mailvane.mailauth.bimi.BimiInspection.Svg;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.https.Https;

/**
 * Inspects mark certificates, verified ones (VMC) and common ones (CMC), by
 * draft-fetch-validation-vmc-wchuang and the Minimum Security Requirements for Issuance of Mark
 * Certificates. Of the timestamps of public logs it is seen only that there are some: the keys of
 * the logs are not known here.
 */
final class MarkInspector {

    /** Time before a certificate expires from which it gets a warning. */
    static final Duration SOON = Duration.ofDays(14);

    /** Time from which certificates of the pilot phase are not issued any more. */
    static final Instant PILOT_END = Instant.parse("2025-03-15T00:00:00Z");

    /** Values that businessCategory may have (section 7.1.4.2.2 of the requirements). */
    private static final List<String> BUSINESS_CATEGORIES =
            List.of(
                    "Private Organization",
                    "Government Entity",
                    "Business Entity",
                    "Non-Commercial Entity");

    private final MarkRoots roots;
    private final Https https;
    private final Instant now;
    private final FindingList findings = new FindingList();

    MarkInspector(MarkRoots roots, Https https, Instant now) {
        this.roots = roots;
        this.https = https;
        this.now = now;
    }

    /**
     * Fetches and inspects a certificate.
     *
     * @param names for which it may be: see {@link #names}
     * @param logo the one that the record names; empty if there is none
     */
    Authority inspect(String address, List<String> names, Optional<SvgFile> logo) {
        Https.Fetched answer = WebFile.fetch(https, address, MarkFile.MAX_FILE);
        switch (answer) {
            case Https.NoResponse none when WebFile.isTooLarge(none) ->
                    findings.add(BimiFindings.CERTIFICATE_TOO_LARGE, address, MarkFile.MAX_FILE);
            case Https.NoResponse none ->
                    findings.add(
                            BimiFindings.CERTIFICATE_UNREACHABLE, address, WebFile.words(none));
            case Https.Response response when response.status() != 200 ->
                    findings.add(BimiFindings.CERTIFICATE_STATUS, address, response.status());
            case Https.Response response -> {
                return judge(address, response.body(), names, logo);
            }
        }
        return Authority.unread(address, findings.toList());
    }

    /**
     * The names for which a certificate may be: the domain, the organisation's, and either with the
     * selector (draft-fetch-validation-vmc-wchuang, section 5.2).
     */
    static List<String> names(DomainName domain, DomainName organization, String selector) {
        return Stream.of(domain, organization)
                .distinct()
                .flatMap(name ->
                        Stream.of(
                                name.value(),
                                selector.toLowerCase(Locale.ROOT) + "._bimi." + name.value()))
                .toList();
    }

    /** Inspects the octets of a file. */
    Authority judge(String address, byte[] bytes, List<String> names, Optional<SvgFile> logo) {
        MarkFile file = MarkFile.parse(bytes);
        findings.addAll(file.findings());
        Optional<MarkChain> chain = MarkChain.find(file.certificates(), roots, now, findings);
        if (chain.isEmpty()) {
            return Authority.unread(address, findings.toList());
        }
        MarkCertificate mark = new MarkCertificate(chain.get().leaf());
        judgeDates(mark);
        judgeUse(mark, chain.get());
        judgeNames(mark, names);
        Optional<MarkType> type = judgeSubject(mark);
        Svg picture = judgeLogo(mark, logo);
        if (chain.get().isTrusted() && !now.isAfter(mark.expires())) {
            new MarkRevocation(https, now, findings).judge(chain.get());
        }
        return new Authority(
                address,
                !findings.hasErrors(),
                mark.starts(),
                mark.expires(),
                mark.issuer(),
                mark.subject(),
                type.map(MarkType::certificateType).orElse(""),
                mark.field(SubjectField.MARK_TYPE).orElse(""),
                mark.domains(),
                picture,
                findings.toList());
    }

    private void judgeDates(MarkCertificate mark) {
        if (now.isBefore(mark.starts())) {
            findings.add(BimiFindings.NOT_YET, day(mark.starts()));
        } else if (now.isAfter(mark.expires())) {
            findings.add(BimiFindings.EXPIRED, day(mark.expires()));
        } else if (now.plus(SOON).isAfter(mark.expires())) {
            findings.add(
                    BimiFindings.EXPIRES_SOON,
                    day(mark.expires()),
                    Duration.between(now, mark.expires()).toDays());
        }
    }

    private void judgeUse(MarkCertificate mark, MarkChain chain) {
        if (!mark.isForLogos()) {
            findings.add(BimiFindings.USAGE_MISSING);
        }
        // The one that issued it, unless that is a root: roots are for whatever they are listed
        // for.
        if (chain.issuers().size() > 1
                && !new MarkCertificate(chain.issuers().getFirst()).isForLogos()) {
            findings.add(BimiFindings.ISSUER_USAGE_MISSING);
        }
        if (!mark.hasMarkPolicy()) {
            findings.add(BimiFindings.POLICY_MISSING);
        }
        if (!mark.hasTimestamp()) {
            findings.add(BimiFindings.TRANSPARENCY_MISSING);
        }
        if (mark.has(MarkCertificate.NAME_CONSTRAINTS)) {
            findings.add(BimiFindings.CONSTRAINTS_FORBIDDEN);
        }
        if (mark.has(MarkCertificate.PILOT)) {
            if (mark.starts().isBefore(PILOT_END)) {
                findings.add(BimiFindings.PILOT);
            } else {
                findings.add(BimiFindings.PILOT_FORBIDDEN, day(PILOT_END));
            }
        }
    }

    private void judgeNames(MarkCertificate mark, List<String> names) {
        List<String> domains = mark.domains();
        if (domains.isEmpty()) {
            findings.add(BimiFindings.NAMES_MISSING, names.getFirst());
        } else if (domains.stream().noneMatch(names::contains)) {
            findings.add(BimiFindings.NAMES_OTHER, names.getFirst(), domains);
        }
    }

    /**
     * Returns the kind of mark, the oldest where none is named; empty if it is not known, or the
     * certificate is none for marks.
     */
    private Optional<MarkType> judgeSubject(MarkCertificate mark) {
        Optional<String> words = mark.field(SubjectField.MARK_TYPE);
        if (words.isEmpty() && !mark.isForLogos()) {
            // A web server's certificate, say: what it lacks of a mark's need not be listed.
            return Optional.empty();
        }
        Optional<MarkType> type =
                words.isEmpty() ? Optional.of(MarkType.REGISTERED) : words.flatMap(MarkType::of);
        if (words.isEmpty()) {
            findings.add(BimiFindings.MARK_TYPE_MISSING);
        } else if (type.isEmpty()) {
            findings.add(BimiFindings.MARK_TYPE_UNKNOWN, words.get(), MarkType.all());
        }
        type.ifPresent(known -> judgeFields(mark, known));
        mark.field(SubjectField.BUSINESS_CATEGORY)
                .filter(category -> !BUSINESS_CATEGORIES.contains(category))
                .ifPresent(category ->
                        findings.add(
                                BimiFindings.FIELD_VALUE,
                                SubjectField.BUSINESS_CATEGORY,
                                category,
                                BUSINESS_CATEGORIES));
        return type;
    }

    private void judgeFields(MarkCertificate mark, MarkType type) {
        type.required(mark.starts()).stream()
                .filter(field -> mark.field(field).isEmpty())
                .forEach(field -> findings.add(BimiFindings.FIELD_MISSING, field, type));
        if (mark.field(SubjectField.LOCALITY).or(() -> mark.field(SubjectField.STATE)).isEmpty()) {
            findings.add(
                    BimiFindings.FIELD_MISSING,
                    FindingPhrase.EITHER.with(SubjectField.LOCALITY, SubjectField.STATE),
                    type);
        }
        type.forbidden().stream()
                .filter(field -> mark.field(field).isPresent())
                .forEach(field -> findings.add(BimiFindings.FIELD_FORBIDDEN, field, type));
    }

    private Svg judgeLogo(MarkCertificate mark, Optional<SvgFile> published) {
        Optional<Logotype> logotype = mark.logotype();
        if (logotype.isEmpty()) {
            findings.add(BimiFindings.LOGOTYPE_MISSING);
            return Svg.NONE;
        }
        Optional<SvgFile> embedded = logotype.get().file();
        if (embedded.isEmpty()) {
            findings.add(
                    BimiFindings.LOGOTYPE_BROKEN, Objects.requireNonNull(logotype.get().problem()));
            return Svg.NONE;
        }
        if (!logotype.get().isIntact()) {
            findings.add(BimiFindings.LOGOTYPE_HASH);
        }
        if (!embedded.get().isCompressed()) {
            findings.add(BimiFindings.LOGOTYPE_PLAIN);
        }
        Svg picture = SvgReader.read(embedded.get());
        if (!picture.valid()) {
            findings.add(BimiFindings.LOGOTYPE_PROFILE);
        }
        published
                .filter(SvgFile::isReadable)
                .filter(logo -> !logo.isSame(embedded.get()))
                .ifPresent(logo ->
                        findings.add(
                                logo.isAlmostSame(embedded.get())
                                        ? BimiFindings.LOGO_LINE_ENDS
                                        : BimiFindings.LOGO_DIFFERENT));
        return picture;
    }

    private static LocalDate day(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneOffset.UTC);
    }
}
