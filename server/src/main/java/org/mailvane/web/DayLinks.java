package org.mailvane.web;

import java.time.LocalDate;

/** Where a chart's days lead. */
interface DayLinks {

    /** The local path about what was on this day (UTC). */
    String to(LocalDate day);
}
