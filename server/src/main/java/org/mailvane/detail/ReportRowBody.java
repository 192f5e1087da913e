package org.mailvane.detail;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.mailvane.api.CsvNames;
import org.mailvane.api.Field;

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
        @Field(description = "The sending address.") String ip,
        @Field(description = "Its reverse name on the days of the row; empty where it has none.")
                String ptr,
        @Field(description = "ISO 3166-1 code of its country; empty where it is not known.")
                String countryCode,
        @Field(description = "The country's English name.") String countryName,
        @Field(description = "What the receiver did: `n` nothing, `q`, `r`, `?` unknown.")
                String policyApplied,
        @Field(
                        description =
                                "Types of the reasons to do otherwise than the policy says, with commas.")
                String overrideReason,
        @Field(description = "`p` DKIM passes aligned, `f` it does not.") String dkimPolicy,
        @Field(
                        description =
                                "Result of DKIM: `n` `?` `+` `-` `y` `T` `P` `X`. Of several it is the"
                                        + " aligned pass, else the first pass, else the first.")
                String dkimRaw,
        @Field(description = "The domain that signed.") String dkimDomain,
        @Field(description = "`p` SPF passes aligned, `f` it does not.") String spfPolicy,
        @Field(
                        description =
                                "Result of SPF: `n` `?` `+` `-` `~` `T` `P` `X`; of several as with DKIM.")
                String spfRaw,
        @Field(description = "The domain that was checked.") String spfDomain,
        @Field(description = "Who reported it.") String seenBy,
        @Field(description = "Name of the source.") String sourceLabel,
        @Field(description = "`dkim_raw` in a word.") String dkimResult,
        @Field(description = "`dkim_policy` in a word: `aligned` or `unaligned`.")
                String dkimPolicyResult,
        @Field(description = "`spf_raw` in a word.") String spfResult,
        @Field(description = "`spf_policy` in a word: `aligned` or `unaligned`.")
                String spfPolicyResult,
        @Field(description = "Comments of the reasons to do otherwise.") String comment,
        @Field(description = "`dkim_selectors`, with commas.") String dkimSelectorsText,
        @Field(description = "Messages.") long messageCount,
        @Field(description = "All selectors that signed.") List<String> dkimSelectors,
        @Field(description = "Domain of the recipient, where it was reported.") String envelopeTo,
        @Field(description = "Domain of the envelope sender, where it was reported.")
                String envelopeFrom,
        @Field(description = "Whose policy it was about.") String policyDomain,
        @Field(description = "Number of the source.") int sourceNumber,
        @Field(
                        description =
                                "`1` DMARC capable, `2` non-compliant, `3` forwarder, `4` threat or unknown.")
                int category,
        @Field(description = "Number of the rule that said so.") int ruleNumber,
        @Field(
                        description =
                                "`policy_applied` in a word: `none`, `quarantine`, `reject` or `unknown`.")
                String policyAppliedText,
        @Field(description = "Whether the reverse name leads back to the address.")
                boolean ptrConfirmed,
        @Field(
                        description =
                                "`results_contradict`: the raw results say otherwise than the reporter's"
                                        + " verdict, which counts; `outside_policy_domain`: the From domain"
                                        + " is not below the policy domain.")
                List<String> flags) {

    /** What belongs to a row. */
    record RowLinks(
            @Field(description = "The source's servers.") String source,
            @Field(description = "Why the address is who it is.") String explain,
            @Field(
                            description =
                                    "The aggregate reports that the row may come from: those of its policy"
                                            + " domain and of the days of the report. A row adds up what"
                                            + " several of them say.")
                    String report) {}
}
