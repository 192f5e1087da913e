package org.mailvane.monitor;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mailvane.actions.FoundProblem;
import org.mailvane.api.binding.Characters;

/**
 * The content of a record.
 *
 * @param state how it is
 * @param value its text; several in lines; empty where there is none; of a long one the start
 * @param problems what is wrong with it
 * @param details what else is known of it, by name: texts, numbers, booleans
 */
record RecordContent(
        RecordState state, String value, List<FoundProblem> problems, Map<String, Object> details) {

    static final RecordContent NOTHING =
            new RecordContent(RecordState.UNKNOWN, "", List.of(), Map.of());

    /** What the database could not store is replaced, so that it is the same when it is read. */
    RecordContent {
        value = kept(value);
        problems = problems.stream().map(FoundProblem::kept).toList();
        details = new TreeMap<>(details);
        details.replaceAll((name, detail) -> detail instanceof String s ? kept(s) : detail);
    }

    private static String kept(String text) {
        return Characters.kept(text, RecordReader.MAX_VALUE);
    }

    /** Returns the policy file of MTA-STS, also where it can't be fetched any more; empty: none. */
    String lastPolicyFile() {
        String file = detail(RecordReader.POLICY_FILE);
        return file.isEmpty() ? detail(RecordReader.LAST_POLICY_FILE) : file;
    }

    /**
     * Returns the same with the policy file that was known before, where the record is there and
     * the file can't be fetched: so that a change is noticed when it can be fetched again.
     */
    RecordContent remembering(RecordContent before) {
        String file = before.lastPolicyFile();
        if (value.isEmpty() || file.isEmpty() || !detail(RecordReader.POLICY_FILE).isEmpty()) {
            return this;
        }
        Map<String, Object> more = new TreeMap<>(details);
        more.put(RecordReader.LAST_POLICY_FILE, file);
        return new RecordContent(state, value, problems, more);
    }

    /** Returns a text of the details; empty where they have none of this name. */
    String detail(String name) {
        return String.valueOf(details.getOrDefault(name, ""));
    }

    /** Whether a detail says yes. */
    boolean is(String name) {
        return Boolean.TRUE.equals(details.get(name));
    }

    /** Returns a number of the details; 0 where they have none of this name. */
    int number(String name) {
        return details.get(name) instanceof Number number ? number.intValue() : 0;
    }
}
