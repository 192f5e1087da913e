package org.mailvane.sourcedata;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.sourcedata.Explanation.Answer;
import org.mailvane.sources.SourceName;

/** An explanation as the API shows it, and the command line by {@code --json}. */
public record ExplanationBody(
        @Field(description = "Email address.") String ip,
        @Field(description = "From domain; empty if none was given.") String domain,
        @Field(description = "Source of the IP address.") NamedSource source,
        @Field(description = "1 capable, 2 non-compliant, 3 forwarder, 4 threat or unknown.")
                int category,
        @Field(description = "Rule that decided.") NamedRule rule,
        @Field(
                        description =
                                "Messages with this classification in the past 30 days, else in the past"
                                        + " 400 days. 0: there are none, and the result is that of a message that"
                                        + " passes neither SPF nor DKIM.")
                long messageCount,
        @Field(description = "Evidence that was considered, whether it decided or not.")
                List<Seen> evidence,
        @Field(description = "Classification of its other messages.") List<Other> others) {

    /** A source. */
    public record NamedSource(
            @Field(description = "Identifier.") int number,
            @Field(description = "Name.") String name,
            @Field(description = "Short name in URLs.") String slug) {

        static NamedSource of(SourceName source) {
            return new NamedSource(source.number(), source.name(), source.slug());
        }
    }

    /** A rule. */
    public record NamedRule(
            @Field(description = "Number of the rule. Rules are tried in this order.") int number,
            @Field(description = "Subject of the evidence.") String name) {}

    /** Something that was looked at. */
    public record Seen(
            @Field(description = "Type of evidence, such as `reverse_name` or `dkim_domain`.")
                    String kind,
            @Field(description = "Value: a name, network or word.") String value,
            @Field(
                            description =
                                    "Whether it is confirmed. Unconfirmed evidence, which senders can forge,"
                                            + " is not used.")
                    boolean confirmed,
            @Field(description = "When; null where it holds without a time.")
                    @Nullable Instant seen) {}

    /** Messages that were classified otherwise. */
    public record Other(
            @Field(description = "Source of the messages.") NamedSource source,
            @Field(description = "Their category.") int category,
            @Field(description = "Rule that decided.") NamedRule rule,
            @Field(description = "Number of messages.") long messageCount) {}

    /** Returns the body of an explanation. */
    public static ExplanationBody of(Explanation explanation) {
        Answer answer = explanation.answer();
        return new ExplanationBody(
                explanation.address().toString(),
                explanation.domain() == null ? "" : explanation.domain().value(),
                NamedSource.of(answer.source()),
                answer.category(),
                rule(answer),
                answer.messages(),
                explanation.evidence().stream()
                        .map(e -> new Seen(e.kind().code(), e.value(), e.confirmed(), e.seen()))
                        .toList(),
                explanation.others().stream()
                        .map(other ->
                                new Other(
                                        NamedSource.of(other.source()),
                                        other.category(),
                                        rule(other),
                                        other.messages()))
                        .toList());
    }

    private static NamedRule rule(Answer answer) {
        return new NamedRule(answer.rule().number(), answer.rule().label());
    }
}
