package org.mailvane.detailreport.query;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.mailvane.api.Links;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.csv.CsvLists;
import org.mailvane.detailreport.DetailReport;
import org.mailvane.detailreport.DetailReportApi;
import org.mailvane.domains.Domains;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceNames;
import org.springframework.stereotype.Service;

/** A report's rows as the API shows them, also as a file. */
@Service
public class ReportRows {

    private final SourceNames sourceNames;
    private final Domains domains;
    private final CsvLists files;
    private final Links links;

    ReportRows(SourceNames sourceNames, Domains domains, CsvLists files, Links links) {
        this.sourceNames = sourceNames;
        this.domains = domains;
        this.files = files;
        this.links = links;
    }

    /** Returns a page of them. */
    Listing<ReportRowBody> listing(
            Scope scope,
            DetailReport report,
            FoundReport found,
            RowChoice choice,
            Ordering<RowOrder> ordering,
            PageRequest page) {
        RowPages rows = new RowPages(found.snapshot(), choice, ordering);
        RowBodies bodies = new RowBodies(report, scope, sourceNames, domains, links);
        return page.listing(
                rows::count, window -> bodies.of(rows.fetch(window.limit(), window.offset())));
    }

    /** Answers all of them as CSV, the same as the API's list. */
    public void write(
            Scope scope,
            DetailReport report,
            FoundReport found,
            RowChoice choice,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Listing<ReportRowBody> all =
                listing(
                        scope,
                        report,
                        found,
                        choice,
                        Ordering.none(),
                        new PageRequest(
                                PageRequest.DEFAULT_LIMIT,
                                1,
                                DetailReportApi.dataPath(report, "domains"),
                                ""));
        files.write(
                ReportRowBody.class,
                all,
                "report-" + report.searchToken() + ".csv",
                request,
                response);
    }
}
