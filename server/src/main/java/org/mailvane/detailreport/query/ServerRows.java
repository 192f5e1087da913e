package org.mailvane.detailreport.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.detailreport.snapshot.CountingSort;
import org.mailvane.detailreport.snapshot.IntColumn;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.detailreport.snapshot.Snapshot.Rows;
import org.mailvane.domains.Messages;
import org.mailvane.sources.Category;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.sums.MessageSums;

/** A source's servers, by the organisations of their confirmed names. */
public final class ServerRows {

    private static final Comparator<ServerRow> DEFAULT_ORDER =
            Comparator.comparingLong((ServerRow row) -> row.sums().messages())
                    .reversed()
                    .thenComparing(ServerRow::name);

    private final Snapshot snapshot;
    private final String search;

    /** The servers that were met, by the number of their organisation's text. */
    private final @Nullable Server[] servers;

    /** Texts that differ in case alone are one server's. */
    private final Map<String, Server> byName = new HashMap<>();

    private ServerRows(Snapshot snapshot, String search) {
        this.snapshot = snapshot;
        this.search = search;
        this.servers = new @Nullable Server[snapshot.texts().size()];
    }

    /** What is known of a server while the rows are walked through. */
    private static final class Server {

        private final String name;
        private final boolean wanted;
        private long messages;
        private long dmarc;
        private long spf;
        private long dkim;
        private long addresses;
        private int lastAddress = -1;
        private long headerFroms;
        private int lastFrom = -1;

        Server(String name, boolean wanted) {
            this.name = name;
            this.wanted = wanted;
        }

        void add(RowKind kind, long more) {
            messages = Messages.sum(messages, more);
            dmarc = Messages.sum(dmarc, kind.passes() ? more : 0);
            spf = Messages.sum(spf, kind.spfAligned() ? more : 0);
            dkim = Messages.sum(dkim, kind.dkimAligned() ? more : 0);
        }

        /** Counts an address; the same one comes several times, but not with others between. */
        void addAddress(int address) {
            if (address != lastAddress) {
                lastAddress = address;
                addresses++;
            }
        }

        /** Counts a From domain, as {@link #addAddress}. */
        void addFrom(int from) {
            if (from != lastFrom) {
                lastFrom = from;
                headerFroms++;
            }
        }

        ServerRow row() {
            return new ServerRow(
                    name, headerFroms, addresses, new MessageSums(messages, dmarc, spf, dkim));
        }
    }

    /**
     * Returns all that match, in the wanted order; else those with the most messages first.
     *
     * @param source number of the source
     * @param category only rows of this category; null: of any
     * @param search part of the server's name, whatever its case; empty for all
     */
    public static List<ServerRow> of(
            Snapshot snapshot,
            int source,
            @Nullable Category category,
            String search,
            Ordering<ServerOrder> ordering) {
        RowSet rows = RowPages.chosen(snapshot, new RowChoice(source, category, null));
        List<ServerRow> servers = new ServerRows(snapshot, ReportCriteria.small(search)).list(rows);
        servers.sort(order(ordering));
        return servers;
    }

    /** Returns the name of an organisation's servers. */
    static String nameOf(String organization) {
        return organization.isEmpty() ? RowChoice.NO_SERVER : ReportCriteria.small(organization);
    }

    private static Comparator<ServerRow> order(Ordering<ServerOrder> ordering) {
        Comparator<ServerRow> order = (_, _) -> 0;
        for (Ordering.Key<ServerOrder> key : ordering.keys()) {
            Comparator<ServerRow> by =
                    switch (key.field()) {
                        case MESSAGE_COUNT ->
                                Comparator.comparingLong(row -> row.sums().messages());
                        case SERVER_NAME -> Comparator.comparing(ServerRow::name);
                        case IP_COUNT -> Comparator.comparingLong(ServerRow::addresses);
                    };
            order = order.thenComparing(key.descending() ? by.reversed() : by);
        }
        return order.thenComparing(DEFAULT_ORDER);
    }

    private List<ServerRow> list(RowSet rows) {
        Rows columns = snapshot.rows();
        List<RowKind> kinds = snapshot.kinds().list();
        boolean[] senders = new boolean[snapshot.senders().addressRank().size()];
        Server[] serverOf = new Server[rows.size()];
        int[] froms = new int[rows.size()];
        int found = 0;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.get(i);
            int sender = columns.sender().get(row);
            Server server = server(sender);
            if (server.wanted) {
                senders[sender] = true;
                serverOf[found] = server;
                froms[found++] = columns.from().get(row);
                server.add(kinds.get(columns.kind().get(row)), columns.messages(row));
            }
        }
        IntColumn addressRank = snapshot.senders().addressRank();
        for (int sender = 0; sender < senders.length; sender++) {
            if (senders[sender]) {
                server(sender).addAddress(addressRank.get(sender));
            }
        }
        int[] places = CountingSort.places(found);
        for (int place : CountingSort.ordered(places, froms, snapshot.texts().size())) {
            serverOf[place].addFrom(froms[place]);
        }
        List<ServerRow> list = new ArrayList<>();
        for (Server server : byName.values()) {
            if (server.wanted) {
                list.add(server.row());
            }
        }
        return list;
    }

    private Server server(int sender) {
        int text = snapshot.senders().organization().get(sender);
        Server known = servers[text];
        if (known == null) {
            known =
                    byName.computeIfAbsent(
                            nameOf(snapshot.texts().get(text)),
                            name -> new Server(name, name.contains(search)));
            servers[text] = known;
        }
        return known;
    }
}
