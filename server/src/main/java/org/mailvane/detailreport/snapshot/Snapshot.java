package org.mailvane.detailreport.snapshot;

import java.util.List;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.traffic.blocks.ReportedRows.DayMessages;
import org.mailvane.traffic.blocks.RowKind;

/**
 * The rows that a report has found, as columns of numbers. Its form in memory is the one that is
 * stored; a page needs no more than to walk through some of the columns.
 *
 * <p>Rows with most messages are first. Each has numbers of a From domain, a sender, results and a
 * kind; these have numbers of texts. A greater number of a text means a later one in the order of
 * code points, and a greater number of a sender means the same address or a greater one.
 *
 * @param rows the rows
 * @param senders addresses with what was known of them
 * @param results what rows show of their results
 * @param kinds what many rows have in common
 * @param texts all texts
 * @param days messages by day and category
 */
public record Snapshot(
        Rows rows,
        Senders senders,
        Results results,
        Kinds kinds,
        Texts texts,
        List<DayMessages> days) {

    public Snapshot {
        days = List.copyOf(days);
    }

    /**
     * The rows.
     *
     * @param from text: the From domain
     * @param sender number among the senders
     * @param results number among the results
     * @param kind number among the kinds
     * @param amount number among the amounts
     * @param amounts different numbers of messages, the smallest first
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Rows(
            IntColumn from,
            IntColumn sender,
            IntColumn results,
            IntColumn kind,
            IntColumn amount,
            long[] amounts) {

        public int count() {
            return from.size();
        }

        public long messages(int row) {
            return amounts[amount.get(row)];
        }
    }

    /**
     * The senders.
     *
     * @param addressRank place of the address among all addresses: equal for the same address
     * @param addresses {@link #OCTETS} octets each
     * @param name text: the reverse name
     * @param confirmed 1 where it leads back
     * @param organization text: whose a confirmed name is
     * @param country text: code of the country
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Senders(
            IntColumn addressRank,
            byte[] addresses,
            IntColumn name,
            IntColumn confirmed,
            IntColumn organization,
            IntColumn country) {

        /** Octets of an address: which kind it is, and 16. */
        static final int OCTETS = 17;

        public IpAddress address(int sender) {
            int at = sender * OCTETS;
            long high = number(at + 1);
            long low = number(at + 9);
            return addresses[at] == 1 ? IpAddress.v4(low) : IpAddress.v6(high, low);
        }

        /** Puts an address where {@link #address} reads it. */
        static void write(IpAddress address, byte[] addresses, int sender) {
            int at = sender * OCTETS;
            addresses[at] = (byte) (address.isV4() ? 1 : 0);
            for (int i = 0; i < Long.BYTES; i++) {
                int shift = (Long.BYTES - 1 - i) * Byte.SIZE;
                addresses[at + 1 + i] = (byte) (address.high() >>> shift);
                addresses[at + 1 + Long.BYTES + i] = (byte) (address.low() >>> shift);
            }
        }

        private long number(int at) {
            long number = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                number = number << Byte.SIZE | (addresses[at + i] & 0xff);
            }
            return number;
        }
    }

    /**
     * The results; texts where nothing else is said.
     *
     * @param dkim ordinal of the result
     * @param selectors each on a line
     * @param dkimSays ordinal of what the results say
     * @param spf ordinal of the result
     * @param spfSays ordinal of what the results say
     */
    public record Results(
            IntColumn reporter,
            IntColumn reason,
            IntColumn comment,
            IntColumn dkim,
            IntColumn dkimDomain,
            IntColumn selectors,
            IntColumn dkimSays,
            IntColumn spf,
            IntColumn spfDomain,
            IntColumn spfSays,
            IntColumn envelopeTo,
            IntColumn envelopeFrom,
            IntColumn policyDomain) {}

    /**
     * The kinds of rows.
     *
     * @param list what each has in common
     * @param messages messages of its rows
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Kinds(List<RowKind> list, long[] messages) {

        public Kinds {
            list = List.copyOf(list);
        }
    }

    /** About how many bytes it takes. */
    long bytes() {
        return rows.from.bytes()
                + rows.sender.bytes()
                + rows.results.bytes()
                + rows.kind.bytes()
                + rows.amount.bytes()
                + (long) rows.amounts.length * Long.BYTES
                + senders.addresses.length
                + senders.addressRank.bytes()
                + senders.name.bytes()
                + senders.organization.bytes()
                + texts.bytes()
                + 16L * results.reporter.size();
    }
}
