package org.mailvane.mailauth.mtasts;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.finding.Cut;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.mailauth.mtasts.MtaStsPolicy.Mode;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TagMeaning;

/**
 * Reads a policy file (RFC 8461, section 3.2). One object reads one file. It is longer than two
 * screens because each key has its own rules.
 */
public final class MtaStsPolicyParser {

    /** Bytes of a policy that are read (RFC 8461, section 3.3). */
    public static final int MAX_BYTES = 64 * 1024;

    /** Lines of a policy that are read. */
    public static final int MAX_LINES = 1000;

    /** The largest max_age, a year (RFC 8461, section 3.2). */
    public static final long MAX_MAX_AGE = 31_557_600;

    private static final long DAY = 86_400;
    private static final long TWO_WEEKS = 14 * DAY;

    /** The keys that policies have. */
    private static final Map<String, TagMeaning> MEANINGS =
            Stream.of(
                            new TagMeaning("mta_sts_policy", MtaStsPolicy.VERSION, "", true),
                            new TagMeaning("mta_sts_policy", MtaStsPolicy.MODE, "", true),
                            new TagMeaning("mta_sts_policy", MtaStsPolicy.MAX_AGE, "", true),
                            new TagMeaning("mta_sts_policy", MtaStsPolicy.MX, "", true))
                    .collect(Collectors.toUnmodifiableMap(TagMeaning::key, meaning -> meaning));

