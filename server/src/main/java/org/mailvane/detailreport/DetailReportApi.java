package org.mailvane.detailreport;

import org.mailvane.api.ApiCatalogue;

/** What the API's operations about detail reports and about their data have in common. */
public final class DetailReportApi {

    public static final String REPORTS_PATH = ApiCatalogue.VERSION_ROOT + "/detail-viewer";
    public static final String DATA_PATH = ApiCatalogue.VERSION_ROOT + "/aggregate-report";

    private DetailReportApi() {}

    /** Returns the path of a part of a report's data, such as {@code domains}. */
    public static String dataPath(DetailReport report, String part) {
        return DATA_PATH + "/" + report.searchToken() + "/" + part;
    }

    /** Returns the state of a report, as the reference spells it. */
    public static String state(DetailReport report) {
        return switch (report.stage()) {
            case QUEUED -> "queued";
            case READING, ARRANGING, STORING -> "running";
            case READY -> "ready";
            case FAILED -> "failed";
        };
    }
}
