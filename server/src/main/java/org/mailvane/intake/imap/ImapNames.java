package org.mailvane.intake.imap;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.imap.protocol.BASE64MailboxDecoder;
import org.eclipse.angus.mail.imap.protocol.BASE64MailboxEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Turns the names of mailboxes as an address has them, with slashes between their parts, into the
 * names that the server has for them: with its delimiter, and within the user's namespace (RFC
 * 2342; RFC 9051, sections 5.1 and 6.3.10).
 */
final class ImapNames {

    static final String INBOX = "INBOX";

    private static final String QUOTED = "\"((?:[^\"\\\\]++|\\\\.)*+)\"";

    /** Attributes, the delimiter, and the name: quoted, as an atom, or what announces a literal. */
    private static final Pattern LISTED =
            Pattern.compile(
                    "\\* LIST \\(([^)]*)\\) (?:" + QUOTED + "|NIL) (?:" + QUOTED + "|(\\S+)).*",
                    Pattern.CASE_INSENSITIVE);

    /** The first of the personal namespaces. */
    private static final Pattern PERSONAL =
            Pattern.compile(
                    "\\* NAMESPACE \\( ?\\(" + QUOTED + " (?:" + QUOTED + "|NIL).*",
                    Pattern.CASE_INSENSITIVE);

    private String delimiter = "/";

    /** What the names of the user's mailboxes begin with; null if the server does not say. */
    private @Nullable String prefix;

    private boolean utf8;

    /** From now on names are sent in UTF-8 (RFC 6855, section 3; RFC 9051, section 5.1). */
    void useUtf8() {
        utf8 = true;
    }

    /** Notes what an answer to LIST or NAMESPACE says of delimiter and prefix. */
    void note(String line) {
        Matcher personal = PERSONAL.matcher(line);
        Matcher listed = LISTED.matcher(line);
        String found = null;
        if (personal.matches()) {
            prefix = decoded(unescaped(personal.group(1)));
            found = personal.group(2);
        } else if (listed.matches()) {
            found = listed.group(2);
        }
        if (found != null && !found.isEmpty()) {
            delimiter = unescaped(found);
        }
    }

    /** Whether an answer to LIST says that there is a mailbox of this name. */
    boolean isListed(String line, String name) {
        Matcher listed = LISTED.matcher(line);
        if (!listed.matches()) {
            return false;
        }
        String attributes = listed.group(1).toUpperCase(Locale.ROOT);
        if (attributes.contains("\\NOSELECT") || attributes.contains("\\NONEXISTENT")) {
            return false;
        }
        String found =
                listed.group(3) != null
                        ? unescaped(listed.group(3))
                        : String.valueOf(listed.group(4));
        return found.startsWith("{") || isSame(decoded(found), name);
    }

    /**
     * Returns the names that a mailbox may have on the server: as it is written, and within the
     * user's namespace. A server that does not list namespaces may keep all below the inbox.
     */
    List<String> of(String name) {
        String own = inServersForm(name);
        String inbox = INBOX + delimiter;
        String within = prefix == null ? inbox : prefix;
        boolean whole =
                own.equals(INBOX)
                        || own.startsWith(inbox)
                        || own.regionMatches(true, 0, within, 0, within.length());
        return whole ? List.of(own) : List.of(own, within + own);
    }

    /** Returns the names by which a mailbox that is missing can be made. */
    List<String> ofNew(String name) {
        List<String> names = of(name);
        return prefix == null ? names : List.of(names.getLast());
    }

    private String inServersForm(String name) {
        List<String> parts =
                Arrays.stream(name.split("[/" + Pattern.quote(delimiter) + "]"))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.toList());
        if (!parts.isEmpty() && parts.getFirst().equalsIgnoreCase(INBOX)) {
            parts.set(0, INBOX);
        }
        return String.join(delimiter, parts);
    }

    /** Whether two names are of one mailbox; only those of the inbox ignore case. */
    static boolean isSame(String one, String other) {
        return one.equals(other) || (one.equalsIgnoreCase(INBOX) && other.equalsIgnoreCase(INBOX));
    }

    /** Returns a name as it is sent. RFC 3501, section 5.1.3: modified UTF-7. */
    String quoted(String name) {
        String sent = utf8 ? name : BASE64MailboxEncoder.encode(name);
        return "\"" + sent.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private String decoded(String name) {
        return utf8 ? name : BASE64MailboxDecoder.decode(name);
    }

    private static String unescaped(String quoted) {
        return quoted.replaceAll("\\\\(.)", "$1");
    }
}
