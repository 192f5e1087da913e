package org.mailvane.sources;

import org.mailvane.reports.aggregate.AggregateRecord;

/**
 * Decides who sent the messages of a row. Import and reclassification ask it and store its answer
 * with its version, so that rows classified by older rules are found.
 *
 * <p>It must be fast, must not ask DNS or the database, and must give the same answer to the same
 * row for as long as its version is the same.
 */
public interface Classifier {

    /** Version of the rules: rises whenever an answer may be another. */
    int version();

    /** Who sent these messages. */
    Classification classify(AggregateRecord record);
}
