/**
 * The detail viewer: reports over facts with any combination of filters. A report is computed once,
 * as a snapshot; then it is paged, ordered and searched.
 *
 * <p>{@code SnapshotBuilder} collects facts as numbers of their values, and makes a {@code
 * Snapshot} of them: columns of numbers, in which a fact's place is its number, and a number's
 * place among others of its kind is its rank. So each question about a finished report reads one or
 * two columns: {@code RowPages} counts where a page begins and sorts only the rows that it shows,
 * {@code ServerRows} adds up a source's rows, and {@code SourceSums} need only the kinds of rows.
 */
@ApplicationModule(
        allowedDependencies = {
            "accounts",
            "api",
            "api :: *",
            "domains",
            "platform :: jobs",
            "platform :: metrics",
            "platform :: store",
            "platform :: system",
            "sources",
            "sources :: *",
            "traffic",
            "traffic :: *"
        })
@NullMarked
package org.mailvane.detailreport;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
