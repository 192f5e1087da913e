package org.mailvane.reports;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the remarks about one report: each code once, with the first value it applies to. */
public final class Remarks {

    private final Map<String, Remark> byCode = new LinkedHashMap<>();

    /** Notes a remark, unless one of this code is there. */
    public void add(String code, Diagnostic diagnostic) {
        byCode.putIfAbsent(code, new Remark(code, diagnostic));
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
}
