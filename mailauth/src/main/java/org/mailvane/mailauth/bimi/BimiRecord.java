package org.mailvane.mailauth.bimi;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.tag.Tag;

/**
 * A BIMI record as parsed: whatever could be understood of it, with what is wrong.
 *
 * @param text the record
 * @param isBimi whether it begins with {@code v=BIMI1}; if not, receivers see no BIMI record
 * @param location where the logo is; empty if there is none, or its address can't be used
 * @param authority where the mark certificate is; empty likewise
 * @param isDeclined whether it says that no logo is to be shown
 * @param valid whether nothing is wrong with it
 * @param tags what it holds, in its order
 * @param findings findings about the whole
 */
public record BimiRecord(
        String text,
        boolean isBimi,
        String location,
        String authority,
        boolean isDeclined,
        boolean valid,
        List<Tag> tags,
        List<Finding> findings) {

    /** A record that was read. */
    public BimiRecord {
        tags = List.copyOf(tags);
        findings = List.copyOf(findings);
    }
}
