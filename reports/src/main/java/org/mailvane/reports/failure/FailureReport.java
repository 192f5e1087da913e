package org.mailvane.reports.failure;

import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Remark;
import org.mailvane.reports.mail.EncodedWords;
import org.mailvane.reports.mail.HeaderText;

/**
 * A DMARC failure report: a receiver's report about one mail that failed authentication.
 *
 * <p>Texts are as the report gives them, decoded, trimmed and cut to the limits. A text that is
 * absent is empty, a list that is absent has no items.
 *
 * @param path the position of the report in the input
 * @param carrier the mail that carried the report
 * @param userAgent the program that made the report (RFC 5965, section 3.1)
 * @param authFailure what failed, lower case: {@code dmarc}, {@code spf}, {@code signature} and
 *     others (RFC 6591, section 3.1; RFC 7489, section 7.3.1)
 * @param identityAlignment what the report says about alignment, lower case: {@code dkim}, {@code
 *     spf}, {@code none}. By RFC 7489, section 7.3.1, these mechanisms gave an aligned identity; by
 *     RFC 9991 ("Reporting Format Update") they failed to; a report does not say by which it was
 *     made
 * @param deliveryResult what became of the mail, lower case (RFC 6591, section 3.2.2)
 * @param originalMailFrom the mail's return path, without angle brackets; empty for the null one
 * @param originalRcptTo its recipients, without angle brackets
 * @param originalEnvelopeId the receiver's name for its envelope
 * @param arrivalDate when the receiver got it; null if the report does not say, or not legibly
 * @param sourceIp who delivered it; null if the report does not say, or not legibly
 * @param sourcePort its port (RFC 6692); null if the report does not say
 * @param reportedDomains the domains that the report is about, lower case: the report's own field,
 *     else the From domain of the mail, else the domain of its return path
 * @param reportedUris addresses that the report names
 * @param authenticationResults the receiver's findings (RFC 8601), as it writes them
 * @param dkimDomain the signing domain that failed (RFC 6591, section 3.2.4)
 * @param dkimIdentity its identity
 * @param dkimSelector its selector
 * @param spfDns the SPF records that the receiver found (RFC 6591, section 3.2.6)
 * @param incidents how many mails the report represents: 1 if it does not say
 * @param sample what the report shows of the mail itself
 * @param contentHash 128 bits over everything but {@code path}, {@code carrier}, the sample's body
 *     and {@code remarks}, as 32 hexadecimal digits: two copies of a report have the same, whatever
 *     way they came
 * @param remarks what was repaired, replaced or left out, each once
 */
public record FailureReport(
        String path,
        Carrier carrier,
        String userAgent,
        List<String> authFailure,
        List<String> identityAlignment,
        String deliveryResult,
        String originalMailFrom,
        List<String> originalRcptTo,
        String originalEnvelopeId,
        @Nullable Instant arrivalDate,
        @Nullable InetAddress sourceIp,
        @Nullable Integer sourcePort,
        List<String> reportedDomains,
        List<String> reportedUris,
        List<String> authenticationResults,
        String dkimDomain,
        String dkimIdentity,
        String dkimSelector,
        List<String> spfDns,
        long incidents,
        Sample sample,
        String contentHash,
        List<Remark> remarks) {

    /**
     * When the mail was received: {@code arrivalDate}, else the date of the mail that carried the
     * report, which follows it soon; null where neither is known.
     */
    public @Nullable Instant received() {
        return arrivalDate == null ? carrier.date() : arrivalDate;
    }

    /**
     * The subject of the mail that failed, decoded; where the report does not show it, that of the
     * mail that carried the report.
     */
    public String subject() {
        return sample.all("Subject").stream().findFirst().orElse(carrier.subject());
    }

    /**
     * The mail that carried a report.
     *
     * @param from its From field
     * @param to its To field
     * @param subject its subject, decoded
     * @param messageId its identifier, without angle brackets
     * @param date its date; null if it has none that is legible
     */
    public record Carrier(
            String from, String to, String subject, String messageId, @Nullable Instant date) {}

    /**
     * The parts of the failed mail that a report contains. It holds personal data of its
     * correspondents.
     *
     * @param headers all its header fields, in their order, unfolded
     * @param body the body as it was quoted, not decoded; null if the report shows none
     */
    public record Sample(List<HeaderField> headers, @Nullable String body) {

        /** A sample of which nothing is shown. */
        public static final Sample NONE = new Sample(List.of(), null);

        /** The first field of a name, in any case, decoded (RFC 2047); empty if there is none. */
        public String first(String name) {
            for (HeaderField field : headers) {
                if (field.name().equalsIgnoreCase(name)) {
                    return field.decoded();
                }
            }
            return "";
        }

        /** All fields of a name, in any case, decoded, in their order. */
        public List<String> all(String name) {
            return headers.stream()
                    .filter(field -> field.name().equalsIgnoreCase(name))
                    .map(HeaderField::decoded)
                    .toList();
        }

        /** The same without the body. */
        public Sample withoutBody() {
            return body == null ? this : new Sample(headers, null);
        }
    }

    /**
     * A header field.
     *
     * @param name as it is written
     * @param value unfolded, not decoded
     */
    public record HeaderField(String name, String value) {

        /** The value with its encoded words decoded (RFC 2047). */
        public String decoded() {
            return HeaderText.clean(EncodedWords.decode(value));
        }
    }
}
