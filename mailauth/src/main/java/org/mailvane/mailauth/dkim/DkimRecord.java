package org.mailvane.mailauth.dkim;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;

/**
 * A key record as it was judged (RFC 6376, section 3.6.1).
 *
 * @param txt the record
 * @param isDkim whether it is meant as a key record
 * @param valid whether receivers can use it
 * @param keyType {@code rsa} or {@code ed25519}, or what else the record names
 * @param publicKeyLength bits of the key; 0 where none can be read
 * @param keyFingerprint SHA-256 of the key as receivers read it, in hexadecimal digits, by which
 *     the same key is found under other selectors; empty if none can be read
 * @param isRevoked whether the record says that its key is no longer used
 * @param isTesting whether the record says that signing is only tried
 * @param messages findings about the record as a whole
 * @param tags its tags in their order
 */
public record DkimRecord(
        String txt,
        boolean isDkim,
        boolean valid,
        String keyType,
        int publicKeyLength,
        String keyFingerprint,
        boolean isRevoked,
        boolean isTesting,
        List<Finding> messages,
        List<Tag> tags)
        implements TaggedRecord {

    /** A record that was judged. */
    public DkimRecord {
        messages = List.copyOf(messages);
        tags = List.copyOf(tags);
    }
}
