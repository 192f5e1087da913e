package org.mailvane.reports.aggregate;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Remarks;

/**
 * Translates the words of a report: those of RFC 7489 and RFC 9990 without a remark, variants from
 * practice with one.
 */
final class Words {

    private static final Set<String> POLICIES = Set.of("none", "quarantine", "reject");
    private static final Set<String> REASONS =
            Set.of(
                    "forwarded",
                    "sampled_out",
                    "trusted_forwarder",
                    "mailing_list",
                    "local_policy",
                    "policy_test_mode",
                    "other");

    private Words() {}

    /** Lower case, remarked where that changes the word. */
    static String word(String text, Remarks remarks) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!lower.equals(text)) {
            remarks.add(
                    "value.case",
                    Diagnostic.of(DiagnosticCode.VALUE_READ_AS).quoting(text).quoting(lower));
        }
        return lower;
    }

    static Disposition disposition(String text, Remarks remarks) {
        return switch (word(text, remarks)) {
            case "none" -> Disposition.NONE;
            case "pass" -> Disposition.PASS;
            case "quarantine" -> Disposition.QUARANTINE;
            case "reject" -> Disposition.REJECT;
            default -> {
                remarks.add(
                        "record.disposition",
                        Diagnostic.of(DiagnosticCode.DISPOSITION).quoting(text));
                yield Disposition.UNKNOWN;
            }
        };
    }

    /** Whether {@code policy_evaluated} says {@code pass}; everything else is a failure. */
    static boolean evaluated(String text, String mechanism, Remarks remarks) {
        String word = word(text, remarks);
        if (word.equals("pass")) {
            return true;
        }
        if (!word.equals("fail")) {
            remarks.add(
                    "record.policy_evaluated",
                    Diagnostic.of(DiagnosticCode.EVALUATED).with(mechanism).quoting(text));
        }
        return false;
    }

    /** The outcome of a DKIM or SPF check: {@code mechanism} is {@code dkim} or {@code spf}. */
    static AuthResult result(String text, String mechanism, Remarks remarks) {
        AuthResult result =
                switch (word(text, remarks)) {
                    case "none" -> AuthResult.NONE;
                    case "neutral" -> AuthResult.NEUTRAL;
                    case "pass" -> AuthResult.PASS;
                    case "fail" -> AuthResult.FAIL;
                    case "policy" -> AuthResult.POLICY;
                    case "temperror" -> AuthResult.TEMPERROR;
                    case "permerror" -> AuthResult.PERMERROR;
                    case "softfail" ->
                            mechanism.equals("spf") ? AuthResult.SOFTFAIL : AuthResult.OTHER;
                    default -> AuthResult.OTHER;
                };
        return result == AuthResult.OTHER ? variant(text, mechanism, remarks) : result;
    }

    private static AuthResult variant(String text, String mechanism, Remarks remarks) {
        AuthResult result =
                switch (text.toLowerCase(Locale.ROOT)) {
                    case "" -> AuthResult.NONE;
                    case "hardfail" -> AuthResult.FAIL;
                    case "unknown", "error" -> AuthResult.TEMPERROR;
                    case "invalid", "permfail" -> AuthResult.PERMERROR;
                    default -> AuthResult.OTHER;
                };
        remarks.add(
                "record." + mechanism + "_result",
                Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                        .with(mechanism + " result")
                        .quoting(text)
                        .with(result.name().toLowerCase(Locale.ROOT)));
        return result;
    }

    /** An SPF scope: {@code mfrom}, also where there is none, or {@code helo}. */
    static String scope(String text, Remarks remarks) {
        String word = word(text, remarks);
        if (word.isEmpty() || word.equals("mfrom") || word.equals("helo")) {
            return word.isEmpty() ? "mfrom" : word;
        }
        String scope = word.equals("ehlo") ? "helo" : "mfrom";
        remarks.add(
                "record.spf_scope",
                Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                        .with("scope")
                        .quoting(text)
                        .with(scope));
        return scope;
    }

    /** Whether a text is the type of an override reason. */
    static boolean isReason(String text) {
        return REASONS.contains(text.toLowerCase(Locale.ROOT));
    }

    /** An override reason; a missing type is {@code other}. */
    static OverrideReason reason(String type, String comment, Remarks remarks) {
        String word = word(type, remarks);
        if (!REASONS.contains(word)) {
            remarks.add(
                    "record.reason",
                    word.isEmpty()
                            ? Diagnostic.of(DiagnosticCode.REASON_UNTYPED)
                            : Diagnostic.of(DiagnosticCode.REASON_UNKNOWN).quoting(type));
        }
        return new OverrideReason(word.isEmpty() ? "other" : word, comment);
    }

    /** A policy ({@code p}, {@code sp}, {@code np}): null if it is not one of the three. */
    static @Nullable String policy(@Nullable String text, String name, Remarks remarks) {
        return oneOf(text, name, POLICIES, remarks);
    }

    /** An alignment mode: {@code r} or {@code s}, also when spelled out. */
    static @Nullable String alignment(@Nullable String text, String name, Remarks remarks) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        return switch (word(text, remarks)) {
            case "r" -> "r";
            case "s" -> "s";
            case "relaxed" -> replaced(text, name, "r", remarks);
            case "strict" -> replaced(text, name, "s", remarks);
            default -> replaced(text, name, null, remarks);
        };
    }

    /** One of some words; null if the text is empty or another word. */
    static @Nullable String oneOf(
            @Nullable String text, String name, Set<String> allowed, Remarks remarks) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        String word = word(text, remarks);
        return allowed.contains(word) ? word : replaced(text, name, null, remarks);
    }

    private static @Nullable String replaced(
            String text, String name, @Nullable String value, Remarks remarks) {
        remarks.add(
                "policy.value",
                value == null
                        ? Diagnostic.of(DiagnosticCode.FIELD_LEFT_OUT).with(name).quoting(text)
                        : Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                                .with(name)
                                .quoting(text)
                                .with(value));
        return value;
    }
}
