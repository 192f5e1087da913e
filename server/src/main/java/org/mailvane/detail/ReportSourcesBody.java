package org.mailvane.detail;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.List;
import org.mailvane.api.Field;
import org.mailvane.sources.Capabilities;

/**
 * The sources of a report by category, as the API shows them; of each those with the most first.
 */
record ReportSourcesBody(
        @Field(description = "Sources that can pass DMARC for the domains.")
                List<Capable> dmarcCapable,
        @Field(description = "Sources that send for the domains and can't pass DMARC.")
                List<NonCompliant> nonCompliant,
        @Field(description = "Who passed on mail that others sent.") List<Forwarder> forwarders,
        @Field(description = "Who abuses the domains, or whom nobody knows.")
                List<Threat> threatUnknown) {

    /** What belongs to a source. */
    record SourceLinks(
            @Field(description = "Its rows.") String domains,
            @Field(description = "Its servers.") String source) {}

    /** A source that can pass DMARC. */
    record Capable(
            @JsonProperty("_links") SourceLinks links,
            @Field(description = NAME) String name,
            @Field(description = NUMBER) int number,
            @Field(description = RULE) int ruleNumber,
            @Field(description = MESSAGES) long messageCount,
            @Field(description = SLUG) String slug,
            @JsonProperty("is_custom_source") @Field(description = CUSTOM) boolean custom,
            @Field(description = "Messages that passed SPF aligned.") long spfCount,
            @Field(description = "Their share; -999 where the source can't do SPF aligned.")
                    BigDecimal spfPercentage,
            @Field(description = TEXT) String spfText,
            @Field(description = "Messages that passed DKIM aligned.") long dkimCount,
            @Field(description = "Their share; -999 where the source can't do DKIM aligned.")
                    BigDecimal dkimPercentage,
            @Field(description = TEXT) String dkimText,
            @Field(description = "Messages that passed either aligned.") long dmarcCount,
            @Field(description = "Their share; -999 where the source can do neither.")
                    BigDecimal dmarcPercentage,
            @Field(description = TEXT) String dmarcText,
            @Field(description = "What it can do, and what a person should.")
                    Capabilities capabilities) {}

    /** A source that can't pass DMARC. */
    record NonCompliant(
            @JsonProperty("_links") SourceLinks links,
            @Field(description = NAME) String name,
            @Field(description = NUMBER) int number,
            @Field(description = RULE) int ruleNumber,
            @Field(description = MESSAGES) long messageCount,
            @Field(description = SLUG) String slug,
            @JsonProperty("is_custom_source") @Field(description = CUSTOM) boolean custom) {}

    /** A source that passes on mail of others. */
    record Forwarder(
            @JsonProperty("_links") SourceLinks links,
            @Field(description = NAME) String name,
            @Field(description = NUMBER) int number,
            @Field(description = RULE) int ruleNumber,
            @Field(description = MESSAGES) long messageCount,
            @Field(description = SLUG) String slug,
            @JsonProperty("is_custom_source") @Field(description = CUSTOM) boolean custom,
            @Field(description = "Share of its messages that still passed DMARC.")
                    BigDecimal dmarcPercentage,
            @Field(description = "What it does, and what to do about it.") String notesFwd,
            @Field(description = "Messages whose aligned signature was still valid.")
                    long dkimCount,
            @Field(description = "Their share, as `98.5%`.") String dkimText,
            @Field(description = "Whether signatures survive it.") String dkimExplanationTitle,
            @Field(description = "Why, and what that means.") String dkimExplanation) {}

    /** A source that nobody knows. */
    record Threat(
            @JsonProperty("_links") SourceLinks links,
            @Field(description = NAME) String name,
            @Field(description = NUMBER) int number,
            @Field(description = RULE) int ruleNumber,
            @Field(description = MESSAGES) long messageCount,
            @Field(description = SLUG) String slug,
            @JsonProperty("is_custom_source") @Field(description = CUSTOM) boolean custom,
            @Field(description = "Messages to which nothing was done.") long noPolicyCount,
            @Field(description = "Their share.") BigDecimal noPolicyPercentage,
            @Field(description = "Messages that were quarantined.") long quarantineCount,
            @Field(description = "Their share.") BigDecimal quarantinePercentage,
            @Field(description = "Messages that were rejected.") long rejectCount,
            @Field(description = "Their share.") BigDecimal rejectPercentage,
            @Field(description = "Messages of which the reports don't say what was done.")
                    long unknownCount,
            @Field(description = "Their share.") BigDecimal unknownPercentage,
            @Field(description = "What to do about it.") String notesDmarc) {}

    static final String NAME = "What people call it.";
    static final String NUMBER = "Its number, which never stands for another.";
    static final String RULE = "The rule that said so of most of its messages.";
    static final String MESSAGES = "Its messages in this category.";
    static final String SLUG = "Its name for addresses.";
    static final String CUSTOM = "Whether the account has described it itself.";
    static final String TEXT = "The same share as `98.5%`, or `n/a`.";
}
