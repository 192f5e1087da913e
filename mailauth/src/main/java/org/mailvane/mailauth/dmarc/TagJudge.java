package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.DmarcRecord.Effect;
import org.mailvane.mailauth.dmarc.DmarcRecord.Psd;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TagList;

/** Says what is wrong with the tags of a record, of which the meaning is known already. */
final class TagJudge {

    static final Pattern PERCENTAGE = Pattern.compile("100|\\d{1,2}");

    private static final Pattern NAME = Pattern.compile("[A-Za-z]+");
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    /**
     * The characters that a value may have (RFC 9989, section 4.8), and blanks, which have separate
     * findings.
     */
    private static final Pattern CHARACTERS = Pattern.compile("[\\x20-\\x7E\\t\\r\\n]*");

    /** Another tag inside a value, where a semicolon was forgotten. */
    private static final Pattern RUN_TOGETHER =
            Pattern.compile(
                    "[\\s,](v|p|sp|np|adkim|aspf|fo|rua|ruf|psd|t|pct|rf|ri)\\s*=",
                    Pattern.CASE_INSENSITIVE);

    /** The largest interval: 32 bits (RFC 7489, section 6.3). */
    static final long MAX_INTERVAL = 0xFFFF_FFFFL;

    private static final Pattern INTERVAL = Pattern.compile("\\d{1,10}");

    private final DmarcRecord record;
    private final Set<DmarcTag> present;
    private final AddressList rua;
    private final AddressList ruf;

    TagJudge(DmarcRecord record, Set<DmarcTag> present, AddressList rua, AddressList ruf) {
        this.record = record;
        this.present = present;
        this.rua = rua;
        this.ruf = ruf;
    }

    /**
     * Returns a tag with its findings.
     *
     * @param repeated whether a tag of the same name came before, which is the one that counts
     */
    Tag tag(TagList.Entry entry, boolean repeated) {
        Optional<DmarcTag> known = DmarcTag.of(entry.name());
        FindingList findings = new FindingList();
        Optional<Finding> form = form(entry, known, repeated);
        form.ifPresent(finding -> findings.add(finding.at(entry.position())));
        if (form.isEmpty()) {
            known.ifPresent(
                    tag -> judge(tag, entry).forEach(finding -> add(findings, finding, entry)));
        }
        if (known.isPresent() && !known.get().meaning().supported()) {
            findings.add(DmarcFindings.TAG_REMOVED.with(entry.name()).at(entry.position()));
        }
        if (known.isPresent() && CAPITAL.matcher(entry.name()).find()) {
            findings.add(DmarcFindings.TAG_CAPITALS.with(entry.name()).at(entry.position()));
        }
        return Tag.of(entry.name(), entry.value(), known.map(DmarcTag::meaning), findings);
    }

    private static void add(FindingList findings, Finding finding, TagList.Entry entry) {
        findings.add(finding.position() == null ? finding.at(entry.valuePosition()) : finding);
    }

    /** Returns the finding that makes checking the value useless. */
    private static Optional<Finding> form(
            TagList.Entry entry, Optional<DmarcTag> known, boolean repeated) {
        if (!entry.hasEquals()) {
            return Optional.of(DmarcFindings.TAG_NO_EQUALS.with(entry.name()));
        }
        if (!NAME.matcher(entry.name()).matches()) {
            return Optional.of(DmarcFindings.TAG_BAD_NAME.with(entry.name()));
        }
        if (repeated) {
            return Optional.of(DmarcFindings.TAG_DUPLICATE.with(entry.name()));
        }
        if (known.isEmpty()) {
            return Optional.of(DmarcFindings.TAG_UNKNOWN.with(entry.name()));
        }
        if (entry.value().isEmpty()) {
            return Optional.of(DmarcFindings.TAG_EMPTY.with(entry.name()));
        }
        if (!CHARACTERS.matcher(entry.value()).matches()) {
            return Optional.of(DmarcFindings.TAG_BAD_CHARACTER.with(entry.name()));
        }
        Matcher another = RUN_TOGETHER.matcher(entry.value());
        // After the version, the record itself has already reported this.
        return known.get() != DmarcTag.V && another.find()
                ? Optional.of(DmarcFindings.TAG_RUN_TOGETHER.with(entry.name(), another.group(1)))
                : Optional.empty();
    }