    private static final String STS_V1 = "STSv1";
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final String BYTE_ORDER_MARK_OCTETS = "\u00EF\u00BB\u00BF";
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1F\\x7F]");
    private static final Pattern BARE_RETURN = Pattern.compile("\r(?!\n)");

    /** Characters of a line without key that are shown. */
    private static final int SHOWN = 80;

    private final FindingList whole = new FindingList();
    private final List<Tag> tags = new ArrayList<>();
    private final Set<MxPattern> patterns = new HashSet<>();

    /** The first line of each key, by its place in the tags: of most keys only that one counts. */
    private final Map<String, Integer> firsts = new HashMap<>();

    private MtaStsPolicyParser() {}

    /** Reads and judges a file; never throws. */
    public static MtaStsPolicy parse(byte[] file) {
        byte[] read = file.length > MAX_BYTES ? Arrays.copyOf(file, MAX_BYTES) : file;
        MtaStsPolicyParser parser = new MtaStsPolicyParser();
        if (file.length > MAX_BYTES) {
            parser.whole.add(MtaStsFindings.FETCH_TOO_LARGE, MAX_BYTES);
        }
        return parser.policy(new String(read, StandardCharsets.ISO_8859_1));
    }

    private MtaStsPolicy policy(String octets) {
        String text = DnsRecord.Text.readable(octets);
        if (text.equals(octets) && octets.chars().anyMatch(c -> c >= 0x80)) {
            whole.add(MtaStsFindings.ENCODING);
        }
        int begin = markLength(text);
        if (begin > 0) {
            whole.add(MtaStsFindings.BYTE_ORDER_MARK.with().at(0));
        }
        String content = text.substring(begin).stripLeading();
        if (content.isEmpty()) {
            whole.add(MtaStsFindings.EMPTY);
        } else if (content.startsWith("<")) {
            whole.add(MtaStsFindings.WEB_PAGE);
        } else {
            readLines(text, begin);
            judgeWhole();
        }
        boolean valid = !whole.hasErrors() && tags.stream().allMatch(Tag::valid);
        return new MtaStsPolicy(text, hasVersion(), valid, tags, whole.toList());
    }

    private boolean hasVersion() {
        return first(MtaStsPolicy.VERSION) != null;
    }

    /**
     * Returns the length of the byte order mark of the file; also of one before text that is not
     * UTF-8.
     */
    private static int markLength(String text) {
        return text.startsWith(BYTE_ORDER_MARK)
                ? BYTE_ORDER_MARK.length()
                : text.startsWith(BYTE_ORDER_MARK_OCTETS) ? BYTE_ORDER_MARK_OCTETS.length() : 0;
    }

    private void readLines(String text, int begin) {
        if (BARE_RETURN.matcher(text).find()) {
            whole.add(MtaStsFindings.LINE_ENDS);
        }
        int from = begin;
        int number = 0;
        while (from < text.length()) {
            number++;
            if (number > MAX_LINES) {
                whole.add(MtaStsFindings.LINES, MAX_LINES);
                return;
            }
            int end = from;
            while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
                end++;
            }
            readLine(text.substring(from, end), number, from);
            from = text.startsWith("\r\n", end) ? end + 2 : end + 1;
        }
    }

    private void readLine(String line, int number, int position) {
        int begin = 0;
        while (begin < line.length() && isBlank(line.charAt(begin))) {
            begin++;
        }
        int end = line.length();
        while (end > begin && isBlank(line.charAt(end - 1))) {
            end--;
        }
        if (begin == end) {
            whole.add(MtaStsFindings.LINE_BLANK.with(number).at(position));
            return;
        }
        int colon = line.indexOf(':');
        if (colon < 0) {
            String shown = Cut.begin(line.substring(begin, end), SHOWN);
            whole.add(MtaStsFindings.LINE_MALFORMED.with(number, shown).at(position));
            return;
        }
        Line read = Line.of(line, begin, colon, end, position);
        FindingList findings = new FindingList();
        if (begin > 0) {
            findings.add(read.about(MtaStsFindings.LINE_INDENTED, number));
        }
        if (CONTROL.matcher(read.key).find() || CONTROL.matcher(read.value).find()) {
            findings.add(read.about(MtaStsFindings.CONTROL, number));
        }
        judgeKey(read, findings);
        firsts.putIfAbsent(read.key, tags.size());
        tags.add(
                Tag.of(
                        read.key,
                        read.value,
                        Optional.ofNullable(MEANINGS.get(read.key)),
                        findings));
    }

    /**
     * A line with a colon.
     *
     * @param key the text before the colon
     * @param value the text after the colon, without surrounding blanks
     * @param blankBeforeColon whether blanks follow the key
     * @param position of the key in the file
     * @param valuePosition of the value in the file
     */
    private record Line(
            String key, String value, boolean blankBeforeColon, int position, int valuePosition) {

        static Line of(String line, int begin, int colon, int end, int position) {
            int keyEnd = colon;
            while (keyEnd > begin && isBlank(line.charAt(keyEnd - 1))) {
                keyEnd--;
            }
            int value = colon + 1;
            while (value < end && isBlank(line.charAt(value))) {
                value++;
            }
            return new Line(
                    line.substring(begin, keyEnd),
                    value < end ? line.substring(value, end) : "",
                    keyEnd < colon,
                    position + begin,
                    position + value);
        }

        Finding about(MtaStsFindings kind, Object... values) {
            return kind.with(values).about(key).at(position);
        }

        Finding aboutValue(MtaStsFindings kind, Object... values) {
            return kind.with(values).about(key).at(valuePosition);
        }
    }

    private void judgeKey(Line line, FindingList findings) {
        if (line.blankBeforeColon) {
            findings.add(line.about(MtaStsFindings.KEY_BLANKS, line.key));
        }
        if (!MtaStsParser.NAME.matcher(line.key).matches()) {
            findings.add(line.about(MtaStsFindings.KEY_MALFORMED, line.key));
            return;
        }
        boolean repeated = firsts.containsKey(line.key) && !line.key.equals(MtaStsPolicy.MX);
        if (repeated) {
            findings.add(line.about(MtaStsFindings.KEY_DUPLICATE, line.key));
        } else if (line.value.isEmpty()) {
            findings.add(line.about(MtaStsFindings.VALUE_EMPTY, line.key));
        } else {
            judgeValue(line, findings);
        }
    }

    private void judgeValue(Line line, FindingList findings) {
        switch (line.key) {
            case MtaStsPolicy.VERSION -> {
                if (!line.value.equals(STS_V1)) {
                    findings.add(line.aboutValue(MtaStsFindings.POLICY_VERSION, line.value));
                } else if (!tags.isEmpty()) {
                    findings.add(line.about(MtaStsFindings.POLICY_VERSION_NOT_FIRST));
                }
            }
            case MtaStsPolicy.MODE -> judgeMode(line, findings);
            case MtaStsPolicy.MAX_AGE -> judgeMaxAge(line, findings);
            case MtaStsPolicy.MX -> judgeMx(line, findings);
            default -> judgeOther(line, findings);
        }
    }

    private static void judgeMode(Line line, FindingList findings) {
        switch (line.value) {
            case "enforce" -> {}
            case "testing" -> findings.add(line.aboutValue(MtaStsFindings.MODE_TESTING));
            case "none" -> findings.add(line.aboutValue(MtaStsFindings.MODE_NONE));
            default -> findings.add(line.aboutValue(MtaStsFindings.MODE_UNKNOWN, line.value));
        }
    }

    private static void judgeMaxAge(Line line, FindingList findings) {
        if (!SECONDS.matcher(line.value).matches()) {
            findings.add(line.aboutValue(MtaStsFindings.MAX_AGE_MALFORMED, line.value));
        } else if (Long.parseLong(line.value) > MAX_MAX_AGE) {
            findings.add(line.aboutValue(MtaStsFindings.MAX_AGE_LONG, line.value));
        }
    }

    private void judgeMx(Line line, FindingList findings) {
        MxPattern.parse(line.value)
                .ifPresentOrElse(
                        pattern -> {
                            if (!patterns.add(pattern)) {
                                findings.add(
                                        line.aboutValue(MtaStsFindings.MX_DUPLICATE, line.value));
                            }
                        },
                        () -> findings.add(wrongMx(line)));
    }

    private static Finding wrongMx(Line line) {
        String value = line.value;
        if (value.chars().anyMatch(c -> c == ' ' || c == '\t' || c == ',' || c == ';')) {
            return line.aboutValue(MtaStsFindings.MX_SEVERAL, value);
        }
        if (value.chars().anyMatch(c -> c >= 0x80)) {
            return line.aboutValue(MtaStsFindings.MX_INTERNATIONAL, value, aLabels(value));
        }
        if (IpAddress.parse(value).isPresent() || value.startsWith("[")) {
            return line.aboutValue(MtaStsFindings.MX_ADDRESS, value);
        }
        if (value.endsWith(".") && MxPattern.parse(withoutLast(value)).isPresent()) {
            return line.aboutValue(MtaStsFindings.MX_TRAILING_DOT, value);
        }
        if (value.startsWith(".") && MxPattern.parse(value.substring(1)).isPresent()) {
            return line.aboutValue(MtaStsFindings.MX_LEADING_DOT, value);
        }
        return line.aboutValue(
                value.indexOf('*') >= 0 ? MtaStsFindings.MX_WILDCARD : MtaStsFindings.MX_MALFORMED,
                value);
    }

    private static String withoutLast(String value) {
        return value.substring(0, value.length() - 1);
    }

    private static FindingValue aLabels(String pattern) {
        boolean isWildcard = pattern.startsWith(MxPattern.WILDCARD);
        String name = isWildcard ? pattern.substring(MxPattern.WILDCARD.length()) : pattern;
        return DomainName.parse(name)
                .map(domain -> FindingValue.of((isWildcard ? MxPattern.WILDCARD : "") + domain))
                .orElseGet(FindingPhrase.MX_NAME::with);
    }

    private static void judgeOther(Line line, FindingList findings) {
        String lower = line.key.toLowerCase(Locale.ROOT);
        if (MEANINGS.containsKey(lower)) {
            findings.add(line.about(MtaStsFindings.KEY_CASE, line.key, lower));
        } else {
            findings.add(line.about(MtaStsFindings.KEY_UNKNOWN, line.key));
        }
    }

    private void judgeWhole() {
        if (!firsts.containsKey(MtaStsPolicy.VERSION)) {
            whole.add(MtaStsFindings.POLICY_VERSION_MISSING.with().about(MtaStsPolicy.VERSION));
        }
        if (!firsts.containsKey(MtaStsPolicy.MODE)) {
            whole.add(MtaStsFindings.MODE_MISSING.with().about(MtaStsPolicy.MODE));
        }
        if (!firsts.containsKey(MtaStsPolicy.MAX_AGE)) {
            whole.add(MtaStsFindings.MAX_AGE_MISSING.with().about(MtaStsPolicy.MAX_AGE));
        }
        String mode = first(MtaStsPolicy.MODE);
        if (!firsts.containsKey(MtaStsPolicy.MX) && !Mode.NONE.toString().equals(mode)) {
            whole.add(MtaStsFindings.MX_MISSING.with().about(MtaStsPolicy.MX));
        }
        judgeDuration(mode);
    }

    /**
     * Checks the duration. The required length depends on the mode: for none, a short time is
     * right.
     */
    private void judgeDuration(@Nullable String mode) {
        String maxAge = first(MtaStsPolicy.MAX_AGE);
        if (maxAge == null || Mode.NONE.toString().equals(mode)) {
            return;
        }
        long seconds = Long.parseLong(maxAge);
        if (seconds < DAY) {
            whole.add(MtaStsFindings.MAX_AGE_UNDER_A_DAY.with(seconds).about(MtaStsPolicy.MAX_AGE));
        } else if (seconds < TWO_WEEKS && Mode.ENFORCE.toString().equals(mode)) {
            whole.add(MtaStsFindings.MAX_AGE_SHORT.with(seconds).about(MtaStsPolicy.MAX_AGE));
        }
    }

    /** The value of a key's first line, where it is right. */
    private @Nullable String first(String key) {
        Integer place = firsts.get(key);
        return place == null || !tags.get(place).valid() ? null : tags.get(place).value();
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
