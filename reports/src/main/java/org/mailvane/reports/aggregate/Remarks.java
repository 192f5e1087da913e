package org.mailvane.reports.aggregate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the remarks about one report: each code once, with the first value it applies to. */
final class Remarks {

    /** Characters of a value that are quoted in a remark. */
    private static final int QUOTED = 100;

    private final Map<String, Remark> byCode = new LinkedHashMap<>();

    /** Notes a remark, unless one of this code is there. */
    void add(String code, String text) {
        byCode.putIfAbsent(code, new Remark(code, text));
    }

    boolean has(String code) {
        return byCode.containsKey(code);
    }

    boolean isEmpty() {
        return byCode.isEmpty();
    }

    List<Remark> list() {
        return List.copyOf(byCode.values());
    }

    void clear() {
        byCode.clear();
    }

    /** A value from a report in quotes, cut to what a person can read. */
    static String quoted(String value) {
        return value.length() <= QUOTED
                ? "'" + value + "'"
                : "'" + value.substring(0, QUOTED) + "...'";
    }
}
