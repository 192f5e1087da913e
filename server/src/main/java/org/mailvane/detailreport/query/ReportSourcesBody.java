package org.mailvane.detailreport.query;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.List;
import org.mailvane.api.binding.Field;
import org.mailvane.sources.Capabilities;

/**
 * The sources of a report by category, as the API shows them; of each those with the most first.
 */
record ReportSourcesBody(
        @Field(description = "Sources that can pass DMARC for the domains.")
                List<Capable> dmarcCapable,
        @Field(description = "Sources that send for the domains but can't pass DMARC.")
                List<NonCompliant> nonCompliant,
        @Field(description = "Forwarders.") List<Forwarder> forwarders,
        @Field(description = "Threats and unknown sources.") List<Threat> threatUnknown) {

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
            @Field(description = "Messages that passed SPF with alignment.") long spfCount,
            @Field(
                            description =
                                    "Share of messages; -999 if the source does not support SPF alignment.")
                    BigDecimal spfPercentage,
            @Field(description = TEXT) String spfText,
            @Field(description = "Messages that passed DKIM with alignment.") long dkimCount,
            @Field(
                            description =
                                    "Share of messages; -999 if the source does not support DKIM alignment.")
                    BigDecimal dkimPercentage,
            @Field(description = TEXT) String dkimText,
            @Field(description = "Messages that passed SPF or DKIM with alignment.")
                    long dmarcCount,
            @Field(description = "Share of messages; -999 if the source supports neither.")
                    BigDecimal dmarcPercentage,
            @Field(description = TEXT) String dmarcText,
            @Field(description = "What the source supports, and how to set it up.")
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
            @Field(description = "What the forwarder does, and what to do about it.")
                    String notesFwd,
            @Field(description = "Messages whose aligned signature was still valid.")
                    long dkimCount,
            @Field(description = "Share of messages, such as `98.5%`.") String dkimText,
            @Field(description = "Whether signatures survive forwarding.")
                    String dkimExplanationTitle,
            @Field(description = "Reason and consequences.") String dkimExplanation) {}

    /** A source that nobody knows. */
    record Threat(
            @JsonProperty("_links") SourceLinks links,
            @Field(description = NAME) String name,
            @Field(description = NUMBER) int number,
            @Field(description = RULE) int ruleNumber,
            @Field(description = MESSAGES) long messageCount,
            @Field(description = SLUG) String slug,
            @JsonProperty("is_custom_source") @Field(description = CUSTOM) boolean custom,
            @Field(description = "Messages that were delivered normally.") long noPolicyCount,
            @Field(description = "Share of messages.") BigDecimal noPolicyPercentage,
            @Field(description = "Messages that were quarantined.") long quarantineCount,
            @Field(description = "Share of messages.") BigDecimal quarantinePercentage,
            @Field(description = "Messages that were rejected.") long rejectCount,
            @Field(description = "Share of messages.") BigDecimal rejectPercentage,
            @Field(description = "Messages whose reports do not name the action taken.")
                    long unknownCount,
            @Field(description = "Share of messages.") BigDecimal unknownPercentage,
            @Field(description = "What to do about it.") String notesDmarc) {}

    static final String NAME = "Name.";
    static final String NUMBER = "Number of the source; never reused.";
    static final String RULE = "Rule that classified most of its messages.";
    static final String MESSAGES = "Messages of the source in this category.";
    static final String SLUG = "Short name in URLs.";
    static final String CUSTOM = "Whether it is one of the account's own sources.";
    static final String TEXT = "Same share as text, such as `98.5%`, or `n/a`.";
}
