package org.mailvane.web.reporters;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.reporters.ReportAuthentication.Result;
import org.mailvane.traffic.received.ReportFilter;
import org.mailvane.web.frame.LinkParameter;
import org.mailvane.web.frame.ListQuery;

/**
 * What the address of the list of reports asks for. What it does not know is taken as not asked,
 * and said above the list.
 *
 * @param values what is asked for, by the names of the API's list
 * @param unknown what is asked for and not known
 */
record ReportListQuery(Map<String, String> values, List<ListQuery.Unknown> unknown) {

    static final String NAME = "domain";
    static final String WHOLE_NAME = LinkParameter.WHOLE_DOMAIN;
    static final String REPORTER = LinkParameter.REPORTER;
    static final String IMPORT = LinkParameter.IMPORT;
    static final String BEGIN = "begin";
    static final String END = "end";
    static final String AUTHENTICATION = "authentication";
    static final String HELD = LinkParameter.HELD;
    static final String IGNORED = "ignored";

    static final List<String> AUTHENTICATIONS =
            Arrays.stream(Result.values()).map(Result::code).toList();
    static final List<String> FLAGS = List.of("true", "false");

    static ReportListQuery of(Map<String, String> query) {
        ListQuery asked =
                new ListQuery(query)
                        .text(NAME)
                        .text(WHOLE_NAME)
                        .number(REPORTER)
                        .number(IMPORT)
                        .day(BEGIN)
                        .day(END)
                        .range(BEGIN, END)
                        .known(AUTHENTICATION, AUTHENTICATIONS)
                        .known(HELD, FLAGS)
                        .known(IGNORED, FLAGS);
        return new ReportListQuery(asked.values(), asked.unknown());
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** Whether nothing is asked of them. */
    boolean isOfAll() {
        return values.isEmpty();
    }

    /** The same as the API's filter. */
    ReportFilter filter() {
        return new ReportFilter(
                ListQuery.textOf(get(NAME)),
                ListQuery.textOf(get(WHOLE_NAME)),
                ListQuery.numberOf(get(REPORTER)),
                ListQuery.numberOf(get(IMPORT)),
                ListQuery.dayOf(get(BEGIN)).orElse(null),
                ListQuery.dayOf(get(END)).orElse(null),
                get(AUTHENTICATION).isEmpty() ? null : Result.of(get(AUTHENTICATION)),
                flag(IGNORED),
                flag(HELD));
    }

    private @Nullable Boolean flag(String name) {
        return get(name).isEmpty() ? null : Boolean.valueOf(get(name));
    }
}
