package org.mailvane.traffic.sums;

/**
 * Messages, and how many of them passed aligned.
 *
 * @param messages all
 * @param dmarc those that passed SPF or DKIM aligned
 * @param spf those that passed SPF aligned
 * @param dkim those that passed DKIM aligned
 */
public record MessageSums(long messages, long dmarc, long spf, long dkim) {

    /** None. */
    public static final MessageSums NONE = new MessageSums(0, 0, 0, 0);
}
