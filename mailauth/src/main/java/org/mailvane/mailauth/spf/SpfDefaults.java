package org.mailvane.mailauth.spf;

/** Words for the result that an address gets that no term matches. */
final class SpfDefaults {

    static final String NONE = "none";
    static final String PERMERROR = "permerror";
    static final String TEMPERROR = "temperror";

    /** It depends on the message: a redirect with a macro. */
    static final String UNKNOWN = "unknown";

    private SpfDefaults() {}

    static String of(Qualifier qualifier) {
        return switch (qualifier) {
            case PASS -> "pass";
            case FAIL -> "fail";
            case SOFTFAIL -> "softfail";
            case NEUTRAL -> "neutral";
        };
    }
}
