package org.mailvane.reports.aggregate;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of an aggregate report: messages of one sending address with one outcome.
 *
 * @param sourceIp the sending address; IPv4-mapped IPv6 is given as IPv4
 * @param count messages, at least 0
 * @param disposition what the receiver did with them
 * @param dkimAligned whether DKIM passed with an aligned domain, as the reporter evaluated it
 * @param spfAligned whether SPF passed with an aligned domain, as the reporter evaluated it
 * @param reasons why the disposition differs from the published policy
 * @param headerFrom domain of the From header: lower case, A-labels, no trailing dot; the policy
 *     domain where the record names none
 * @param envelopeFrom domain of the envelope sender
 * @param envelopeTo domain of the envelope recipient
 * @param dkim every DKIM signature's result
 * @param spf every SPF check's result
 */
public record AggregateRecord(
        InetAddress sourceIp,
        long count,
        Disposition disposition,
        boolean dkimAligned,
        boolean spfAligned,
        List<OverrideReason> reasons,
        String headerFrom,
        @Nullable String envelopeFrom,
        @Nullable String envelopeTo,
        List<DkimResult> dkim,
        List<SpfResult> spf) {

    /** The same record of another number of messages. */
    public AggregateRecord withCount(long count) {
        return new AggregateRecord(
                sourceIp,
                count,
                disposition,
                dkimAligned,
                spfAligned,
                reasons,
                headerFrom,
                envelopeFrom,
                envelopeTo,
                dkim,
                spf);
    }

    /** Characters of all that the reporter wrote in its own words: about how large it is. */
    public int characters() {
        int sum = headerFrom.length() + length(envelopeFrom) + length(envelopeTo);
        for (DkimResult result : dkim) {
            sum +=
                    result.domain().length()
                            + result.selector().length()
                            + length(result.humanResult());
        }
        for (SpfResult result : spf) {
            sum += result.domain().length() + length(result.humanResult());
        }
        for (OverrideReason reason : reasons) {
            sum += reason.type().length() + reason.comment().length();
        }
        return sum;
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }
}
