package org.mailvane.planner;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;

/** What an advice says, in English. */
public final class AdviceTexts {

    private AdviceTexts() {}

    /** Returns messages as a SQL array as the table has it. */
    public static String sql(Message... points) {
        return Stream.of(points)
                .map(point -> MessageJson.write(Passage.of(point)).replace("'", "''"))
                .collect(Collectors.joining("','", "array['", "']"));
    }

    /** Returns texts that are said as they are, as {@link #sql(Message...)} has messages. */
    public static String sql(String... texts) {
        return sql(Stream.of(texts).map(Message::verbatim).toArray(Message[]::new));
    }

    /** Returns the texts of some points of an advice, or notes. */
    public static List<String> of(List<Passage> points) {
        return points.stream().map(MessageFormatter.forPrograms()::format).toList();
    }
}
