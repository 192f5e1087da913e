package org.mailvane.mailauth.bimi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TagList;
import org.mailvane.mailauth.tag.TagList.Entry;

/**
 * Reads BIMI records (draft-brand-indicators-for-message-identification, section 4.3). It never
 * throws. Receivers must not repair anything, so this parser does not either.
 */
final class BimiParser {

    private static final String VERSION = "BIMI1";

    /** The prefix that a mailbox name may have, as a label (section 4.5 of the draft). */
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9-]{1,63}");

    private static final Set<String> LOGO_SUFFIXES = Set.of(".svg", ".svgz", ".svg.gz");

    /** Names of pictures that no receiver takes. */
    private static final Set<String> OTHER_PICTURES =
            Set.of(
                    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".bmp", ".tif", ".tiff",
                    ".pdf");

    private static final String CERTIFICATE_SUFFIX = ".pem";

    private BimiParser() {}

    /** Whether receivers take a text for a BIMI record (section 7.2, step 4). */
    static boolean isBimi(String text) {
        List<Entry> entries = TagList.parse(text).entries();
        return !entries.isEmpty()
                && entries.getFirst().name().equals("v")
                && entries.getFirst().value().equals(VERSION);
    }

    static BimiRecord parse(String text) {
        TagList list = TagList.parse(text);
        FindingList findings = new FindingList();
        judgeWhole(list, findings);
        List<Entry> repeated = list.repeated();
        List<Tag> tags = new ArrayList<>();
        for (Entry entry : list.entries()) {
            tags.add(tag(entry, tags.isEmpty(), repeated.contains(entry)));
        }
        Optional<String> location = list.first("l").map(Entry::value);
        String authority = list.first("a").map(Entry::value).orElse("");
        boolean isDeclined = location.filter(String::isEmpty).isPresent() && authority.isEmpty();
        if (location.isEmpty()) {
            findings.add(BimiFindings.L_MISSING.with().about("l"));
        } else if (location.get().isEmpty() && !isDeclined) {
            findings.add(BimiFindings.L_EMPTY.with().about("l"));
        } else if (!isDeclined && authority.isEmpty()) {
            findings.add(BimiFindings.A_MISSING.with().about("a"));
        }
        return new BimiRecord(
                text,
                isBimi(text),
                location.filter(BimiParser::isPicture).map(BimiParser::fetchable).orElse(""),
                fetchable(authority),
                isDeclined,
                !findings.hasErrors() && tags.stream().allMatch(Tag::valid),
                tags,
                findings.toList());
    }

    private static boolean isPicture(String address) {
        return !OTHER_PICTURES.contains(WebFile.suffix(address));
    }

    private static String fetchable(String address) {
        return address.isEmpty() || WebFile.problem(address).isPresent() ? "" : address;
    }

    private static void judgeWhole(TagList list, FindingList findings) {
        if (list.entries().isEmpty() || !list.entries().getFirst().name().equals("v")) {
            findings.add(BimiFindings.V_MISSING.with().about("v").at(0));
        }
        if (list.isCut()) {
            findings.add(BimiFindings.TAG_MANY, TagList.MAX_ENTRIES);
        }
        if (list.emptyPieces()) {
            findings.add(BimiFindings.TAG_EMPTY);
        }
    }

    private static Tag tag(Entry entry, boolean isFirst, boolean isRepeated) {
        FindingList findings = new FindingList();
        Optional<BimiTag> known = BimiTag.of(entry.name());
        if (!entry.hasEquals() || entry.name().isEmpty()) {
            findings.add(of(BimiFindings.TAG_SYNTAX.with(entry.name()), entry));
        } else if (isRepeated) {
            findings.add(of(BimiFindings.TAG_REPEATED.with(entry.name()), entry));
        } else if (known.isPresent()) {
            judgeValue(known.get(), entry, isFirst, findings);
        } else {
            findings.add(
                    of(
                            BimiTag.ofAnyCase(entry.name())
                                    .map(tag -> BimiFindings.TAG_CASE.with(entry.name(), tag.key()))
                                    .orElseGet(() -> BimiFindings.TAG_UNKNOWN.with(entry.name())),
                            entry));
        }
        return Tag.of(entry.name(), entry.value(), known.map(BimiTag::meaning), findings);
    }

    private static void judgeValue(
            BimiTag tag, Entry entry, boolean isFirst, FindingList findings) {
        String value = entry.value();
        switch (tag) {
            case V -> {
                if (isFirst && !value.equals(VERSION)) {
                    findings.add(atValue(BimiFindings.V_VALUE.with(value), entry));
                }
            }
            case L, A -> {
                if (!value.isEmpty()) {
                    WebFile.problem(value)
                            .or(() -> judgeSuffix(tag, value))
                            .ifPresent(finding -> findings.add(atValue(finding, entry)));
                }
            }
            case LPS -> judgePrefixes(entry, findings);
            case AVP -> {
                if (!value.equals("brand") && !value.equals("personal")) {
                    findings.add(atValue(BimiFindings.AVP_VALUE.with(value), entry));
                }
            }
        }
    }

    private static Optional<Finding> judgeSuffix(BimiTag tag, String address) {
        String suffix = WebFile.suffix(address);
        if (tag == BimiTag.A) {
            return suffix.equals(CERTIFICATE_SUFFIX)
                    ? Optional.empty()
                    : Optional.of(BimiFindings.URL_SUFFIX.with(address, CERTIFICATE_SUFFIX));
        }
        if (OTHER_PICTURES.contains(suffix)) {
            return Optional.of(BimiFindings.URL_SUFFIX_IMAGE.with(suffix));
        }
        return LOGO_SUFFIXES.contains(suffix)
                ? Optional.empty()
                : Optional.of(BimiFindings.URL_SUFFIX.with(address, ".svg"));
    }

    private static void judgePrefixes(Entry entry, FindingList findings) {
        if (!entry.value().isEmpty()) {
            for (String prefix : entry.value().split(",", -1)) {
                if (!PREFIX.matcher(prefix.strip()).matches()) {
                    findings.add(atValue(BimiFindings.LPS_VALUE.with(prefix.strip()), entry));
                }
            }
        }
        if (!findings.hasErrors()) {
            findings.add(atValue(BimiFindings.LPS_SET.with(), entry));
        }
    }

    private static Finding of(Finding finding, Entry entry) {
        return finding.about(entry.name()).at(entry.position());
    }

    private static Finding atValue(Finding finding, Entry entry) {
        return finding.about(entry.name()).at(entry.valuePosition());
    }
}
