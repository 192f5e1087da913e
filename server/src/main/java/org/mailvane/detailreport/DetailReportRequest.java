package org.mailvane.detailreport;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;
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
public record DetailReportRequest(
        @Field(
                        description =
                                "From domains that the caller can read. Subdomains that are not top"
                                        + " level are included. Empty: all domains that the caller can read.",
                        maxItems = Domains.MAX_NAMES)
                Given<List<DomainName>> domains,
        @Field(
                        description = "Reporter, as in `seen_by`; case-insensitive.",
                        maxLength = MAX_PROVIDER,
                        maxItems = MAX_PROVIDERS)
                Given<List<String>> providers,
        @Field(description = "First day (UTC).") LocalDate startDate,
        @Field(description = "Last day (UTC), not before the first.") LocalDate endDate,
        @Field(
                        description =
                                "`n` all mail; `o` mail affected by the policy: quarantined, rejected,"
                                        + " or failing DMARC without an override; `x` mail that fails DMARC; `d`"
                                        + " mail that passes.")
                FilterOption filterOption,
        @Field(
                        description = "IP address or network (CIDR) of the sender; empty: any.",
                        blank = true,
                        maxLength = MAX_NETWORK)
                Given<String> ipCidr,
        @Field(
                        description = "Countries of the sending IP address; empty: any.",
                        allowed = "a two-letter ISO 3166-1 code, such as DE")
                Given<List<CountryCode>> countryCode,
        @Field(
                        description =
                                "SPF results: `n` none, `?` neutral, `+` pass, `-` fail, `~` softfail,"
                                        + " `T` temperror, `P` permerror, `X` other.")
                Given<List<CriteriaCodes.Spf>> spfResult,
        @Field(description = "`p`: SPF passes with alignment, `f`: it does not; empty: either.")
                Given<CriteriaCodes.Aligned> spfPolicy,
        @Field(description = "DKIM results: like SPF results, with `y` policy instead of softfail.")
                Given<List<CriteriaCodes.Dkim>> dkimResult,
        @Field(description = "`p`: DKIM passes with alignment, `f`: it does not; empty: either.")
                Given<CriteriaCodes.Aligned> dkimPolicy,
        @Field(
                        description =
                                "Action taken by the receiver: `n` none, `q` quarantine, `r` reject, `?`"
                                        + " unknown.")
                Given<List<CriteriaCodes.Applied>> dmarcPolicy,
        @Field(description = "Rules that classified the mail; empty: any.", min = 1, max = 8)
                Given<List<Integer>> ruleNumber,
        @Field(
                        description =
                                "Domain checked by SPF; case-insensitive. With a leading dot, also all"
                                        + " its subdomains. Empty: any.",
                        blank = true,
                        maxLength = MAX_NAME)
                Given<String> spfDomain,
        @Field(
                        description =
                                "Reverse DNS name of the IP address, in the same format as `spf_domain`.",
                        blank = true,
                        maxLength = MAX_NAME)
                Given<String> ptr,
        @Field(
                        description =
                                "Complete comment of a policy override; case-insensitive. Empty: any.",
                        blank = true,
                        maxLength = MAX_COMMENT)
                Given<String> overrideComment) {

    /** Reporters that a report can name. */
    static final int MAX_PROVIDERS = 100;

    /** Characters of a reporter's name. */
    static final int MAX_PROVIDER = 255;

    /** Characters of a name: those of a domain name, and a dot before it. */
    public static final int MAX_NAME = DomainName.MAX_LENGTH + 1;

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