    private List<Finding> judge(DmarcTag tag, TagList.Entry entry) {
        String value = entry.value();
        String lower = value.toLowerCase(Locale.ROOT);
        List<Finding> findings = new ArrayList<>();
        findings.addAll(
                switch (tag) {
                    case V -> List.of();
                    case P -> policy(tag, value, record.p(), null);
                    case SP -> policy(tag, value, record.sp(), record.p());
                    case NP ->
                            policy(
                                    tag,
                                    value,
                                    record.np(),
                                    record.sp() == null ? record.p() : record.sp());
                    case ADKIM, ASPF ->
                            check(
                                    lower.equals("r") || lower.equals("s"),
                                    DmarcFindings.ALIGNMENT_INVALID.with(tag.key(), value));
                    case FO -> options(lower);
                    case RUA -> rua.findings();
                    case RUF -> failureReports();
                    case PSD -> suffix(lower, value);
                    case T -> testMode(lower, value);
                    case PCT -> percentage(value);
                    case RF ->
                            check(
                                    Stream.of(lower.split(":", -1))
                                            .allMatch(format -> format.strip().equals("afrf")),
                                    DmarcFindings.RF_INVALID.with(value));
                    case RI ->
                            check(
                                    INTERVAL.matcher(value).matches()
                                            && Long.parseLong(value) <= MAX_INTERVAL,
                                    DmarcFindings.RI_INVALID.with(value));
                });
        if (tag != DmarcTag.V
                && tag != DmarcTag.RUA
                && tag != DmarcTag.RUF
                && !lower.equals(value)) {
            findings.add(DmarcFindings.TAG_CAPITALS.with(tag.key() + "=" + value));
        }
        return findings;
    }

    private static List<Finding> check(boolean fine, Finding otherwise) {
        return fine ? List.of() : List.of(otherwise);
    }

    /**
     * Judges a policy.
     *
     * @param instead what would hold without the tag; null where that is nothing
     */
    private List<Finding> policy(
            DmarcTag tag,
            String value,
            @Nullable DmarcPolicy policy,
            @Nullable DmarcPolicy instead) {
        if (policy == null) {
            return List.of(
                    (record.effect() == Effect.NONE
                                    ? DmarcFindings.POLICY_INVALID_NO_EFFECT
                                    : DmarcFindings.POLICY_INVALID)
                            .with(tag.key(), value));
        }
        if (tag == DmarcTag.P) {
            return check(policy != DmarcPolicy.NONE, DmarcFindings.P_NONE.with());
        }
        return check(
                instead == null || !policy.isWeakerThan(instead),
                tag == DmarcTag.SP
                        ? DmarcFindings.SP_WEAKER.with(policy, String.valueOf(instead))
                        : DmarcFindings.NP_WEAKER.with(policy, String.valueOf(instead)));
    }

    private List<Finding> options(String value) {
        FindingList findings = new FindingList();
        Set<String> seen = new HashSet<>();
        for (String option : value.split(":", -1)) {
            String letter = option.strip();
            if (letter.length() != 1 || !"01ds".contains(letter)) {
                findings.add(DmarcFindings.FO_INVALID, letter);
            } else if (!seen.add(letter)) {
                findings.add(DmarcFindings.FO_DUPLICATE, letter);
            }
        }
        if (seen.contains("0") && seen.contains("1")) {
            findings.add(DmarcFindings.FO_CONTRADICTION);
        }
        if (!present.contains(DmarcTag.RUF)) {
            findings.add(DmarcFindings.FO_UNUSED);
        }
        return findings.toList();
    }

    private List<Finding> failureReports() {
        List<Finding> findings = new ArrayList<>(ruf.findings());
        findings.add(DmarcFindings.RUF_PRESENT.with());
        if (record.psd() == Psd.YES) {
            findings.add(DmarcFindings.RUF_WITH_PSD.with());
        }
        return findings;
    }

    private static List<Finding> suffix(String value, String written) {
        return switch (value) {
            case "y" -> List.of(DmarcFindings.PSD_YES.with());
            case "n" -> List.of(DmarcFindings.PSD_NO.with());
            case "u" -> List.of();
            default -> List.of(DmarcFindings.PSD_INVALID.with(written));
        };
    }

    private List<Finding> testMode(String value, String written) {
        if (value.equals("n")) {
            return List.of();
        }
        if (!value.equals("y")) {
            return List.of(DmarcFindings.T_INVALID.with(written));
        }
        return Stream.of(
                        Optional.ofNullable(record.p()),
                        Optional.ofNullable(record.sp()),
                        Optional.ofNullable(record.np()))
                .flatMap(Optional::stream)
                .filter(policy -> policy != DmarcPolicy.NONE)
                .findFirst()
                .map(policy -> List.of(DmarcFindings.T_TESTING.with(policy, policy.inTestMode())))
                .orElseGet(() -> List.of(DmarcFindings.T_NO_EFFECT.with()));
    }

    private List<Finding> percentage(String value) {
        if (!PERCENTAGE.matcher(value).matches()) {
            return List.of(DmarcFindings.PCT_INVALID.with(value));
        }
        return check(record.pct() == DmarcRecord.ALL, DmarcFindings.PCT_PARTIAL.with(record.pct()));
    }
}
