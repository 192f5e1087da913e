package org.mailvane.detailreport.query;

import org.jspecify.annotations.Nullable;
import org.mailvane.sources.Category;

/**
 * Which rows of a report are shown; null for what does not matter.
 *
 * @param source number of their source
 * @param category kind of their source
 * @param server organisation of their address' confirmed name, whatever its case; {@link
 *     #NO_SERVER} for addresses without one
 */
public record RowChoice(
        @Nullable Integer source, @Nullable Category category, @Nullable String server) {

    /** Means addresses without a confirmed reverse name; no domain contains blanks. */
    public static final String NO_SERVER = "no confirmed name";

    /** All. */
    public static final RowChoice ALL = new RowChoice(null, null, null);
}
