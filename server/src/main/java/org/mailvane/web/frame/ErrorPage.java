package org.mailvane.web.frame;

import gg.jte.Content;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * What a browser is shown when something went wrong.
 *
 * @param status HTTP status
 * @param code the stable code of the problem
 * @param path what was asked for, as it may be shown
 * @param requestId by which the log knows the request
 * @param time when
 * @param again the path to try again; null where that is of no use
 * @param seconds after how many the same may go better; 0 where that is not known
 */
record ErrorPage(
        HttpStatus status,
        String code,
        String path,
        String requestId,
        Instant time,
        @Nullable String again,
        long seconds) {

    private static final String KEY = "error.";

    /** Whether it is our fault. */
    boolean ours() {
        return status.is5xxServerError();
    }

    String title(Texts texts) {
        return texts.of(key(texts) + ".title");
    }

    Content text(Texts texts, Frame.@Nullable Who who) {
        // What admins may not do either is the owner's.
        String ofAdmins = key(texts) + ".text.admin";
        return who != null && who.admin() && texts.has(ofAdmins)
                ? texts.rich(ofAdmins)
                : texts.rich(key(texts) + ".text", path, status.value(), minutes());
    }

    /** How long to wait, as people say it. */
    private long minutes() {
        return Math.max(1, Math.ceilDiv(seconds, Duration.ofMinutes(1).toSeconds()));
    }

    /** Texts are in the bundles by code, else by status, else by what is wrong with a request. */
    private String key(Texts texts) {
        if (texts.has(KEY + code + ".title")) {
            return KEY + code;
        }
        return texts.has(KEY + status.value() + ".title")
                ? KEY + status.value()
                : KEY
                        + (ours() ? HttpStatus.INTERNAL_SERVER_ERROR : HttpStatus.BAD_REQUEST)
                                .value();
    }
}
