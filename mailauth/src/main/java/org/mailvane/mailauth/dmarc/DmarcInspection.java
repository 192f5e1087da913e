package org.mailvane.mailauth.dmarc;

import java.util.List;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;

/**
 * The result of inspecting a domain's DMARC policy, or of validating a record.
 *
 * @param domain the domain that was inspected; empty where a record was given
 * @param policyDomain the domain whose record counts for it, itself or one above it; empty where
 *     there is none
 * @param dnsQuery the name that was asked for the record that counts; where there is none, for the
 *     domain's own
 * @param valid whether nothing is wrong
 * @param ruaServiceUsage whether aggregate reports go to this service
 * @param cname the name that an alias leads to; empty where there is none
 * @param messages what is to be said of the whole
 * @param records the texts at the name, those that are no DMARC records too
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
     * @param txt as it stands in DNS, its strings joined
     * @param isDmarc whether receivers take it for a DMARC record
     * @param valid whether nothing is wrong with it
     * @param messages what is to be said of it
     * @param tags what it holds
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
