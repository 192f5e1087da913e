package org.mailvane.planner;

import org.mailvane.text.Passage;

/**
 * A note on a policy that neither blocks the next step nor speaks for it.
 *
 * @param kind what it is about, as far as tasks repeat it
 * @param text what it says
 */
record Note(Kind kind, Passage text) {

    enum Kind {

        /** The owner's mail that a policy holds back. */
        LOSS,

        /** There are so few messages that the shares say little. */
        LITTLE,

        /** Why a policy is not asked for yet that a record had asked for. */
        WAITING,

        /** What no task repeats. */
        OTHER
    }
}
