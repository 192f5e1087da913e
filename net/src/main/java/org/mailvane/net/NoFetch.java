package org.mailvane.net;

import org.mailvane.mailauth.https.Https.Failure;
import org.mailvane.mailauth.https.Https.NoResponse;
import org.mailvane.mailauth.https.Https.Reason;

/** Why a file is not fetched. */
final class NoFetch extends Exception {

    private static final long serialVersionUID = 1;

    private final transient NoResponse response;

    NoFetch(Reason reason, Object... values) {
        super(reason.code());
        this.response = reason.with(values);
    }

    /** Returns the result of the request. */
    NoResponse response() {
        return response;
    }

    Failure failure() {
        return response.failure();
    }
}
