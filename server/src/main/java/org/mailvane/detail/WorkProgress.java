package org.mailvane.detail;

/** Hears how far the work on a report is. Any thread may call it. */
interface WorkProgress {

    /**
     * It has come so far.
     *
     * @param percent of the whole work
     */
    void reached(Stage stage, int percent);
}
