package org.mailvane.sources.custom;

import java.util.List;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.Category;

/**
 * The values with which a user makes or changes a custom source; omitted values stay as they are.
 *
 * @param name what they call it
 * @param slug its name for addresses; made from the name where none was given
 * @param networks its networks
 * @param ptrDomains its hosts have confirmed reverse names that are one of these or lie below
 * @param dkimDomains it signs with these
 * @param spfDomains its return paths have these
 * @param category number of its {@link Category}, 1 to 3
 * @param capableSpf whether mail from it can pass SPF aligned
 * @param capableDkim whether mail from it can pass DKIM aligned
 * @param notesSpf what to do to pass SPF
 * @param notesDkim what to do to pass DKIM
 * @param notesDmarc what to do in general
 */
public record CustomSourceChange(
        @Field(
                        description = "Name, unique in the account.",
                        required = true,
                        maxLength = CustomSource.MAX_NAME)
                Given<String> name,
        @Field(
                        description =
                                "Short name in URLs: lower-case letters, digits and hyphens; unique in"
                                        + " the account. Derived from the name if omitted or empty.",
                        blank = true,
                        maxLength = CustomSource.MAX_SLUG)
                Given<String> slug,
        @Field(
                        description = "Networks that it sends from.",
                        allowed = "errors.allowed.network",
                        maxItems = CustomSource.MAX_VALUES)
                Given<List<IpNetwork>> networks,
        @Field(
                        description =
                                "Domains of its hosts' reverse DNS names, which must resolve back to the"
                                        + " IP address; subdomains included.",
                        maxItems = CustomSource.MAX_VALUES)
                Given<List<DomainName>> ptrDomains,
        @Field(
                        description =
                                "Domains that it signs with (DKIM). `*.example.com` means all subdomains.",
                        allowed = SenderDomain.ALLOWED,
                        maxItems = CustomSource.MAX_VALUES)
                Given<List<SenderDomain>> dkimDomains,
        @Field(
                        description =
                                "Domains of its envelope senders (SPF). `*.example.com` means all"
                                        + " subdomains.",
                        allowed = SenderDomain.ALLOWED,
                        maxItems = CustomSource.MAX_VALUES)
                Given<List<SenderDomain>> spfDomains,
        @Field(
                        description =
                                "1 legitimate sender (default), 2 sender that can't pass DMARC, 3"
                                        + " forwarder.",
                        min = 1,
                        max = 3)
                Given<Integer> category,
        @Field(
                        description =
                                "Whether it supports SPF alignment. Default: true in category 1, else"
                                        + " false.")
                Given<Boolean> capableSpf,
        @Field(
                        description =
                                "Whether it supports DKIM alignment. Default: true in category 1, else"
                                        + " false.")
                Given<Boolean> capableDkim,
        @Field(description = "How to set up SPF.", blank = true, maxLength = CustomSource.MAX_NOTES)
                Given<String> notesSpf,
        @Field(
                        description = "How to set up DKIM.",
                        blank = true,
                        maxLength = CustomSource.MAX_NOTES)
                Given<String> notesDkim,
        @Field(
                        description = "General instructions.",
                        blank = true,
                        maxLength = CustomSource.MAX_NOTES)
                Given<String> notesDmarc) {}
