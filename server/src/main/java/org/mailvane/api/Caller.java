package org.mailvane.api;

import org.mailvane.platform.store.Scope;

/**
 * The signed-in caller of an operation. A controller method gets it as a parameter.
 *
 * @param scope what the caller's statements may see
 * @param userId the user
 * @param email the user's address, for the log
 * @param admin whether the user is the account's owner or one of its admins
 * @param owner whether the account is the user's
 * @param forensic whether the user may see forensic data
 */
public record Caller(
        Scope scope, long userId, String email, boolean admin, boolean owner, boolean forensic) {

    /** Whether this caller may try an operation; of WRITER's, that itself says whether it may. */
    public boolean may(ApiOperation operation) {
        boolean admitted =
                switch (operation.access()) {
                    case PUBLIC, SIGNED_IN, WRITER -> true;
                    case ADMIN -> admin;
                };
        return admitted && (forensic || !operation.forensic());
    }
}
