package org.mailvane.detail;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiProblem;
import org.mailvane.api.Field;
import org.mailvane.api.FieldErrors;
import org.mailvane.api.Given;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;

/**
 * The report that a request asks for; what is left out, empty or an empty list asks for nothing.
 *
 * @param domains in whose name the mail was sent
 * @param providers who reported it
 * @param startDate the first day
 * @param endDate the last day
 * @param filterOption how it came out
 * @param ipCidr where it came from
 * @param countryCode the country of the sending address
 * @param spfResult what SPF said
 * @param spfPolicy whether SPF passed aligned
 * @param dkimResult what DKIM said
 * @param dkimPolicy whether DKIM passed aligned
 * @param dmarcPolicy what the receiver did
 * @param ruleNumber the rule that classified it
 * @param spfDomain the domain of SPF
 * @param ptr the address's reverse name
 * @param overrideComment the comment of a reason to do otherwise than the policy says
 */
record DetailReportRequest(
        @Field(
                        description =
                                "Domains that the caller may read, in whose name the mail was sent;"
                                        + " subdomains that count with one of them come along. None:"
                                        + " all that the caller may read.",
                        maxItems = Domains.MAX_NAMES)
                Given<List<DomainName>> domains,
        @Field(
                        description =
                                "Who reported it, as `seen_by` has the name, whatever its case.",
                        maxLength = MAX_PROVIDER,
                        maxItems = MAX_PROVIDERS)
                Given<List<String>> providers,
        @Field(description = "The first day (UTC).") LocalDate startDate,
        @Field(description = "The last day (UTC), not before the first.") LocalDate endDate,
        @Field(
                        description =
                                "`n` all mail; `o` mail that a policy touches: quarantined, rejected, or"
                                        + " failing DMARC without an override; `x` mail that fails DMARC;"
                                        + " `d` mail that passes.")
                FilterOption filterOption,
        @Field(
                        description =
                                "The address or network (CIDR) that it came from; empty for any.",
                        blank = true,
                        maxLength = MAX_NETWORK)
                Given<String> ipCidr,
        @Field(
                        description = "Countries of the sending address; none for any.",
                        allowed = "two letters of ISO 3166-1, such as DE")
                Given<List<CountryCode>> countryCode,
        @Field(
                        description =
                                "Results of SPF: `n` none, `?` neutral, `+` pass, `-` fail, `~` softfail,"
                                        + " `T` temperror, `P` permerror, `X` other.")
                Given<List<CriteriaCodes.Spf>> spfResult,
        @Field(description = "`p`: SPF passes aligned, `f`: it does not; empty for either.")
                Given<CriteriaCodes.Aligned> spfPolicy,
        @Field(
                        description =
                                "Results of DKIM: as those of SPF, with `y` policy instead of softfail.")
                Given<List<CriteriaCodes.Dkim>> dkimResult,
        @Field(description = "`p`: DKIM passes aligned, `f`: it does not; empty for either.")
                Given<CriteriaCodes.Aligned> dkimPolicy,
        @Field(
                        description =
                                "What the receiver did: `n` nothing, `q` quarantine, `r` reject, `?`"
                                        + " unknown.")
                Given<List<CriteriaCodes.Applied>> dmarcPolicy,
        @Field(description = "Rules that classified it; none for any.", min = 1, max = 8)
                Given<List<Integer>> ruleNumber,
        @Field(
                        description =
                                "The domain that SPF was checked for, whatever its case; with a leading dot"
                                        + " everything below it too. Empty for any.",
                        blank = true,
                        maxLength = MAX_NAME)
                Given<String> spfDomain,
        @Field(
                        description =
                                "The reverse name of the address, as `spf_domain` is the domain of SPF.",
                        blank = true,
                        maxLength = MAX_NAME)
                Given<String> ptr,
        @Field(
                        description =
                                "The whole comment of an override, whatever its case; empty for any.",
                        blank = true,
                        maxLength = MAX_COMMENT)
                Given<String> overrideComment) {

    /** Reporters that a report can name. */
    static final int MAX_PROVIDERS = 100;

    /** Characters of a reporter's name. */
    static final int MAX_PROVIDER = 255;

    /** Characters of a name: those of a domain name, and a dot before it. */
    static final int MAX_NAME = DomainName.MAX_LENGTH + 1;

    /** Characters of a comment. */
    static final int MAX_COMMENT = 1_024;

    /** Characters of an address or a network. */
    static final int MAX_NETWORK = 64;

    /**
     * Returns the same in its normal form.
     *
     * @throws ApiProblem 400 by field
     */
    ReportCriteria criteria() {
        FieldErrors errors = new FieldErrors();
        if (endDate.isBefore(startDate)) {
            errors.add(
                    "end_date",
                    "\"%s\" is not valid: it must not be before the start_date %s."
                            .formatted(endDate, startDate));
        }
        String source = ipCidr.or("");
        Optional<IpNetwork> network = IpNetwork.parse(source);
        if (!source.isEmpty() && network.isEmpty()) {
            errors.add(
                    "ip_cidr",
                    "\"%s\" is not valid: it must be an address or a network, such as 192.0.2.1 or 2001:db8::/32."
                            .formatted(source));
        }
        String spf = name("spf_domain", spfDomain, errors);
        String reverse = name("ptr", ptr, errors);
        errors.throwIfAny();
        return new ReportCriteria(
                new TreeSet<>(domains.or(List.of())),
                new TreeSet<>(providers.or(List.of())),
                startDate,
                endDate,
                filterOption,
                network.map(DetailReportRequest::unmapped).orElse(null),
                set(countryCode, CountryCode::letters),
                set(spfResult, CriteriaCodes.Spf::word),
                aligned(spfPolicy),
                set(dkimResult, CriteriaCodes.Dkim::word),
                aligned(dkimPolicy),
                set(dmarcPolicy, CriteriaCodes.Applied::disposition),
                new TreeSet<>(ruleNumber.or(List.of())),
                spf,
                reverse,
                overrideComment.or(""));
    }

    /**
     * Returns a name as rows contain it: without the dot of the root, international labels as
     * A-labels. A value that is not a host name stays as it is, since rows contain such names too.
     */
    private static String name(String field, Given<String> given, FieldErrors errors) {
        String name = given.or("");
        String plain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (!name.isEmpty() && (plain.isEmpty() || plain.equals("."))) {
            errors.add(
                    field,
                    "\"%s\" is not valid: it must be a name, or a dot and a name, such as example.com or .example.com."
                            .formatted(name));
        }
        String below = plain.startsWith(".") ? "." : "";
        return DomainName.parse(plain.substring(below.length()))
                .map(host -> below + host.value())
                .orElse(plain);
    }

    /** IPv4 addresses that are written as IPv6 (RFC 4291, section 2.5.5.2) as rows have them. */
    private static IpNetwork unmapped(IpNetwork network) {
        int further = IpAddress.V6_BITS - IpAddress.V4_BITS;
        IpAddress first = network.first().unmapped();
        return first.isV4() && !network.first().isV4() && network.prefix() >= further
                ? IpNetwork.of(first, network.prefix() - further)
                : network;
    }

    private static <T, R extends Comparable<R>> TreeSet<R> set(
            Given<List<T>> values, Function<T, R> as) {
        return new TreeSet<>(values.or(List.of()).stream().map(as).toList());
    }

    private static @Nullable Boolean aligned(Given<CriteriaCodes.Aligned> wanted) {
        return switch (wanted.or(CriteriaCodes.Aligned.EITHER)) {
            case YES -> true;
            case NO -> false;
            case EITHER -> null;
        };
    }
}
