package org.mailvane.traffic.store;

import java.util.List;

/** Receives what the records of a report count. */
@FunctionalInterface
interface OutcomeConsumer {

    /** Takes what a record says of one day or several, with its raw results. */
    void accept(List<Outcome> outcomes, Detail detail);
}
