package org.mailvane.actions;

import java.util.List;
import org.mailvane.testing.TestSql;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.MessageJson;

/** What stored tasks say, in English. */
public final class TaskTexts {

    private TaskTexts() {}

    /**
     * Returns the texts of some tasks.
     *
     * @param where which, as SQL
     */
    public static List<String> of(TestSql sql, String where) {
        return sql.rows("select details_message from task where " + where).stream()
                .map(MessageJson::read)
                .map(MessageFormatter.forPrograms()::format)
                .toList();
    }
}
