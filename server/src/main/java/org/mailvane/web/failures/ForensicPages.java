package org.mailvane.web.failures;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.failurereport.ForensicCriteria;
import org.mailvane.failurereport.ForensicJob;
import org.mailvane.failurereport.ForensicJob.Progress;
import org.mailvane.failurereport.ForensicJobs;
import org.mailvane.failurereport.ForensicRecord;
import org.mailvane.web.frame.ApiCalls;
import org.mailvane.web.frame.Frame;
import org.mailvane.web.frame.PageList;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.mailvane.web.parts.ReportTitle;

/** What the pages about failure reports show. */
final class ForensicPages {

    private ForensicPages() {}

    /** What a search is about. */
    static String title(Texts texts, ForensicJob job) {
        ForensicCriteria criteria = job.criteria();
        return ReportTitle.of(texts, criteria.domains(), criteria.startDate(), criteria.endDate());
    }

    /** How far a search is, in the bundles. */
    static String state(ForensicJob job) {
        return "forensic.state." + job.progress().name().toLowerCase(Locale.ROOT);
    }

    /** The record's name in addresses. */
    static String path(ForensicJob job, ForensicRecord record) {
        return Routes.forensicSearch(job.id()) + "/" + record.contentHash();
    }

    static String deletePath(ForensicJob job) {
        return Routes.forensicSearch(job.id()) + "/delete";
    }

    /**
     * The searches.
     *
     * @param form what the form holds, by the API's names
     * @param errors what is wrong with it
     * @param list which part of the searches
     * @param jobs that part
     */
    record JobsPage(
            Map<String, String> form, List<String> errors, PageList list, List<ForensicJob> jobs) {

        JobsPage {
            form = new TreeMap<>(form);
        }

        String get(String name) {
            return form.getOrDefault(name, "");
        }

        long days() {
            return ForensicJobs.KEPT.toDays();
        }

        ApiCalls api() {
            return ApiCalls.same(
                    list.api(ApiCatalogue.VERSION_ROOT + "/forensic-reports/", Map.of()));
        }
    }

    /**
     * What a search has found.
     *
     * @param list which part of it
     * @param records that part
     * @param changeable the domains whose records the caller may delete
     * @param deleted how many records were deleted just now; negative where none were
     */
    record FoundPage(
            ForensicJob job,
            PageList list,
            List<ForensicRecord> records,
            Set<String> changeable,
            int deleted) {

        boolean mayDelete(ForensicRecord record) {
            return changeable.contains(record.domain());
        }

        /** Whether the caller may delete a record of the page. */
        boolean mayDelete() {
            return records.stream().anyMatch(this::mayDelete);
        }

        boolean isWaiting() {
            return job.progress() == Progress.QUEUED || job.progress() == Progress.GENERATING;
        }

        boolean isFailed() {
            return job.progress() == Progress.FAILED;
        }

        int refresh() {
            return isWaiting() ? Frame.REFRESH_SECONDS : 0;
        }

        /** The same by API; of a search that is not done, that. */
        ApiCalls api() {
            return job.progress() == Progress.COMPLETED
                    ? ApiCalls.same(
                            list.api(
                                    ApiCatalogue.VERSION_ROOT + "/forensic-data/",
                                    Map.of("search_token", job.searchToken())))
                    : ApiCalls.about(
                            ApiCatalogue.VERSION_ROOT + "/forensic-reports/" + job.id() + "/");
        }
    }

    /**
     * One record.
     *
     * @param mayDelete whether the caller may delete it
     */
    record RecordPage(ForensicJob job, ForensicRecord record, boolean mayDelete) {

        /** The body of the mail that failed; empty where bodies are not kept. */
        String body() {
            String body = record.sample().body();
            return body == null ? "" : body;
        }
    }

    /** What is about to be deleted. */
    record SurePage(ForensicJob job, List<ForensicRecord> records) {}
}
