package org.mailvane.reports;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the remarks about one report: each code once, with the first value it applies to. */
public final class Remarks {

    /** Characters of a value that are quoted in a remark. */
    private static final int QUOTED = 100;

    private final Map<String, Remark> byCode = new LinkedHashMap<>();

    /** Notes a remark, unless one of this code is there. */
    public void add(String code, String text) {
        byCode.putIfAbsent(code, new Remark(code, text));
    }

    /** Whether there is a remark of this code. */
    public boolean has(String code) {
        return byCode.containsKey(code);
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return byCode.isEmpty();
    }

    /** The remarks, in the order in which they came. */
    public List<Remark> list() {
        return List.copyOf(byCode.values());
    }

    /** Forgets all of them. */
    public void clear() {
        byCode.clear();
    }

    /** A value from a report in quotes, cut to what a person can read. */
    public static String quoted(String value) {
        return value.length() <= QUOTED
                ? "'" + value + "'"
                : "'" + value.substring(0, QUOTED) + "...'";
    }
}
