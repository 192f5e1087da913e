package org.mailvane.detailreport.query;

import java.math.BigDecimal;
import org.mailvane.api.binding.Percentage;
import org.mailvane.sources.classify.Rule;
import org.mailvane.traffic.sums.MessageSums;

/** Texts that explain a forwarder to the users whose mail it forwards. */
final class ForwarderTexts {

    private static final String NOTHING_TO_SET_UP =
            " There is nothing to set up. Do not add it to your SPF record.";

    private ForwarderTexts() {}

    /** Returns what it does, and what to do about it. */
    static String notes(Rule rule) {
        return switch (rule) {
                    case CUSTOM_SOURCE -> "Your account has defined this sender as a forwarder.";
                    case RELAY ->
                            "This provider also sends for its own customers, but here it forwarded"
                                    + " mail: your signature was present, and SPF did not pass for your domain.";
                    case KNOWN_FORWARDER ->
                            "This is a known forwarder, or the receiver reported that the mail was"
                                    + " forwarded: by a mailbox, a mailing list or a filter.";
                    case FORWARDED ->
                            "Your signature was valid, but SPF did not pass: the servers are not in"
                                    + " your SPF record. A mailbox or mailing list forwarded the mail.";
                    case MAILBOX, CATALOGUE, SPF_IDENTIFIED, ALIGNED, UNKNOWN ->
                            "It forwards mail that others sent.";
                }
                + NOTHING_TO_SET_UP
                + " Sign all your mail with DKIM, so that it still passes DMARC when it arrives.";
    }

    /** How much of DKIM survives it. */
    enum Survival {
        ALL("The signature survives"),
        SOME("The signature survives in part"),
        NOTHING("The signature does not survive");

        private final String title;

        Survival(String title) {
            this.title = title;
        }

        static Survival of(MessageSums sums) {
            return sums.dkim() == 0 ? NOTHING : sums.dkim() == sums.messages() ? ALL : SOME;
        }

        String title() {
            return title;
        }

        /**
         * Why, and what that means.
         *
         * @param share of the messages on which it survived
         */
        String explanation(BigDecimal share) {
            return switch (this) {
                case ALL ->
                        "It forwards messages unchanged, so your signature is still valid when"
                                + " they arrive. They pass DMARC under any policy.";
                case SOME ->
                        "On "
                                + Percentage.text(share)
                                + " of the messages, your signature was still valid. The others were"
                                + " changed on the way, as mailing lists do with subjects and footers, or"
                                + " were never signed. They fail DMARC and may be quarantined or rejected"
                                + " under a stricter policy. Sign all your mail with DKIM.";
                case NOTHING ->
                        "No message had a valid signature of your domain when it arrived: the"
                                + " messages were changed on the way, or were never signed. They fail"
                                + " DMARC unless SPF passes, and may be quarantined or rejected under a"
                                + " stricter policy. Sign all your mail with DKIM. If it is already"
                                + " signed, only the forwarder can help, by not changing messages.";
            };
        }
    }
}
