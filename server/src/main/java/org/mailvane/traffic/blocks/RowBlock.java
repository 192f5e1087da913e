package org.mailvane.traffic.blocks;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.mailvane.domains.DomainId;

/**
 * Some rows of a domain's month, column by column. Lists contain what rows have in common, and a
 * row refers to places in them.
 */
public final class RowBlock {

    /** Bits of a place in one of the lists. */
    static final int PLACE_BITS = 14;

    /** Rows of a block: each place in a list fits into a char, and a block into little memory. */
    static final int MAX_ROWS = 1 << PLACE_BITS;

    /** Characters of the From domains, after which no row is added. Nearly no block has so many. */
    static final int MAX_CHARACTERS = 1 << 20;

    private final DomainId domain;
    private final YearMonth month;
    private final IdentifierList identifiers;
    private final AddressList addresses;
    private final List<RowKind> kinds;
    private final Columns columns;

    RowBlock(
            DomainId domain,
            YearMonth month,
            IdentifierList identifiers,
            AddressList addresses,
            List<RowKind> kinds,
            Columns columns) {
        this.domain = domain;
        this.month = month;
        this.identifiers = identifiers;
        this.addresses = addresses;
        this.kinds = kinds;
        this.columns = columns;
    }

    /**
     * The identifiers in messages.
     *
     * @param headerFrom domain of the From header
     * @param detail names the raw results, among them the domains that were authenticated: see
     *     {@link ReportedRows#results}
     */
    public record Identifiers(String headerFrom, UUID detail) implements Comparable<Identifiers> {

        /** Names are whatever reporters send: in an order, those of one hash are found fast too. */
        @Override
        public int compareTo(Identifiers other) {
            int order = headerFrom.compareTo(other.headerFrom);
            return order != 0 ? order : detail.compareTo(other.detail);
        }
    }

    /**
     * The rows.
     *
     * @param days day of the month, from 1, in ascending order
     * @param identifiers place in the list of that name, as the following
     * @param addresses the sending address
     * @param kinds who sent them and how they came out
     * @param messages how many messages
     */
    @SuppressWarnings("ArrayRecordComponent") // a bundle of columns, never compared
    record Columns(
            byte[] days, char[] identifiers, char[] addresses, char[] kinds, long[] messages) {}

    /** Returns the row that its rows count with. */
    public DomainId domain() {
        return domain;
    }

    /** Returns the month of its rows. */
    public YearMonth month() {
        return month;
    }

    /** Returns all that its rows name, each once. */
    public IdentifierList identifiers() {
        return identifiers;
    }

    /** Returns the sending addresses, each once. */
    public AddressList addresses() {
        return addresses;
    }

    /** Returns what its rows have in common, each once. */
    public List<RowKind> kinds() {
        return kinds;
    }

    /** Returns how many rows it has. */
    public int size() {
        return columns.days.length;
    }

    /** Returns the day of the month (UTC) of a row, from 1; rows are in the order of their days. */
    public int day(int row) {
        return columns.days[row];
    }

    /** Place of what a row names in {@link #identifiers}. */
    public int identifiers(int row) {
        return columns.identifiers[row];
    }

    /** Place of a row's address in {@link #addresses}. */
    public int address(int row) {
        return columns.addresses[row];
    }

    /** Place of a row's kind in {@link #kinds}. */
    public int kind(int row) {
        return columns.kinds[row];
    }

    /** Messages of a row. */
    public long messages(int row) {
        return columns.messages[row];
    }

    LocalDate firstDay() {
        return month.atDay(day(0));
    }

    LocalDate lastDay() {
        return month.atDay(day(size() - 1));
    }

    Columns columns() {
        return columns;
    }
}
