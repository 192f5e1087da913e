package org.mailvane.sources;

/** By which mechanisms a source's mail can pass DMARC: what it can be set up for. */
public enum PassesBy {
    /** Either of them. */
    SPF_OR_DKIM,
    /** Its return path is never one of the domain's. */
    DKIM,
    /** It does not sign with domains of its customers. */
    SPF,
    /** Its mail can't pass. */
    NOTHING;

    static PassesBy of(boolean spf, boolean dkim) {
        if (spf) {
            return dkim ? SPF_OR_DKIM : SPF;
        }
        return dkim ? DKIM : NOTHING;
    }
}
