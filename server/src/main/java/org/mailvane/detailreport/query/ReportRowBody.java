package org.mailvane.detailreport.query;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.mailvane.api.binding.Field;
import org.mailvane.api.csv.CsvNames;

/** A row of a report as the API shows it. */
@CsvNames({
    "from_domain=Header-From",
    "ip=IP",
    "ptr=PTR",
    "country_code=CC",
    "message_count=Count",
    "policy_applied_text=Policy-Applied",
    "override_reason=OverrideReason",
    "dkim_policy_result=DKIM_Alignment",
    "dkim_result=DKIM_Result",
    "dkim_domain=DKIM_Domain",
    "spf_policy_result=SPF_Alignment",
    "spf_result=SPF_Result",
    "spf_domain=SPF_Domain"
})
record ReportRowBody(
        @JsonProperty("_links") RowLinks links,
        @Field(description = "Domain of the From header.") String fromDomain,
        @Field(description = "IP address of the sending host.") String ip,
        @Field(description = "Its reverse DNS name on the days of the row; empty if there is none.")
                String ptr,
        @Field(description = "ISO 3166-1 code of its country; empty if unknown.")
                String countryCode,
        @Field(description = "English name of the country.") String countryName,
        @Field(
                        description =
                                "Action taken by the receiver: `n` none, `q` quarantine, `r` reject, `?`"
                                        + " unknown.")
                String policyApplied,
        @Field(description = "Types of policy override, separated by commas.")
                String overrideReason,
        @Field(description = "`p` DKIM passes with alignment, `f` it does not.") String dkimPolicy,
        @Field(
                        description =
                                "DKIM result: `n` `?` `+` `-` `y` `T` `P` `X`. With several signatures:"
                                        + " the aligned pass, else the first pass, else the first result.")
                String dkimRaw,
        @Field(description = "Signing domain.") String dkimDomain,
        @Field(description = "`p` SPF passes with alignment, `f` it does not.") String spfPolicy,
        @Field(
                        description =
                                "SPF result: `n` `?` `+` `-` `~` `T` `P` `X`; with several, chosen as"
                                        + " for DKIM.")
                String spfRaw,
        @Field(description = "Checked domain.") String spfDomain,
        @Field(description = "Reporter.") String seenBy,
        @Field(description = "Name of the source.") String sourceLabel,
        @Field(description = "`dkim_raw` as a word.") String dkimResult,
        @Field(description = "`dkim_policy` as a word: `aligned` or `unaligned`.")
                String dkimPolicyResult,
        @Field(description = "`spf_raw` as a word.") String spfResult,
        @Field(description = "`spf_policy` as a word: `aligned` or `unaligned`.")
                String spfPolicyResult,
        @Field(description = "Comments of the policy overrides.") String comment,
        @Field(description = "`dkim_selectors`, separated by commas.") String dkimSelectorsText,
        @Field(description = "Messages.") long messageCount,
        @Field(description = "Selectors of all signatures.") List<String> dkimSelectors,
        @Field(description = "Domain of the envelope recipient, if reported.") String envelopeTo,
        @Field(description = "Domain of the envelope sender, if reported.") String envelopeFrom,
        @Field(description = "Policy domain.") String policyDomain,
        @Field(description = "Number of the source.") int sourceNumber,
        @Field(
                        description =
                                "`1` DMARC capable, `2` non-compliant, `3` forwarder, `4` threat or unknown.")
                int category,
        @Field(description = "Number of the rule that classified it.") int ruleNumber,
        @Field(
                        description =
                                "`policy_applied` as a word: `none`, `quarantine`, `reject` or `unknown`.")
                String policyAppliedText,
        @Field(description = "Whether the reverse DNS name resolves back to the IP address.")
                boolean ptrConfirmed,
        @Field(
                        description =
                                "`results_contradict`: the raw results contradict the reporter's"
                                        + " verdict, which is used; `outside_policy_domain`: the From domain is"
                                        + " not within the policy domain.")
                List<String> flags) {

    /** What belongs to a row. */
    record RowLinks(
            @Field(description = "Servers of the source.") String source,
            @Field(description = "Explanation of the classification.") String explain,
            @Field(
                            description =
                                    "Aggregate reports that can contain the row: those of its policy domain"
                                            + " and of the report's days. A row can combine several reports.")
                    String report) {}
}
