package org.mailvane.timeline;

import java.util.Locale;
import org.mailvane.api.binding.Coded;

/** What kind of thing happened. */
public enum Change implements Coded {
    DMARC_ADDED,
    DMARC_REMOVED,
    /** Anything in the record but its policy. */
    DMARC_CHANGED,
    /** What receivers are asked to do with mail that fails. */
    DMARC_POLICY_CHANGED,
    SPF_ADDED,
    SPF_REMOVED,
    SPF_CHANGED,
    DKIM_ADDED,
    DKIM_REMOVED,
    DKIM_CHANGED,
    BIMI_ADDED,
    BIMI_REMOVED,
    BIMI_CHANGED,
    MTA_STS_ADDED,
    MTA_STS_REMOVED,
    MTA_STS_CHANGED,
    TLS_RPT_ADDED,
    TLS_RPT_REMOVED,
    TLS_RPT_CHANGED,
    MX_CHANGED,
    DOMAIN_ADDED,
    DOMAIN_REMOVED,
    /** It was shown to be the account's. */
    DOMAIN_VERIFIED,
    /** Reports have shown it below a domain of the account. */
    SUBDOMAIN_DISCOVERED,
    /** A source sent for the domain that had never done so. */
    NEW_SOURCE,
    /** Much more mail than usual, of known senders. */
    VOLUME_SPIKE,
    /** Much more mail than usual that nobody of the domain has sent. */
    THREAT_SPIKE,
    REPORTS_STOPPED,
    REPORTS_RESUMED;

    /** Returns the word that is stored and answered. */
    @Override
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Change ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
