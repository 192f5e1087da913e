package org.mailvane.detailreport.queue;

import org.mailvane.detailreport.Stage;

/** Hears how far the work on a report is. Any thread may call it. */
public interface WorkProgress {

    /**
     * It has come so far.
     *
     * @param percent of the whole work
     */
    void reached(Stage stage, int percent);
}
