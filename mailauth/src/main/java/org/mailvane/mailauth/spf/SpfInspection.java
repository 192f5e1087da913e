package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.List;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.SpfFindings;

/**
 * The result of surveying a domain's SPF record: the record and all that it refers to, without a
 * message.
 *
 * @param domain the domain; empty if a record was given without one
 * @param volumeDays days that {@code volume} covers; 0 if it was not requested
 * @param valid whether receivers can use the record: it has no errors at any depth
 * @param records the SPF records of the domain; there should be one
 * @param messages findings about the domain; findings about a record are in the record
 * @param queryCount lookups of the kinds that RFC 7208, section 4.6.4 limits, in the worst case
 *     over all branches, even where they are more than the limit
 * @param passNetworkCount distinct networks that can get {@code pass}, without those that only
 *     match after a term that makes receivers return permerror
 * @param passIp4Count distinct IPv4 addresses that can get {@code pass}, at most 2^32
 * @param flattenedQueryCount lookups that {@code flattened} needs
 * @param volume the caller's messages from the networks of the record
 * @param defaultResult the result for an address that no term matches: {@code pass}, {@code fail},
 *     {@code softfail}, {@code neutral}; {@code none} without a record, {@code permerror} or {@code
 *     temperror} if receivers get an error
 * @param passDuplicateIp4Networks IPv4 networks that the record lists more than once
 * @param passDuplicateIp6Networks the same for IPv6
 * @param flattened records that list the same networks without includes, first that of the domain;
 *     empty while the record has an error
 */
public record SpfInspection(
        String domain,
        int volumeDays,
        boolean valid,
        List<TextRecord> records,
        List<Finding> messages,
        int queryCount,
        int passNetworkCount,
        long passIp4Count,
        int flattenedQueryCount,
        Volume volume,
        String defaultResult,
        List<DuplicateNetwork> passDuplicateIp4Networks,
        List<DuplicateNetwork> passDuplicateIp6Networks,
        List<Flattened> flattened) {

    /** Copies the lists. */
    public SpfInspection {
        records = List.copyOf(records);
        messages = List.copyOf(messages);
        passDuplicateIp4Networks = List.copyOf(passDuplicateIp4Networks);
        passDuplicateIp6Networks = List.copyOf(passDuplicateIp6Networks);
        flattened = List.copyOf(flattened);
    }

    /**
     * An SPF record.
     *
     * @param domain the name where it is published; empty if it was given without a domain
     * @param txt its text
     * @param valid whether neither it nor what it refers to has an error
     * @param terms what it consists of, in its order
     * @param messages findings about it as a whole
     */
    public record TextRecord(
            String domain,
            String txt,
            boolean valid,
            List<TextTerm> terms,
            List<Finding> messages) {

        /** A record. */
        public TextRecord {
            terms = List.copyOf(terms);
            messages = List.copyOf(messages);
        }
    }

    /**
     * A term of a record.
     *
     * @param value the term as written in the record
     * @param type {@code mechanism} or {@code modifier}
     * @param qualifier {@code +}, {@code -}, {@code ~} or {@code ?}; empty for a modifier
     * @param name its name in lower case, such as {@code include}
     * @param domainSpec the domain that it names, as written; empty if it names none
     * @param targetName the name that is queried; empty if there is none, or if it depends on the
     *     message
     * @param valid whether neither it nor what it refers to has an error
     * @param ignored whether receivers ignore it
     * @param known whether everything that it covers is known: false if that depends on the
     *     message, if DNS did not answer, and for terms that RFC 7208 does not define
     * @param messages findings about it
     * @param result the records that {@code include} and {@code redirect} refer to
     * @param queryCount lookups of the term and of all that it refers to
     * @param passIp4Count IPv4 addresses that can get {@code pass} through it
     * @param surveyDomainVolume the caller's messages of the surveyed domain that the term covers:
     *     those from addresses of both families that can get {@code pass} through it; for a
     *     mechanism of the domain's own record with another result, those from addresses that no
     *     earlier term allows. 0 if its matches depend on the message, or if it was not requested
     */
    public record TextTerm(
            String value,
            String type,
            String qualifier,
            String name,
            String domainSpec,
            String targetName,
            boolean valid,
            boolean ignored,
            boolean known,
            List<Finding> messages,
            List<TextRecord> result,
            int queryCount,
            long passIp4Count,
            long surveyDomainVolume) {

        /** A term. */
        public TextTerm {
            messages = List.copyOf(messages);
            result = List.copyOf(result);
        }
    }

    /**
     * Messages that came from the networks of the record.
     *
     * @param surveyDomainNetworkCount networks that sent for the surveyed domain
     * @param surveyDomainVolume messages of the surveyed domain
     * @param otherDomainNetworkCount networks that sent for other domains of the caller
     * @param otherDomainVolume messages of other domains
     * @param otherDomainCount the other domains
     */
    public record Volume(
            int surveyDomainNetworkCount,
            long surveyDomainVolume,
            int otherDomainNetworkCount,
            long otherDomainVolume,
            int otherDomainCount) {

        /** The volume if it is unknown. */
        public static final Volume NONE = new Volume(0, 0, 0, 0, 0);
    }

    /**
     * A network that is there more than once.
     *
     * @param count how often
     */
    public record DuplicateNetwork(String network, int count) {}

    /**
     * A record to publish.
     *
     * @param domain where
     * @param record its text
     */
    public record Flattened(String domain, String record) {}

    /** The same with the caller's messages of some days; its terms say what they did. */
    public SpfInspection withVolume(int days, Volume messagesSeen) {
        return withVolume(days, messagesSeen, records);
    }

    /** The same with a message which says that not all of the caller's messages were counted. */
    public SpfInspection withVolumeCut() {
        List<Finding> more = new ArrayList<>(messages);
        more.add(SpfFindings.VOLUME_CUT.with());
        return with(volumeDays, volume, records, more);
    }

    /**
     * Returns the same with the caller's messages of some days, and with the records including
     * their volumes.
     */
    SpfInspection withVolume(int days, Volume messagesSeen, List<TextRecord> shown) {
        return with(days, messagesSeen, shown, messages);
    }

    private SpfInspection with(
            int days, Volume messagesSeen, List<TextRecord> shown, List<Finding> said) {
        return new SpfInspection(
                domain,
                days,
                valid,
                shown,
                said,
                queryCount,
                passNetworkCount,
                passIp4Count,
                flattenedQueryCount,
                messagesSeen,
                defaultResult,
                passDuplicateIp4Networks,
                passDuplicateIp6Networks,
                flattened);
    }
}
