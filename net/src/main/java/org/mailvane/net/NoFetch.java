package org.mailvane.net;

import org.mailvane.mailauth.https.Https.Failure;

/** Why a file is not fetched. The message is for people. */
final class NoFetch extends Exception {

    private static final long serialVersionUID = 1;

    private final Failure failure;

    NoFetch(Failure failure, String detail) {
        super(detail);
        this.failure = failure;
    }

    Failure failure() {
        return failure;
    }
}
