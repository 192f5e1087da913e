package org.mailvane.senders;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Field;
import org.mailvane.senders.Explanation.Answer;
import org.mailvane.sources.SourceName;

/** An explanation as the API shows it, and the command line by {@code --json}. */
public record ExplanationBody(
        @Field(description = "The address.") String ip,
        @Field(description = "In whose name it sends; empty where that was not asked.")
                String domain,
        @Field(description = "Who it is.") NamedSource source,
        @Field(description = "1 capable, 2 non-compliant, 3 forwarder, 4 threat or unknown.")
                int category,
        @Field(description = "The rule that decided.") NamedRule rule,
        @Field(
                        description =
                                "Messages of the past 30 days, or of the past 400 where these have"
                                        + " none, that were classified so; 0: there are none, and it is"
                                        + " said how one would be that passes nothing.")
                long messageCount,
        @Field(description = "What was looked at, whether or not it decided.") List<Seen> evidence,
        @Field(description = "How its other messages were classified.") List<Other> others) {

    /** A source. */
    public record NamedSource(
            @Field(description = "Its number.") int number,
            @Field(description = "What people call it.") String name,
            @Field(description = "Its name for addresses.") String slug) {

        static NamedSource of(SourceName source) {
            return new NamedSource(source.number(), source.name(), source.slug());
        }
    }

    /** A rule. */
    public record NamedRule(
            @Field(description = "Its number: they are tried in order.") int number,
            @Field(description = "What it is about.") String name) {}

    /** Something that was looked at. */
    public record Seen(
            @Field(description = "What it is, such as `reverse_name` or `dkim_domain`.")
                    String kind,
            @Field(description = "The name, network or word.") String value,
            @Field(
                            description =
                                    "Whether it counts: what anybody can write of themselves does"
                                            + " not.")
                    boolean confirmed,
            @Field(description = "When; null where it holds without a time.")
                    @Nullable Instant seen) {}

    /** Messages that were classified otherwise. */
    public record Other(
            @Field(description = "Who sent them.") NamedSource source,
            @Field(description = "Their category.") int category,
            @Field(description = "The rule that decided.") NamedRule rule,
            @Field(description = "How many.") long messageCount) {}

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
