package org.mailvane.reports.aggregate;

/**
 * The reason why a receiver did not apply the published policy.
 *
 * @param type lower case: {@code forwarded}, {@code sampled_out}, {@code trusted_forwarder}, {@code
 *     mailing_list}, {@code local_policy}, {@code policy_test_mode} or {@code other}; an unknown
 *     word is kept as it is, a missing one is {@code other}
 * @param comment free text, or empty
 */
public record OverrideReason(String type, String comment) {}
