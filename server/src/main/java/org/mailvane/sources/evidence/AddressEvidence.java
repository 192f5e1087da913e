package org.mailvane.sources.evidence;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.sources.catalogue.CatalogueSender;

/**
 * What is known of an address on some days. It is the same for all accounts.
 *
 * @param reverseName its reverse name (PTR, RFC 1035, section 3.3.12) in lower case; empty where it
 *     has none. Of several, one that is confirmed, else the first
 * @param confirmed whether that name leads back to the address. Anybody can give their address any
 *     name; only the name's owner can make it lead back
 * @param organization number of the organisation of a confirmed name; {@link
 *     SourceNumbers#NAMELESS} without one
 * @param country ISO 3166-1 code of two letters; empty where it is not known
 * @param asn number of the autonomous system that announces it (RFC 1930); 0 where it is not known
 * @param networkOperator who that is; empty where it is not known
 * @param sender who of the catalogue the address belongs to, by its confirmed name or by its
 *     network; null for nobody
 * @param mixedSender who of the catalogue the confirmed name belongs to, where customers' own
 *     machines have such names too; null for nobody
 * @param checked when that was looked up
 */
public record AddressEvidence(
        String reverseName,
        boolean confirmed,
        int organization,
        String country,
        long asn,
        String networkOperator,
        @Nullable CatalogueSender sender,
        @Nullable CatalogueSender mixedSender,
        Instant checked) {

    /** Returns the confirmed reverse name; empty where there is none. */
    public String confirmedName() {
        return confirmed ? reverseName : "";
    }
}
