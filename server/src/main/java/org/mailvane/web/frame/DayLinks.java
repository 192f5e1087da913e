package org.mailvane.web.frame;

import java.time.LocalDate;

/** Where a chart's days lead. */
public interface DayLinks {

    /** The local path about what was on this day (UTC). */
    String to(LocalDate day);
}
