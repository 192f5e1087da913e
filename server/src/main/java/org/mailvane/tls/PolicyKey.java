package org.mailvane.tls;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.tls.TlsReport.Policy;

/**
 * What makes a policy one: a domain's policies of the same kind and mode are.
 *
 * @param domain the row that it counts with
 * @param name the policy domain
 * @param type {@code s} sts, {@code t} tlsa, {@code n} no-policy-found, empty for any other
 * @param mode of sts: {@code e} enforce, {@code t} testing, {@code n} none; else empty
 */
record PolicyKey(DomainId domain, String name, String type, String mode)
        implements Comparable<PolicyKey> {

    /** In which rows are locked and written, by everybody. */
    private static final Comparator<PolicyKey> ORDER =
            Comparator.comparing(PolicyKey::domain)
                    .thenComparing(PolicyKey::name)
                    .thenComparing(PolicyKey::type)
                    .thenComparing(PolicyKey::mode);

    static PolicyKey of(DomainId domain, DomainName name, Policy policy) {
        return switch (policy.type()) {
            case STS -> new PolicyKey(domain, name.value(), "s", letter(policy.mode()));
            case TLSA -> new PolicyKey(domain, name.value(), "t", "");
            case NO_POLICY_FOUND -> new PolicyKey(domain, name.value(), "n", "");
            case UNKNOWN -> new PolicyKey(domain, name.value(), "", "");
        };
    }

    private static String letter(@Nullable String mode) {
        return switch (mode) {
            case "enforce" -> "e";
            case "testing" -> "t";
            case "none" -> "n";
            case null, default -> "";
        };
    }

    @Override
    public int compareTo(PolicyKey other) {
        return ORDER.compare(this, other);
    }
}
