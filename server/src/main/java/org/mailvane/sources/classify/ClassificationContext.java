package org.mailvane.sources.classify;

import java.time.LocalDate;
import java.util.Collection;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.SourceNumbers;

/**
 * What is known for the rows of one transaction, in which their domains are locked: it was read
 * after the locks, so that a transaction that changes what is known finds these rows when the
 * transaction is committed. {@link ClassificationContextLoader} makes it.
 */
public interface ClassificationContext {

    /**
     * The version of the data by which rows are classified.
     *
     * @param rules of the rules and the catalogue
     * @param addresses of what is known of addresses: it rises whenever something that was known of
     *     one becomes something else. Later knowledge is never older
     */
    record Version(int rules, long addresses) {}

    /** How new it is. */
    Version version();

    /**
     * Reads what is known of these addresses; to be called before they are classified, for no more
     * at once than fit in memory. What was read before may be forgotten.
     */
    void learn(Collection<IpAddress> addresses);

    /**
     * Returns who sent these messages, by all that is known.
     *
     * @param domain the domain that the row counts with
     * @param day the day (UTC) of the messages
     */
    Classification classify(Row row, DomainId domain, LocalDate day);

    /** Whether an address has been looked up for that day, so that nothing is missing. */
    boolean knows(IpAddress address, LocalDate day);

    /**
     * Returns the sender of the catalogue to which an address belongs on that day, by its confirmed
     * reverse name or its network; {@link SourceNumbers#NAMELESS} for nobody.
     */
    int senderOf(IpAddress address, LocalDate day);

    /** Whether a domain's SPF record allows this address on that day. */
    boolean authorizes(DomainId domain, IpAddress address, LocalDate day);
}
