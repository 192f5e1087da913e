package org.mailvane.sourcedata;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.classify.Judgement;
import org.mailvane.sources.classify.Rule;

/**
 * Why an address is who it is.
 *
 * @param address the address
 * @param domain in whose name it sends; null where only the address was asked about
 * @param answer how most of its messages were classified, or how one would be that passes nothing
 * @param evidence what is seen of it, and of most of these messages
 * @param others how its other messages were classified, the most first
 */
public record Explanation(
        IpAddress address,
        @Nullable DomainName domain,
        Answer answer,
        List<Judgement.Evidence> evidence,
        List<Answer> others) {

    /**
     * Who it is.
     *
     * @param source the source
     * @param category the category's number
     * @param rule the rule that decided
     * @param messages how many messages; 0 where there were none
     */
    public record Answer(SourceName source, int category, Rule rule, long messages) {}
}
