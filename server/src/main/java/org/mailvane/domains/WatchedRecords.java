package org.mailvane.domains;

import org.mailvane.domains.Domain.Records;

/**
 * The results of watching a domain's DNS, for its row.
 *
 * @param records its records and how they are
 * @param policy the DMARC policy that was last seen, as {@code last_seen_dmarc_policy} has it;
 *     empty where none was
 * @param mailExchangers its MX records in a line; empty where it has none
 * @param startOfZone its SOA record; empty where it is not the start of a zone
 * @param nxdomain whether DNS says that the name does not exist
 * @param unconfirmed whether some of it was read once only or not wholly, and nothing before that
 * @param hasErrors whether one of its records has an error
 * @param verified whether it was shown to be the account's, which it then stays
 */
public record WatchedRecords(
        Records records,
        String policy,
        String mailExchangers,
        String startOfZone,
        boolean nxdomain,
        boolean unconfirmed,
        boolean hasErrors,
        boolean verified) {}
