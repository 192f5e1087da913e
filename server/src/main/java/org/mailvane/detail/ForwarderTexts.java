package org.mailvane.detail;

import java.math.BigDecimal;
import org.mailvane.api.Percentage;
import org.mailvane.sources.Rule;
import org.mailvane.traffic.MessageSums;

/** Texts that explain a forwarder to the users whose mail it passes on. */
final class ForwarderTexts {

    private static final String NOTHING_TO_SET_UP =
            " There is nothing to set up for it, and it does not belong into your SPF record.";

    private ForwarderTexts() {}

    /** Returns what it does, and what to do about it. */
    static String notes(Rule rule) {
        return switch (rule) {
                    case CUSTOM_SOURCE ->
                            "Your account has described this sender as one that passes on mail of"
                                    + " others.";
                    case RELAY ->
                            "This provider also sends for its own customers, but here it passed on mail"
                                    + " of others: your signature was on it, and SPF did not pass for"
                                    + " you.";
                    case KNOWN_FORWARDER ->
                            "It is known to pass on mail, or the receiver said that this mail was passed"
                                    + " on: somebody forwards their mailbox, or a mailing list or filter"
                                    + " sent it further.";
                    case FORWARDED ->
                            "Your signature came through on a way on which SPF did not, from servers that"
                                    + " your domain does not name: somebody's mailbox or mailing list sent"
                                    + " the mail further.";
                    case MAILBOX, CATALOGUE, SPF_IDENTIFIED, ALIGNED, UNKNOWN ->
                            "It passes on mail that others sent.";
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
                        "It leaves messages as they are, so that your signature is still valid when"
                                + " they arrive. They pass DMARC under any policy.";
                case SOME ->
                        "On "
                                + Percentage.text(share)
                                + " of the messages your signature was still valid. Others were changed"
                                + " on the way, as mailing lists do with subjects and footers, or were"
                                + " never signed: those fail DMARC, and a policy of quarantine or"
                                + " reject may keep them from people. See to it that all your mail is"
                                + " signed.";
                case NOTHING ->
                        "No message had a valid signature of your domain when it arrived: they were"
                                + " changed on the way, or were never signed. They fail DMARC unless"
                                + " SPF passes, and a policy of quarantine or reject may keep them from"
                                + " people. See to it that all your mail is signed; where it is, only"
                                + " whoever passes it on can help, by leaving it unchanged.";
            };
        }
    }
}
