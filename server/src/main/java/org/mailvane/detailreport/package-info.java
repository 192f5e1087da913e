/**
 * The detail viewer: reports over the rows with any combination of filters. A report is worked out
 * once, into a snapshot, from which it is then paged, ordered and searched.
 *
 * <p>{@code SnapshotBuilder} collects rows as numbers of their values, and makes a {@code Snapshot}
 * of them: columns of numbers, in which a row's place is its number, and a number's place among
 * others of its kind is its rank. So whatever is asked of a finished report is a walk through one
 * or two columns: {@code RowPages} counts where a page lies and sorts no more rows than it shows,
 * {@code ServerRows} adds up a source's rows, and {@code SourceSums} need no rows at all, only
 * their kinds.
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
