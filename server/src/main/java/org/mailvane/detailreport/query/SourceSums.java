package org.mailvane.detailreport.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.domains.Messages;
import org.mailvane.sources.Category;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.sums.MessageSums;

/** The sources of a report. */
public final class SourceSums {

    private static final Comparator<SourceSum> ORDER =
            Comparator.comparing(SourceSum::category)
                    .thenComparing(sum -> sum.sums().messages(), Comparator.reverseOrder())
                    .thenComparingInt(SourceSum::source);

    private SourceSums() {}

    /** By category, and in each those with the most messages first. */
    public static List<SourceSum> of(Snapshot.Kinds kinds) {
        Map<Key, Sum> sums = new TreeMap<>(Key.ORDER);
        for (int i = 0; i < kinds.list().size(); i++) {
            RowKind kind = kinds.list().get(i);
            sums.computeIfAbsent(new Key(kind.category(), kind.source()), key -> new Sum())
                    .add(kind, kinds.messages()[i]);
        }
        List<SourceSum> found = new ArrayList<>();
        sums.forEach((key, sum) -> found.add(sum.of(key)));
        found.sort(ORDER);
        return found;
    }

    private record Key(Category category, int source) {

        static final Comparator<Key> ORDER =
                Comparator.comparing(Key::category).thenComparingInt(Key::source);
    }

    private static final class Sum {

        private final Map<Integer, Long> rules = new TreeMap<>();
        private long messages;
        private long dmarc;
        private long spf;
        private long dkim;
        private long none;
        private long quarantined;
        private long rejected;
        private long unknown;

        void add(RowKind kind, long more) {
            messages = Messages.sum(messages, more);
            rules.merge(kind.rule(), more, Messages::sum);
            dmarc = Messages.sum(dmarc, kind.passes() ? more : 0);
            spf = Messages.sum(spf, kind.spfAligned() ? more : 0);
            dkim = Messages.sum(dkim, kind.dkimAligned() ? more : 0);
            switch (kind.disposition()) {
                case NONE, PASS -> none = Messages.sum(none, more);
                case QUARANTINE -> quarantined = Messages.sum(quarantined, more);
                case REJECT -> rejected = Messages.sum(rejected, more);
                case UNKNOWN -> unknown = Messages.sum(unknown, more);
            }
        }

        SourceSum of(Key key) {
            return new SourceSum(
                    key.category(),
                    key.source(),
                    mostUsedRule(),
                    new MessageSums(messages, dmarc, spf, dkim),
                    none,
                    quarantined,
                    rejected,
                    unknown);
        }

        /** Returns the rule of most messages, the smallest of several such. */
        private int mostUsedRule() {
            int rule = 0;
            long most = -1;
            for (Map.Entry<Integer, Long> each : rules.entrySet()) {
                if (each.getValue() > most) {
                    rule = each.getKey();
                    most = each.getValue();
                }
            }
            return rule;
        }
    }
}
