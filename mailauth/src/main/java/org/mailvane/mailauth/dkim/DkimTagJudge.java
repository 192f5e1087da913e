package org.mailvane.mailauth.dkim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.tag.TagList;
import org.mailvane.mailauth.tag.TagList.Entry;

/** Judges the values of the tags of one record (RFC 6376, section 3.6.1), each by its own rules. */
final class DkimTagJudge {

    private static final Set<String> KEY_TYPES = Set.of(KeyJudge.RSA, KeyJudge.ED25519);
    private static final Set<String> HASHES = Set.of("sha1", "sha256");
    private static final Set<String> SERVICES = Set.of("*", "email", "tlsrpt");
    private static final Set<String> MAIL_SERVICES = Set.of("*", "email");
    private static final Set<String> FLAGS = Set.of("y", "s");
    private static final Pattern BAD_NOTE = Pattern.compile("=(?![0-9A-F]{2})");

    private final TagList list;
    private final String keyType;
    private KeyJudge key = new KeyJudge(0, "");
    private boolean isRevoked;
    private boolean isTesting;

    DkimTagJudge(TagList list) {
        this.list = list;
        this.keyType =
                list.first("k").map(k -> k.value().toLowerCase(Locale.ROOT)).orElse(KeyJudge.RSA);
    }

    static boolean isKeyType(String value) {
        return KEY_TYPES.contains(value.toLowerCase(Locale.ROOT));
    }

    String keyType() {
        return keyType;
    }

    KeyJudge key() {
        return key;
    }

    boolean isRevoked() {
        return isRevoked;
    }

    boolean isTesting() {
        return isTesting;
    }

    /** Judges a tag; of one that is repeated, each time. */
    void judge(DkimTag tag, Entry entry, FindingList findings) {
        switch (tag) {
            case V -> judgeVersion(entry, findings);
            case H -> judgeHashes(entry, findings);
            case K -> judgeKeyType(entry, findings);
            case N -> judgeNote(entry, findings);
            case P -> judgeKey(entry, findings);
            case S -> judgeServices(entry, findings);
            case T -> judgeFlags(entry, findings);
            case G ->
                    findings.add(
                            at(
                                    entry,
                                    entry.value().isEmpty()
                                            ? DkimFindings.G_EMPTY.with()
                                            : DkimFindings.G_OBSOLETE.with()));
        }
    }

    private void judgeVersion(Entry entry, FindingList findings) {
        if (!entry.value().equals("DKIM1")) {
            findings.add(at(entry, DkimFindings.V_INVALID.with(entry.value())));
        }
        if (!entry.equals(list.entries().getFirst())) {
            findings.add(at(entry, DkimFindings.V_NOT_FIRST.with()));
        }
    }

    private static void judgeHashes(Entry entry, FindingList findings) {
        List<String> hashes = items(entry, HASHES, DkimFindings.H_UNKNOWN, findings);
        if (!hashes.contains("sha256")) {
            findings.add(
                    at(
                            entry,
                            hashes.contains("sha1")
                                    ? DkimFindings.H_SHA1_ONLY.with()
                                    : DkimFindings.H_NONE.with()));
        } else if (hashes.contains("sha1")) {
            findings.add(at(entry, DkimFindings.H_SHA1.with()));
        }
    }

    private static void judgeKeyType(Entry entry, FindingList findings) {
        if (!isKeyType(entry.value())) {
            findings.add(at(entry, DkimFindings.K_UNKNOWN.with(entry.value())));
        } else if (!KEY_TYPES.contains(entry.value())) {
            findings.add(at(entry, valueCase(entry.value())));
        }
    }

    private static void judgeNote(Entry entry, FindingList findings) {
        if (BAD_NOTE.matcher(entry.value()).find()) {
            findings.add(at(entry, DkimFindings.N_ENCODING.with()));
        }
    }

    private static void judgeServices(Entry entry, FindingList findings) {
        List<String> services = items(entry, SERVICES, DkimFindings.S_UNKNOWN, findings);
        if (services.stream().noneMatch(MAIL_SERVICES::contains)) {
            findings.add(
                    at(
                            entry,
                            services.contains("tlsrpt")
                                    ? DkimFindings.S_REPORTS_ONLY.with()
                                    : DkimFindings.S_NO_MAIL.with(entry.value())));
        }
    }

    private void judgeFlags(Entry entry, FindingList findings) {
        List<String> flags = items(entry, FLAGS, DkimFindings.T_UNKNOWN, findings);
        if (flags.contains("y")) {
            isTesting = true;
            findings.add(at(entry, DkimFindings.T_TESTING.with()));
        }
        if (flags.contains("s")) {
            findings.add(at(entry, DkimFindings.T_STRICT.with()));
        }
    }

    private void judgeKey(Entry entry, FindingList findings) {
        if (!entry.hasEquals()) {
            return;
        }
        if (entry.value().isEmpty()) {
            isRevoked = true;
            findings.add(at(entry, DkimFindings.P_REVOKED.with()));
            return;
        }
        Base64Text text = Base64Text.parse(entry.value());
        if (text.wrongAt() >= 0) {
            String wrong = Characters.shown(entry.value().charAt(text.wrongAt()));
            findings.add(
                    DkimFindings.P_CHARACTER
                            .with(wrong)
                            .about("p")
                            .at(entry.valuePosition() + text.wrongAt()));
        } else if (text.isIncomplete()) {
            findings.add(at(entry, DkimFindings.P_INCOMPLETE.with()));
        } else if (isKeyType(keyType)) {
            if (text.lacksPadding()) {
                findings.add(at(entry, DkimFindings.P_PADDING.with()));
            }
            FindingList ofKey = new FindingList();
            key = KeyJudge.of(keyType, text.octets(), ofKey);
            ofKey.toList().forEach(finding -> findings.add(at(entry, finding)));
        }
    }

    /** The items that are known, in lower case; what is wrong with the others is said. */
    private static List<String> items(
            Entry entry, Set<String> known, DkimFindings unknownKind, FindingList findings) {
        List<String> items = new ArrayList<>();
        boolean hasEmpty = false;
        for (String part : entry.value().split(":", -1)) {
            String item = part.strip();
            String lower = item.toLowerCase(Locale.ROOT);
            if (item.isEmpty()) {
                hasEmpty = true;
            } else if (!known.contains(lower)) {
                findings.add(at(entry, unknownKind.with(item)));
            } else {
                items.add(lower);
                if (!lower.equals(item)) {
                    findings.add(at(entry, valueCase(item)));
                }
            }
        }
        if (hasEmpty) {
            findings.add(at(entry, DkimFindings.LIST_ITEM_EMPTY.with(entry.name())));
        }
        return items;
    }

    private static Finding valueCase(String value) {
        return DkimFindings.VALUE_CASE.with(value, value.toLowerCase(Locale.ROOT));
    }

    private static Finding at(Entry entry, Finding finding) {
        return finding.about(entry.name()).at(entry.valuePosition());
    }
}
