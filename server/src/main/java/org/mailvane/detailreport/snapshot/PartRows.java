package org.mailvane.detailreport.snapshot;

import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mailvane.detailreport.queue.ReportWork;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.evidence.SendingAddresses.Span;
import org.mailvane.traffic.blocks.IdentifierList;
import org.mailvane.traffic.blocks.RowBlock;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.blocks.ValueDictionary;

/**
 * Rows of some of a report's domains, put together by one thread by itself: rows of different
 * domains hardly ever show the same. Its numbers are its own, until all of it is handed to the
 * builder.
 */
public final class PartRows {

    private static final int NONE = -1;

    /** The criteria want such rows. */
    private static final int WANTED = 1;

    /** Which of several senders an address is depends on the day. */
    private static final int BY_DAY = 2;

    /** A reason to do otherwise than the policy says was reported. */
    private static final int WITH_REASON = 2;

    private final RowFilter filter;
    private final AddressDictionary book;
    private final ResultDictionary shown;
    private final WideNumbers addresses = new WideNumbers();

    /** For each address: its entry, and the first of its senders, which are one for each span. */
    private final List<AddressDictionary.Entry> entries = new ArrayList<>();

    private int[] firstSender = new int[0];

    /** For each sender the number of its address. */
    private int[] senderAddress = new int[0];

    /** For each sender the first day on which something else is known about the address. */
    private long[] senderEnd = new long[0];

    /**
     * For each sender and all that is shown, the data that each row needs: so they are side by
     * side.
     */
    private byte[] senderFlags = new byte[0];

    private byte[] shownFlags = new byte[0];

    private final ValueDictionary<RowKind> kinds = new ValueDictionary<>();

    /** By the numbers of what is shown, sender and kind. */
    private final RowIndex rows = new RowIndex();

    private final Map<YearMonth, DayCounts> days = new HashMap<>();
    private final Set<DomainId> held = new HashSet<>();

    public PartRows(RowFilter filter, AddressDictionary book, ResultDictionary shown) {
        this.filter = filter;
        this.book = book;
        this.shown = shown;
    }

    /**
     * A block whose parts have numbers.
     *
     * @param wanted rows that the filter accepts by their own values
     * @param addresses numbers of the addresses by their places in the block, where such a row has
     *     them
     * @param shown the same of what rows show
     */
    @SuppressWarnings("ArrayRecordComponent") // a bundle of columns, never compared
    public record Numbered(RowBlock block, int[] wanted, int[] addresses, int[] shown) {}

    /** Gives numbers to what a block's rows name. */
    public Numbered number(RowBlock block, int[] wanted) {
        IdentifierList identifiers = block.identifiers();
        int[] names = new int[identifiers.headerFroms().size()];
        int[] ofAddresses = new int[block.addresses().size()];
        int[] ofShown = new int[identifiers.size()];
        Arrays.fill(names, NONE);
        Arrays.fill(ofAddresses, NONE);
        Arrays.fill(ofShown, NONE);
        for (int row : wanted) {
            int place = block.address(row);
            if (ofAddresses[place] == NONE) {
                ofAddresses[place] = number(block.addresses().get(place));
            }
            place = block.identifiers(row);
            if (ofShown[place] == NONE) {
                int name = identifiers.headerFrom(place);
                if (names[name] == NONE) {
                    names[name] = shown.name(block.domain(), identifiers.headerFroms().get(name));
                }
                ofShown[place] = shown.of(names[name], identifiers.detail(place));
            }
        }
        return new Numbered(block, wanted, ofAddresses, ofShown);
    }

    private int number(IpAddress address) {
        int number = addresses.of(address.isV4() ? 1 : 0, address.high(), address.low());
        if (number == entries.size()) {
            entries.add(book.of(address));
        }
        return number;
    }

    /** Looks up what is to be known of all that has a number. */
    public void lookUp() {
        int known = firstSender.length;
        book.lookUp(
                entries.subList(known, entries.size()).stream()
                        .filter(AddressDictionary.Entry::isMissing)
                        .toList());
        firstSender = Arrays.copyOf(firstSender, entries.size());
        int senders = senderAddress.length;
        for (int address = known; address < firstSender.length; address++) {
            firstSender[address] = senders;
            senders += entries.get(address).spans().size();
        }
        senderAddress = Arrays.copyOf(senderAddress, senders);
        senderEnd = Arrays.copyOf(senderEnd, senders);
        for (int address = known; address < firstSender.length; address++) {
            int sender = firstSender[address];
            for (Span span : entries.get(address).spans()) {
                senderAddress[sender] = address;
                senderEnd[sender++] = span.to().toEpochDay();
            }
        }
        shown.lookUp();
        addFlags();
    }

