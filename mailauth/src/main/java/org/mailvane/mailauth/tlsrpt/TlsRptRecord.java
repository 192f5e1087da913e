package org.mailvane.mailauth.tlsrpt;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;

/**
 * A TLS-RPT record as it was judged (RFC 8460, section 3).
 *
 * @param txt the record
 * @param isTlsRpt whether senders take it for a TLS-RPT record
 * @param valid whether senders can use it
 * @param tags its fields in their order
 * @param messages findings about the record as a whole
 */
public record TlsRptRecord(
        String txt, boolean isTlsRpt, boolean valid, List<Tag> tags, List<Finding> messages)
        implements TaggedRecord {

    /** A record that was judged. */
    public TlsRptRecord {
        tags = List.copyOf(tags);
        messages = List.copyOf(messages);
    }
}
