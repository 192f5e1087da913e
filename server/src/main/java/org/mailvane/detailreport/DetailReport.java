package org.mailvane.detailreport;

import java.time.Instant;

/**
 * A report of the detail viewer that a user has asked for.
 *
 * @param id its number, which nobody sees
 * @param searchToken names it in the API
 * @param criteria what was asked for
 * @param stage what is done with it
 * @param progress percent of the work that is done; 100 when it can be read
 * @param problem why it has failed; empty otherwise
 * @param rows how many rows were found
 * @param created when it was asked for
 * @param expires when it goes, with what was found
 */
public record DetailReport(
        long id,
        String searchToken,
        ReportCriteria criteria,
        Stage stage,
        int progress,
        String problem,
        long rows,
        Instant created,
        Instant expires) {

    /** Whether its data can be read. */
    public boolean isReady() {
        return stage == Stage.READY;
    }
}
