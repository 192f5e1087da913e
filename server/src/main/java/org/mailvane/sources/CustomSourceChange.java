package org.mailvane.sources;

import java.util.List;
import org.mailvane.api.Field;
import org.mailvane.api.Given;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;

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
                        description = "What people call it, unique in the account.",
                        required = true,
                        maxLength = CustomSource.MAX_NAME)
                Given<String> name,
        @Field(
                        description =
                                "Its name for addresses: lower case letters, digits, hyphens;"
                                        + " unique in the account. Made from the name where it is"
                                        + " left out or empty.",
                        blank = true,
                        maxLength = CustomSource.MAX_SLUG)
                Given<String> slug,
        @Field(
                        description = "Networks that its mail comes from.",
                        allowed = "errors.allowed.network",
                        maxItems = CustomSource.MAX_VALUES)
                Given<List<IpNetwork>> networks,
        @Field(
                        description =
                                "Its hosts have reverse names that are one of these or lie below,"
                                        + " and that lead back to their address.",
                        maxItems = CustomSource.MAX_VALUES)
                Given<List<DomainName>> ptrDomains,
        @Field(
                        description =
                                "Domains that it signs with; `*.` before one stands for all below.",
                        allowed = SenderDomain.ALLOWED,
                        maxItems = CustomSource.MAX_VALUES)
                Given<List<SenderDomain>> dkimDomains,
        @Field(
                        description =
                                "Domains of its return paths; `*.` before one stands for all"
                                        + " below.",
                        allowed = SenderDomain.ALLOWED,
                        maxItems = CustomSource.MAX_VALUES)
                Given<List<SenderDomain>> spfDomains,
        @Field(
                        description =
                                "1 sends for the account's domains, 2 sends for them and can't pass"
                                        + " DMARC, 3 forwards; 1 where it is left out.",
                        min = 1,
                        max = 3)
                Given<Integer> category,
        @Field(
                        description =
                                "Mail from it can pass SPF aligned. Where it is left out, true in"
                                        + " category 1 and false in the others.")
                Given<Boolean> capableSpf,
        @Field(description = "Mail from it can pass DKIM aligned; left out, the same.")
                Given<Boolean> capableDkim,
        @Field(
                        description = "What to do to pass SPF.",
                        blank = true,
                        maxLength = CustomSource.MAX_NOTES)
                Given<String> notesSpf,
        @Field(
                        description = "What to do to pass DKIM.",
                        blank = true,
                        maxLength = CustomSource.MAX_NOTES)
                Given<String> notesDkim,
        @Field(
                        description = "What to do in general.",
                        blank = true,
                        maxLength = CustomSource.MAX_NOTES)
                Given<String> notesDmarc) {}
