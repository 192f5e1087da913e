package org.mailvane.detail;

import java.util.List;

/** The sources of a report. */
final class SourceSums {

    private SourceSums() {}

    /** By category, and in each those with the most messages first. */
    static List<SourceSum> of(Snapshot.Kinds kinds) {
        throw new UnsupportedOperationException();
    }
}
