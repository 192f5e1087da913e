package org.mailvane.timeline;

import java.util.List;
import org.mailvane.testing.TestSql;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;

/** What stored events say. */
public final class EventDetails {

    private EventDetails() {}

    /**
     * Returns the sentences of some events, in their order.
     *
     * @param where which, as SQL
     */
    public static List<Passage> of(TestSql sql, String where) {
        return sql
                .rows("select message from timeline_event where " + where + " order by id")
                .stream()
                .map(MessageJson::read)
                .toList();
    }

    /** Returns the same in English. */
    public static List<String> english(TestSql sql, String where) {
        return of(sql, where).stream().map(MessageFormatter.forPrograms()::format).toList();
    }
}
