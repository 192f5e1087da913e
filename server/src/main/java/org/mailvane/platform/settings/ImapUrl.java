package org.mailvane.platform.settings;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox that reports are read from, taken apart.
 *
 * @param tls whether the connection is encrypted from its begin ({@code imaps}); else it becomes so
 *     by STARTTLS, which only a server on this machine may lack
 * @param host the server's name or address
 * @param port its port
 * @param user the name to sign in with
 * @param password its password; empty where {@code oauth} is used
 * @param folder the mailbox's name, {@code INBOX} where none is given
 * @param account the account that its mails are for; empty where there is only one
 * @param oauth the name of the OAuth settings to sign in by; empty for the password
 * @param moveTo the mailbox to which mails are moved once they are taken over; empty: they stay
 */
public record ImapUrl(
        boolean tls,
        String host,
        int port,
        String user,
        String password,
        String folder,
        OptionalLong account,
        String oauth,
        String moveTo) {

    /** Most mailboxes of one installation: each has a separate connection. */
    public static final int MAX_MAILBOXES = 100;

    private static final String INBOX = "INBOX";

    /** By hand, as {@link MailUrl}; the last at sign ends the user's name. */
    private static final Pattern FORM =
            Pattern.compile(
                    "imap(?<tls>s)?://(?<user>[^:/?#\\s]+)(?::(?<password>[^/?#\\s]+))?@"
                            + "(?<host>\\[[0-9A-Fa-f:.]+]|[^:@/?#\\s\\[\\]]+)(?::(?<port>\\d{1,5}))?"
                            + "(?:/(?<folder>[^?#\\s]*))?(?:\\?(?<options>[^?#\\s]*))?");

    private static final Pattern BETWEEN = Pattern.compile("\\s+");
    private static final Pattern ACCOUNT = Pattern.compile("[1-9]\\d{0,17}");
    private static final Pattern OAUTH_NAME = Pattern.compile("[A-Z0-9_]+");

    /** RFC 9051, section 11.1, and RFC 8314, section 3.2. */
    private static final String IMAP_PORT = "143";

    private static final String IMAPS_PORT = "993";

    static final int MAX_PORT = 65_535;

    /**
     * Reads addresses with blanks between them.
     *
     * @throws IllegalArgumentException with what is wrong, and never with a password
     */
    static List<ImapUrl> parse(String text) {
        List<ImapUrl> urls = new ArrayList<>();
        Set<List<Object>> mailboxes = new HashSet<>();
        Map<String, OptionalLong> accounts = new HashMap<>();
        for (String one : BETWEEN.splitAsStream(text.strip()).toList()) {
            ImapUrl url = one(one);
            if (!mailboxes.add(
                    List.of(url.host, url.portOfServer(), url.user, plain(url.folder)))) {
                throw new IllegalArgumentException("the mailbox " + url + " is listed twice");
            }
            OptionalLong other = accounts.put(url.oauth, url.account);
            if (!url.oauth.isEmpty() && other != null && !other.equals(url.account)) {
                throw new IllegalArgumentException(
                        "mailboxes of different accounts can't share oauth=" + url.oauth);
            }
            urls.add(url);
        }
        if (urls.size() > MAX_MAILBOXES) {
            throw new IllegalArgumentException(
                    "must be at most %d mailboxes; there are %d"
                            .formatted(MAX_MAILBOXES, urls.size()));
        }
        return List.copyOf(urls);
    }

    private static ImapUrl one(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "must be imaps://user:password@host:port/Folder?account=ID, separated by"
                            + " spaces. In user, password and folder, write / ? # % and spaces as %2F"
                            + " %3F %23 %25 %20");
        }
        boolean tls = parts.group("tls") != null;
        String host = parts.group("host");
        String usual = tls ? IMAPS_PORT : IMAP_PORT;
        int port = Integer.parseInt(Objects.requireNonNullElse(parts.group("port"), usual));
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("must have a port from 1 to " + MAX_PORT);
        }
        Map<String, String> options = options(parts.group("options"));
        String folder = decoded(parts.group("folder"));
        ImapUrl url =
                new ImapUrl(
                        tls,
                        host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                        port,
                        decoded(parts.group("user")),
                        decoded(parts.group("password")),
                        plain(folder).isEmpty() || plain(folder).equals(INBOX) ? INBOX : folder,
                        account(options.remove("account")),
                        Objects.requireNonNullElse(options.remove("oauth"), ""),
                        Objects.requireNonNullElse(options.remove("move"), ""));
        if (!options.isEmpty()) {
            throw new IllegalArgumentException(
                    "\""
                            + options.keySet().iterator().next()
                            + "\" is not an option. Use account, oauth or move");
        }
        url.check();
        return url;
    }

    private void check() {
        if (oauth.isEmpty() == password.isEmpty()) {
            throw new IllegalArgumentException(
                    "must have either a password or oauth=NAME; "
                            + this
                            + " has "
                            + (oauth.isEmpty() ? "none of them" : "both"));
        }
        if (!oauth.isEmpty() && !OAUTH_NAME.matcher(oauth).matches()) {
            throw new IllegalArgumentException(
                    "oauth=\"" + oauth + "\" must consist of capital letters, digits and _");
        }
        if (!moveTo.isEmpty() && plain(moveTo).isEmpty()) {
            throw new IllegalArgumentException("move=\"" + moveTo + "\" is not a mailbox name");
        }
        if (plain(moveTo).equals(plain(folder))) {
            throw new IllegalArgumentException(
                    "can't move emails of " + this + " to the same folder");
        }
        for (String part : List.of(user, password, folder, moveTo)) {
            if (part.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException(
                        "must not contain control characters, as in " + this);
            }
        }
    }

    /** A mailbox's name without slashes that part nothing; the inbox has its name in any case. */
    private static String plain(String name) {
        String plain =
                Arrays.stream(name.split("/"))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining("/"));
        return plain.equalsIgnoreCase(INBOX) ? INBOX : plain;
    }

    private static Map<String, String> options(@Nullable String text) {
        Map<String, String> options = new HashMap<>();
        if (text == null || text.isEmpty()) {
            return options;
        }
        for (String option : text.split("&", -1)) {
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            if (equals < 0 || equals == option.length() - 1) {
                throw new IllegalArgumentException("the option \"" + name + "\" has no value");
            }
            if (options.put(name, decoded(option.substring(equals + 1))) != null) {
                throw new IllegalArgumentException("the option \"" + name + "\" is set twice");
            }
        }
        return options;
    }

    private static OptionalLong account(@Nullable String text) {
        if (text == null) {
            return OptionalLong.empty();
        }
        if (!ACCOUNT.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "account=\"" + text + "\" must be the ID of an account");
        }
        return OptionalLong.of(Long.parseLong(text));
    }

    /**
     * Returns the port, or 0 for both of the usual ones: they are of one server, whose mailboxes
     * are the same by either.
     */
    public int portOfServer() {
        int usual = Integer.parseInt(tls ? IMAPS_PORT : IMAP_PORT);
        return port == usual ? 0 : port;
    }

    /** Returns the mailbox for a person; with its port where another one has the same name. */
    public String nameAmong(List<ImapUrl> all) {
        String name = toString();
        boolean alike =
                all.stream()
                        .anyMatch(other -> !other.equals(this) && other.toString().equals(name));
        return alike ? "%s at %s:%d, %s".formatted(user, host, port, folder) : name;
    }

    /** Whether the server is on this machine, so that nobody listens on the way to it. */
    public boolean isLoopback() {
        return MailUrl.isLoopback(host);
    }

    private static String decoded(@Nullable String text) {
        try {
            // In these parts of an address a plus sign is itself, unlike in a form.
            return text == null
                    ? ""
                    : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException badlyEncoded) {
            throw new IllegalArgumentException(
                    "must have two hexadecimal digits after each %; write % as %25", badlyEncoded);
        }
    }

    /** The mailbox for a person, without its password. */
    @Override
    public String toString() {
        return user + " at " + host + ", " + folder;
    }
}
