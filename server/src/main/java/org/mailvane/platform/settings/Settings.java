package org.mailvane.platform.settings;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.platform.settings.OAuthClient.Part;

/**
 * The effective settings of one run: for each its value and where that came from.
 *
 * <p>They are read once, by {@link SettingsReader}, and do not change while the program runs.
 */
public final class Settings {

    /** Addresses to listen on that mean all of a machine's. */
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "*");

    private static final Pattern LOOPBACK = Pattern.compile("::1|127(\\.\\d{1,3}){3}");
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private final Map<Setting, Value> values;
    private final Map<String, Map<Part, OAuthValue>> oauth;

    Settings(Map<Setting, Value> values, Map<String, Map<Part, OAuthValue>> oauth) {
        this.values = new EnumMap<>(values);
        this.oauth = oauth;
    }

    /**
     * A value and its origin.
     *
     * @param setting which one
     * @param text the value
     * @param origin for a person: {@code default}, {@code environment}, {@code flag --name}, {@code
     *     FILE:LINE}
     */
    public record Value(Setting setting, String text, String origin) {}

    /** Every setting with its value, in the order of {@link Setting}. */
    public List<Value> all() {
        return List.copyOf(values.values());
    }

    /**
     * A setting that is separate for each mailbox provider.
     *
     * @param variable its name
     * @param part which one
     * @param text the value
     * @param origin for a person, as of {@link Value}
     */
    public record OAuthValue(String variable, Part part, String text, String origin) {

        /** The value as it may be shown. */
        public String masked() {
            return part.isSecret() && !text.isEmpty() ? "***" : text;
        }
    }

    /** The settings of all mailbox providers. */
    public List<OAuthValue> allOAuth() {
        return oauth.values().stream().flatMap(parts -> parts.values().stream()).toList();
    }

    /**
     * What a mailbox provider gave out.
     *
     * @param name as {@link ImapUrl#oauth} says it, which was checked when the settings were read
     */
    public OAuthClient oauth(String name) {
        Map<Part, OAuthValue> parts = oauth.getOrDefault(name, Map.of());
        return new OAuthClient(
                name,
                URI.create(text(parts, Part.TOKEN_URL)),
                text(parts, Part.CLIENT_ID),
                text(parts, Part.CLIENT_SECRET),
                text(parts, Part.REFRESH_TOKEN));
    }

    private static String text(Map<Part, OAuthValue> parts, Part part) {
        OAuthValue value = parts.get(part);
        return value == null ? "" : value.text();
    }

    /** The mailboxes that reports are read from. */
    public List<ImapUrl> imapUrls() {
        String urls = text(Setting.IMAP_URLS);
        return urls.isEmpty() ? List.of() : ImapUrl.parse(urls);
    }

    /** The folders whose new files are taken in. */
    public List<WatchDir> watchDirs() {
        String folders = text(Setting.WATCH_DIRS);
        return folders.isEmpty() ? List.of() : WatchDir.parse(folders);
    }

    /**
     * As {@link #watchDirs}, for who is going to take files from them.
     *
     * @throws SettingsException when one is not there or can't be used
     */
    public List<WatchDir> usableWatchDirs() {
        List<WatchDir> folders = watchDirs();
        List<String> problems =
                folders.stream()
                        .flatMap(folder -> folder.problem().stream())
                        .map(problem -> Setting.WATCH_DIRS.variable() + ": " + problem)
                        .toList();
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return folders;
    }

    /** The folder of everything that this installation keeps on disk. */
    public Path dataDir() {
        return Path.of(text(Setting.DATA_DIR)).toAbsolutePath().normalize();
    }

    /** Where outgoing mails are written while no server takes them. */
    public Path outbox() {
        return dataDir().resolve("outbox");
    }

    /** The configured database server; empty for the embedded one. */
    public Optional<DatabaseUrl> database() {
        return DatabaseUrl.parse(text(Setting.DATABASE_URL));
    }

    /** The host that HTTP listens on. */
    public String httpHost() {
        return host(text(Setting.HTTP_ADDRESS));
    }

    /** The port that HTTP listens on; 0 lets the system choose one. */
    public int httpPort() {
        return port(text(Setting.HTTP_ADDRESS));
    }

    /** Whether report mail is received by SMTP. */
    public boolean hasSmtp() {
        return !text(Setting.SMTP_LISTEN).isEmpty();
    }

    /** The host that SMTP listens on, where it does. */
    public String smtpHost() {
        return host(text(Setting.SMTP_LISTEN));
    }

    /** The port that SMTP listens on, where it does; 0 lets the system choose one. */
    public int smtpPort() {
        return port(text(Setting.SMTP_LISTEN));
    }

    /** Where the certificate and the key for STARTTLS lie; empty: it is not offered. */
    public Optional<ServerIdentity.Files> smtpIdentity() {
        String certificate = text(Setting.SMTP_CERTIFICATE);
        return certificate.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new ServerIdentity.Files(
                                Path.of(certificate), Path.of(text(Setting.SMTP_KEY))));
    }

    private static String host(String address) {
        String host = address.substring(0, address.lastIndexOf(':'));
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** Base of every link, without a slash at its end; empty: made from the listening address. */
    public Optional<URI> publicUrl() {
        String url = text(Setting.PUBLIC_URL);
        return url.isEmpty()
                ? Optional.empty()
                : Optional.of(URI.create(url.replaceAll("/+$", "")));
    }

    /** Domain of report addresses; of a server known by its number, {@code [192.0.2.1]}. */
    public String intakeDomain() {
        String domain = text(Setting.INTAKE_DOMAIN);
        if (!domain.isEmpty()) {
            return domain;
        }
        String host = publicUrl().map(URI::getHost).orElseGet(this::httpHost);
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        if (EVERYWHERE.contains(bare) || LOOPBACK.matcher(bare).matches()) {
            return "localhost";
        }
        // RFC 5321, section 4.1.3.
        return bare.contains(":")
                ? "[IPv6:" + bare + "]"
                : IPV4.matcher(bare).matches() ? "[" + bare + "]" : bare;
    }

    /** The server that outgoing mail is given to; empty: it is written into a folder. */
    public Optional<MailUrl> mailUrl() {
        return MailUrl.parse(text(Setting.MAIL_URL));
    }

    /** Sender of outgoing mail. */
    public String mailFrom() {
        String from = text(Setting.MAIL_FROM);
        return from.isEmpty() ? "mailvane@" + intakeDomain() : from;
    }

    /** Whether people may sign in through an identity provider. */
    public boolean hasIdentityProvider() {
        return !text(Setting.OIDC_ISSUER).isEmpty();
    }

    /**
     * Returns the issuer of the identity provider, as in its discovery document; empty for none.
     */
    public String oidcIssuer() {
        return text(Setting.OIDC_ISSUER);
    }

    /** What this installation is called there. */
    public String oidcClientId() {
        return text(Setting.OIDC_CLIENT_ID);
    }

    /** How it shows there that it is the one; empty where it does not. */
    public String oidcClientSecret() {
        return text(Setting.OIDC_CLIENT_SECRET);
    }

    /** Receivers whose Authentication-Results fields in mailboxes are trusted (RFC 8601). */
    public Set<String> authenticationResults() {
        return AuthservIds.parse(text(Setting.AUTHENTICATION_RESULTS));
    }

    /** Proxies whose word about a request's sender and address counts. */
    public Networks trustedProxies() {
        return Networks.parse(text(Setting.TRUSTED_PROXIES));
    }

    /**
     * The servers that DNS is asked of; empty: the system's.
     *
     * @throws SettingsException when one is given by a name without an address
     */
    public List<InetSocketAddress> dnsServers() {
        try {
            return DnsServers.resolved(DnsServers.parse(text(Setting.DNS_SERVERS)));
        } catch (IllegalArgumentException unknown) {
            throw new SettingsException(
                    List.of(Setting.DNS_SERVERS.variable() + ": " + unknown.getMessage()));
        }
    }

    /** Returns the networks that are fetched from although they are not public. */
    public List<IpNetwork> fetchAllowed() {
        return Networks.parse(text(Setting.FETCH_ALLOW)).toList();
    }

    /**
     * Certificates that are trusted when fetching, besides the JVM's own.
     *
     * @throws IllegalArgumentException when the file has become unreadable meanwhile
     */
    public List<X509Certificate> fetchAuthorities() {
        String file = text(Setting.FETCH_CA_FILE);
        return file.isEmpty() ? List.of() : Certificates.read(Path.of(file));
    }

    /**
     * The file that says in which countries addresses are; empty for the one that comes with the
     * program.
     *
     * @throws SettingsException when it has become unusable meanwhile
     */
    public Optional<AddressFile> countryFile() {
        return addressFile(Setting.COUNTRY_DB);
    }

    /**
     * The file that says whose networks addresses are of; empty where there is none.
     *
     * @throws SettingsException when it has become unusable meanwhile
     */
    public Optional<AddressFile> networkFile() {
        return addressFile(Setting.ASN_DB);
    }

    private Optional<AddressFile> addressFile(Setting setting) {
        String file = text(setting);
        try {
            return file.isEmpty() ? Optional.empty() : Optional.of(AddressFile.read(Path.of(file)));
        } catch (IllegalArgumentException unusable) {
            throw new SettingsException(
                    List.of(
                            "%s: %s %s"
                                    .formatted(setting.variable(), file, unusable.getMessage())));
        }
    }

    /** The port of HTTPS when fetching. */
    public int fetchHttpsPort() {
        return Integer.parseInt(text(Setting.FETCH_HTTPS_PORT));
    }

    /** Calls a minute that each address has without a token; 0 for any number. */
    public int anonymousRate() {
        return Integer.parseInt(text(Setting.RATE_ANONYMOUS));
    }

    /** Calls a minute that each token has; 0 for any number. */
    public int tokenRate() {
        return Integer.parseInt(text(Setting.RATE_TOKEN));
    }

    /** Bytes of the largest unpacked report. */
    public long decompressedLimit() {
        return Long.parseLong(text(Setting.DECOMPRESSED_LIMIT_MB)) << 20;
    }

    /** Whether bodies of the mails that failure reports show are kept. */
    public boolean keepFailureBodies() {
        return text(Setting.KEEP_FAILURE_BODIES).equals("on");
    }

    /** Whether domains' records are looked up by themselves. */
    public boolean watchesDns() {
        return text(Setting.MONITOR).equals("on");
    }

    /** Days that messages, and what the ledger says of them, are kept; 0 for ever. */
    public int rawRetentionDays() {
        return Integer.parseInt(text(Setting.RAW_RETENTION_DAYS));
    }

    /** Days that rows are kept; 0 for ever. */
    public int retentionDays() {
        return Integer.parseInt(text(Setting.RETENTION_DAYS));
    }

    private String text(Setting setting) {
        Value value = values.get(setting);
        if (value == null) {
            throw new IllegalStateException(setting + " was not read");
        }
        return value.text();
    }
}
