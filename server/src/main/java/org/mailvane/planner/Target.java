package org.mailvane.planner;

/** For whose mail a record asks for a policy (RFC 9989, section 4.7: p, sp, np). */
enum Target {
    DOMAIN,
    SUBDOMAIN,
    /** A subdomain of which DNS says that it does not exist. */
    MISSING_SUBDOMAIN
}
