package org.mailvane.mailauth.dmarc;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;

/**
 * The result of inspecting a domain's DMARC policy, or of validating a record.
 *
 * @param domain the domain that was inspected; empty if a record was given
 * @param policyDomain the domain whose record applies: itself or one above it; empty if there is
 *     none
 * @param dnsQuery the name queried for the applicable record; if there is none, the name for the
 *     domain's own record
 * @param valid whether it is without errors
 * @param ruaServiceUsage whether aggregate reports go to this service
 * @param cname the target of a CNAME; empty if there is none
 * @param messages findings about the whole
 * @param records the texts at the name, including those that are not DMARC records
 */
public record DmarcInspection(
        String domain,
        String policyDomain,
        String dnsQuery,
        boolean valid,
        boolean ruaServiceUsage,
        String cname,
        List<Finding> messages,
        List<TextRecord> records) {

    /**
     * One text record.
     *
     * @param txt as published in DNS, its strings joined
     * @param isDmarc whether receivers treat it as a DMARC record
     * @param valid whether it has no errors
     * @param messages findings about it
     * @param tags its tags
     */
    public record TextRecord(
            String txt, boolean isDmarc, boolean valid, List<Finding> messages, List<Tag> tags)
            implements TaggedRecord {

        /** A text record. */
        public TextRecord {
            messages = List.copyOf(messages);
            tags = List.copyOf(tags);
        }
    }

    /** A result. */
    public DmarcInspection {
        messages = List.copyOf(messages);
        records = List.copyOf(records);
    }
}
