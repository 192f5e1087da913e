package org.mailvane.web.parts;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mailvane.planner.PolicyAdvice;
import org.mailvane.planner.Recommendation;

/** A domain's DMARC policy, as the column {@code last_seen_dmarc_policy} has it. */
public enum Policy {
    /** None was seen yet, or whether there is one is not known. */
    UNKNOWN("", 0),
    NO_RECORD("x", 0),
    /** There is a record, and receivers can't use it. */
    ERROR("e", 0),
    NONE("n", 1),
    QUARANTINE("q", 2),
    REJECT("r", 3),
    NONE_VIA_ORGANIZATION("on", 1),
    QUARANTINE_VIA_ORGANIZATION("oq", 2),
    REJECT_VIA_ORGANIZATION("or", 3);

    /** What leads to the strongest, in its order. */
    private static final List<Policy> STEPS = List.of(NONE, QUARANTINE, REJECT);

    /** What leads there for a domain that sends nothing, and has nothing to lose. */
    private static final List<Policy> STEPS_PARKED = List.of(NONE, REJECT);

    private final String code;
    private final int strength;

    Policy(String code, int strength) {
        this.code = code;
        this.strength = strength;
    }

    /**
     * What leads from a policy to the strongest, in its order.
     *
     * @param now the policy
     * @param parked whether the domain is said to send no mail
     */
    public static List<Policy> steps(Policy now, boolean parked) {
        return parked && now.strength != QUARANTINE.strength ? STEPS_PARKED : STEPS;
    }

    /** As the API's filter spells it. */
    public String code() {
        return code;
    }

    /** Returns 1 for none, 2 for quarantine, 3 for reject; 0 without a policy. */
    public int strength() {
        return strength;
    }

    /** Whether receivers are asked to hold back what fails. */
    boolean enforced() {
        return strength >= QUARANTINE.strength;
    }

    /** Whether it is that of a domain above. */
    public boolean viaOrganization() {
        return this == NONE_VIA_ORGANIZATION
                || this == QUARANTINE_VIA_ORGANIZATION
                || this == REJECT_VIA_ORGANIZATION;
    }

    /** Its name in the bundles. */
    public String key() {
        return "policy." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The class of one of three steps in a picture: filled up to this policy. */
    String step(int number) {
        return number <= strength ? "kp" : "k0";
    }

    /** The policy that a domain was judged with. */
    public static Policy of(PolicyAdvice advice) {
        boolean above = advice.viaOrganization();
        return switch (advice.policy()) {
            case "none" -> above ? NONE_VIA_ORGANIZATION : NONE;
            case "quarantine" -> above ? QUARANTINE_VIA_ORGANIZATION : QUARANTINE;
            case "reject" -> above ? REJECT_VIA_ORGANIZATION : REJECT;
            default ->
                    switch (advice.recommendation()) {
                        case PUBLISH -> NO_RECORD;
                        case FIX -> ERROR;
                        default -> UNKNOWN;
                    };
        };
    }

    /** The policy that is recommended; null where what to do is something else. */
    public static @Nullable Policy of(Recommendation recommendation) {
        return switch (recommendation) {
            case QUARANTINE -> QUARANTINE;
            case REJECT -> REJECT;
            case PUBLISH, FIX, MONITOR, MAINTAIN -> null;
        };
    }

    /** The policy of a code; unknown where it is another. */
    public static Policy ofCode(String code) {
        return Arrays.stream(values())
                .filter(each -> each.code.equals(code))
                .findFirst()
                .orElse(UNKNOWN);
    }
}