    private void addFlags() {
        int from = senderFlags.length;
        senderFlags = Arrays.copyOf(senderFlags, senderAddress.length);
        for (int sender = from; sender < senderFlags.length; sender++) {
            List<Span> spans = spans(sender);
            senderFlags[sender] =
                    (byte)
                            ((filter.accepts(spans.get(span(sender)).known()) ? WANTED : 0)
                                    | (spans.size() > 1 ? BY_DAY : 0));
        }
        from = shownFlags.length;
        shownFlags = Arrays.copyOf(shownFlags, shown.size());
        for (int number = from; number < shownFlags.length; number++) {
            ResultDictionary.Entry entry = shown.get(number);
            shownFlags[number] =
                    (byte)
                            ((entry.isWanted() ? WANTED : 0)
                                    | (entry.hasReason() ? WITH_REASON : 0));
        }
    }

    /** Adds a block's rows, once all is looked up. */
    public void add(Numbered numbered) {
        RowBlock block = numbered.block;
        int[] ofKinds = new int[block.kinds().size()];
        for (int kind = 0; kind < ofKinds.length; kind++) {
            ofKinds[kind] = kinds.of(block.kinds().get(kind));
        }
        DayCounts counts = days.computeIfAbsent(block.month(), DayCounts::new);
        long before = block.month().atDay(1).toEpochDay() - 1;
        boolean any = false;
        for (int row : numbered.wanted) {
            int ofShown = numbered.shown[block.identifiers(row)];
            RowKind kind = block.kinds().get(block.kind(row));
            boolean hasReason = (shownFlags[ofShown] & WITH_REASON) != 0;
            if ((shownFlags[ofShown] & WANTED) == 0 || !filter.accepts(kind, hasReason)) {
                continue;
            }
            int sender = firstSender[numbered.addresses[block.address(row)]];
            if ((senderFlags[sender] & BY_DAY) != 0) {
                sender = atDay(sender, before + block.day(row));
            }
            if ((senderFlags[sender] & WANTED) != 0) {
                long messages = block.messages(row);
                rows.add(0, sender, ofShown, ofKinds[block.kind(row)], messages);
                counts.add(block.day(row), kind.category(), messages);
                any = true;
            }
        }
        if (any) {
            held.add(block.domain());
        }
    }

    /** Returns which of an address' spans a sender is. */
    private int span(int sender) {
        return sender - firstSender[senderAddress[sender]];
    }

    /** Returns all spans of a sender's address. */
    private List<Span> spans(int sender) {
        return entries.get(senderAddress[sender]).spans();
    }

    /** Returns the sender that an address is on a day, by the first of its senders. */
    private int atDay(int first, long day) {
        int sender = first;
        while (day >= senderEnd[sender]) {
            sender++;
        }
        return sender;
    }

    /** Whether it has more than one may hold. */
    public boolean isLarge(ReportWork.Bounds bounds) {
        return rows.size() > bounds.rows()
                || shown.size() > bounds.results()
                || addresses.size() > bounds.addresses();
    }

    /** Hands over all rows; answers of which domains there are any. */
    public Set<DomainId> addTo(SnapshotBuilder builder) {
        int[] kindNumbers = new int[kinds.size()];
        int[] senderNumbers = new int[senderAddress.length];
        Arrays.fill(kindNumbers, NONE);
        Arrays.fill(senderNumbers, NONE);
        for (int row = 0; row < rows.size(); row++) {
            int kind = rows.kind(row);
            if (kindNumbers[kind] == NONE) {
                kindNumbers[kind] = builder.kind(kinds.values().get(kind));
            }
            int sender = rows.sender(row);
            if (senderNumbers[sender] == NONE) {
                AddressDictionary.Entry entry = entries.get(senderAddress[sender]);
                senderNumbers[sender] = entry.number(span(sender), builder);
            }
            ResultDictionary.Entry shows = shown.get(rows.results(row));
            builder.add(
                    shows.from(builder),
                    senderNumbers[sender],
                    shows.number(builder),
                    kindNumbers[kind],
                    rows.messages(row));
        }
        days.values().forEach(counts -> counts.addTo(builder));
        return held;
    }
}
