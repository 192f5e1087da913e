package org.mailvane.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.text.Language;
import org.mailvane.text.MessageFormatter;

/** What is set where, which of it counts, and what is said of what can't be used. */
class SettingsReaderTest {

    @TempDir Path temp;

    private final Map<Setting, String> flags = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private Path file;

    @BeforeEach
    void prepare() {
        environment.put("MAILVANE_DATA_DIR", temp.toString());
        file = temp.resolve(SettingsReader.FILE_NAME);
    }

    @Test
    void withoutAnythingEverySettingHasItsDefaultAndThatCanBeUsed() {
        environment.clear();
        flags.put(Setting.DATA_DIR, temp.resolve("nowhere").toString());
        Settings settings = read();
        assertThat(settings.all()).hasSize(Setting.values().length);
        assertThat(settings.all())
                .filteredOn(value -> value.setting() != Setting.DATA_DIR)
                .allSatisfy(value -> {
                    assertThat(value.origin()).isEqualTo("default");
                    assertThat(value.text()).isEqualTo(value.setting().defaultValue());
                    assertThat(value.setting().problemOf(value.text())).isNull();
                });
        assertThat(settings.httpHost()).isEqualTo("127.0.0.1");
        assertThat(settings.httpPort()).isEqualTo(8080);
        assertThat(settings.database()).isEmpty();
        assertThat(settings.publicUrl()).isEmpty();
        assertThat(settings.retentionDays()).isZero();
        assertThat(settings.decompressedLimit()).isEqualTo(256L << 20);
    }

    @Test
    void flagGoesBeforeEnvironmentBeforeFileBeforeDefault() throws IOException {
        write(
                "MAILVANE_HTTP_ADDRESS=127.0.0.1:1",
                "MAILVANE_RETENTION_DAYS=10",
                "MAILVANE_MONITOR=off");
        environment.put("MAILVANE_HTTP_ADDRESS", "127.0.0.1:2");
        environment.put("MAILVANE_RETENTION_DAYS", "20");
        flags.put(Setting.HTTP_ADDRESS, "127.0.0.1:3");
        assertThat(value(Setting.HTTP_ADDRESS)).isEqualTo("127.0.0.1:3 (flag --http-address)");
        assertThat(value(Setting.RETENTION_DAYS)).isEqualTo("20 (environment)");
        assertThat(value(Setting.MONITOR)).isEqualTo("off (" + file + ":3)");
        assertThat(value(Setting.RATE_TOKEN)).isEqualTo("1200 (default)");
    }

    @Test
    void namedFileIsReadInPlaceOfTheDataDirectorys() throws IOException {
        write("MAILVANE_MONITOR=off");
        Path named = temp.resolve("other.conf");
        Files.writeString(named, "MAILVANE_RETENTION_DAYS=7\n");
        Settings settings = SettingsReader.read(flags, environment, named);
        assertThat(settings.retentionDays()).isEqualTo(7);
        assertThat(settings.all())
                .filteredOn(value -> value.setting() == Setting.MONITOR)
                .singleElement()
                .satisfies(value -> assertThat(value.text()).isEqualTo("on"));
    }

    @Test
    void namedFileMustBeThereTheDataDirectorysNeedNot() {
        Path missing = temp.resolve("missing.conf");
        assertThat(problems(missing)).singleElement().asString().contains(missing.toString());
        assertThat(read().all()).isNotEmpty();
    }

    @Test
    void fileHasCommentsQuotesBlanksAndAnyLineEnd() throws IOException {
        Files.writeString(
                file,
                String.join(
                        "\r\n",
                        "\ufeffMAILVANE_MONITOR=off",
                        "# a comment = not a setting",
                        "",
                        "  MAILVANE_INTAKE_DOMAIN = \"reports.example\"  ",
                        "MAILVANE_OIDC_ISSUER='it''s'",
                        "MAILVANE_WATCH_DIRS=\"open\nMAILVANE_DNS_SERVERS=",
                        "MAILVANE_OIDC_CLIENT_ID=a # no comment"));
        assertThat(text(Setting.MONITOR)).isEqualTo("off");
        assertThat(text(Setting.INTAKE_DOMAIN)).isEqualTo("reports.example");
        assertThat(text(Setting.OIDC_ISSUER)).isEqualTo("it''s");
        assertThat(text(Setting.WATCH_DIRS)).isEqualTo("\"open");
        assertThat(text(Setting.DNS_SERVERS)).isEmpty();
        assertThat(text(Setting.OIDC_CLIENT_ID)).endsWith("# no comment");
    }

    @Test
    void valueIsReadFromAFile() throws IOException {
        Path secret = temp.resolve("url");
        Files.writeString(secret, "postgresql://mailvane:pa%20ss@db.example/mailvane\n");
        environment.put("MAILVANE_DATABASE_URL_FILE", secret.toString());
        assertThat(read().database().orElseThrow().password()).isEqualTo("pa ss");
        assertThat(value(Setting.DATABASE_URL)).endsWith("(environment, " + secret + ")");
    }

    @Test
    void valueFromAFileIsCheckedAndMaskedLikeAnyOther() throws IOException {
        Path secret = temp.resolve("url");
        Files.writeString(secret, "mysql://mailvane:hush@db.example/mailvane\n");
        environment.put("MAILVANE_DATABASE_URL_FILE", secret.toString());
        assertThat(problems())
                .singleElement()
                .asString()
                .contains(
                        "MAILVANE_DATABASE_URL",
                        secret.toString(),
                        "mysql://mailvane:***@",
                        "must be")
                .doesNotContain("hush");
    }

    @Test
    void flagGoesBeforeAValueFromAFileOfTheEnvironment() throws IOException {
        Path number = temp.resolve("number");
        Files.writeString(number, "5");
        environment.put("MAILVANE_RETENTION_DAYS_FILE", number.toString());
        flags.put(Setting.RETENTION_DAYS, "6");
        assertThat(read().retentionDays()).isEqualTo(6);
    }

    @Test
    void unknownNameIsToldWithTheNearestKnownOne() throws IOException {
        write("MAILVANE_HTTP_ADRESS=127.0.0.1:1", "HTTP_ADDRESS=127.0.0.1:1");
        environment.put("MAILVANE_RETENTION_DAY", "1");
        environment.put("MAILVANE_DATABASE_URI_FILE", "x");
        assertThat(problems())
                .containsExactly(
                        "MAILVANE_DATABASE_URI_FILE (environment) is not a setting. Did you mean"
                                + " MAILVANE_DATABASE_URL?",
                        "MAILVANE_RETENTION_DAY (environment) is not a setting. Did you mean"
                                + " MAILVANE_RETENTION_DAYS?",
                        "MAILVANE_HTTP_ADRESS ("
                                + file
                                + ":1) is not a setting. Did you mean"
                                + " MAILVANE_HTTP_ADDRESS?",
                        "HTTP_ADDRESS ("
                                + file
                                + ":2) is not a setting. Did you mean"
                                + " MAILVANE_HTTP_ADDRESS?");
    }

    @Test
    void othersNamesInTheEnvironmentAreNoneOfOurBusiness() {
        environment.put("MAIL", "/var/mail/ann");
        environment.put("mailvane_http_address", "nonsense");
        assertThat(text(Setting.HTTP_ADDRESS)).isEqualTo("127.0.0.1:8080");
    }

    @Test
    void settingsOfMailboxProvidersAreKnown() throws IOException {
        Path secret = temp.resolve("secret");
        Files.writeString(secret, "hush\n");
        environment.put("MAILVANE_OAUTH_BIGMAIL_TOKEN_URL", "https://login.example/token");
        environment.put("MAILVANE_OAUTH_BIGMAIL_CLIENT_SECRET_FILE", secret.toString());
        write(
                "MAILVANE_OAUTH_BIG_MAIL_CLIENT_ID=1",
                "MAILVANE_OAUTH_BIGMAIL_REFRESH_TOKEN=2",
                "MAILVANE_OAUTH_BIGMAIL_CLIENT_ID=3");
        Settings settings = read();
        assertThat(settings.all()).hasSize(Setting.values().length);
        OAuthClient client = settings.oauth("BIGMAIL");
        assertThat(client.tokenUrl()).hasToString("https://login.example/token");
        assertThat(client.clientId()).isEqualTo("3");
        assertThat(client.clientSecret()).isEqualTo("hush");
        assertThat(client.refreshToken()).isEqualTo("2");
        assertThat(settings.allOAuth().stream().map(v -> v.variable() + "=" + v.masked()))
                .containsExactly(
                        "MAILVANE_OAUTH_BIGMAIL_TOKEN_URL=https://login.example/token",
                        "MAILVANE_OAUTH_BIGMAIL_CLIENT_ID=3",
                        "MAILVANE_OAUTH_BIGMAIL_CLIENT_SECRET=***",
                        "MAILVANE_OAUTH_BIGMAIL_REFRESH_TOKEN=***",
                        "MAILVANE_OAUTH_BIG_MAIL_CLIENT_ID=1");
        environment.put("MAILVANE_OAUTH_BIGMAIL_TOKEN", "x");
        assertThat(problems())
                .singleElement()
                .asString()
                .startsWith("MAILVANE_OAUTH_BIGMAIL_TOKEN ");
    }

    @Test
    void whatAMailboxNeedsOfItsProviderMustBeThere() {
        environment.put("MAILVANE_OAUTH_BIG_CLIENT_ID", "1");
        flags.put(Setting.IMAP_URLS, "imaps://ann@imap.example?oauth=BIG");
        assertThat(problems())
                .containsExactly(
                        "MAILVANE_IMAP_URLS names oauth=BIG, but there is no"
                                + " MAILVANE_OAUTH_BIG_TOKEN_URL, no MAILVANE_OAUTH_BIG_REFRESH_TOKEN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://login.example/token",
                "https://ann:hush@login.example/token",
                "ftp://login.example",
                "login.example"
            })
    void secretsGoToATokenEndpointEncryptedOrNotAtAll(String url) {
        environment.put("MAILVANE_OAUTH_BIG_TOKEN_URL", url);
        assertThat(problems())
                .containsExactly(
                        "MAILVANE_OAUTH_BIG_TOKEN_URL (environment) must be an https URL, for"
                                + " example https://login.example.com/token");
        environment.put("MAILVANE_OAUTH_BIG_TOKEN_URL", "http://127.0.0.1:8000/token");
        read();
    }

    @Test
    void mailboxesAreTakenApart() {
        flags.put(
                Setting.IMAP_URLS,
                "imaps://ann@example.com:p@s+s%2F@imap.example.com/Reports/D%C3%BCrr?account=7&move=Done"
                        + "\n imap://b%20b:%25@[::1]:1143 imaps://c:d@e/inbox?account=1");
        List<ImapUrl> urls = read().imapUrls();
        assertThat(urls)
                .containsExactly(
                        new ImapUrl(
                                true,
                                "imap.example.com",
                                993,
                                "ann@example.com",
                                "p@s+s/",
                                "Reports/D\u00fcrr",
                                OptionalLong.of(7),
                                "",
                                "Done"),
                        new ImapUrl(
                                false,
                                "::1",
                                1143,
                                "b b",
                                "%",
                                "INBOX",
                                OptionalLong.empty(),
                                "",
                                ""),
                        new ImapUrl(true, "e", 993, "c", "d", "INBOX", OptionalLong.of(1), "", ""));
        assertThat(urls.getFirst())
                .hasToString("ann@example.com at imap.example.com, Reports/D\u00fcrr");
        assertThat(urls.get(1).isLoopback()).isTrue();
        assertThat(urls.getFirst().isLoopback()).isFalse();
    }

    @Test
    void mailboxesThatDifferInThePortOnlyAreToldApart() {
        flags.put(
                Setting.IMAP_URLS,
                "imap://a:b@h:1143/ imap://a:b@h:2143/ imaps://a:b@h/ imaps://c:d@h:1993/");
        List<ImapUrl> urls = read().imapUrls();
        assertThat(urls.stream().map(url -> url.nameAmong(urls)))
                .containsExactly(
                        "a at h:1143, INBOX",
                        "a at h:2143, INBOX",
                        "a at h:993, INBOX",
                        "c at h, INBOX");
    }

    @ParameterizedTest
    @CsvSource({
        "imap.example.com, must be imaps://user:password@host:port/Folder",
        "imaps://ann@h/, 'must have either a password or oauth=NAME; ann at h, INBOX has none'",
        "imaps://ann:hush@h/?oauth=BIG, ann at h%s INBOX has both",
        "imaps://ann@h/?oauth=big, must consist of capital letters",
        "imaps://ann:hush@h:70000/, must have a port from 1 to 65535",
        "imaps://ann:hush@h/?account=x, must be the ID of an account",
        "imaps://ann:hush@h/?account=1&account=2, is set twice",
        "imaps://ann:hush@h/?move=, has no value",
        "imaps://ann:hush@h/?delete=yes, 'is not an option. Use account, oauth or move'",
        "imaps://ann:hush@h/Inbox?move=INBOX, to the same folder",
        "imaps://ann:hu%0Ash@h/, must not contain control characters",
        "imaps://ann:hush%zz@h/, two hexadecimal digits",
        "imaps://ann:hush@h imaps://ann:hush@h/inbox, is listed twice",
        "imaps://ann:hush@h imap://ann:hush@h, is listed twice",
        "imaps://ann:hush@h/a imaps://ann:hush@h//a/, is listed twice",
        "imaps://ann:hush@h/Done/?move=/Done, to the same folder",
        "imaps://ann:hush@h/?move=/, is not a mailbox name",
        "imaps://a@h?oauth=B imaps://b@h?oauth=B&account=1, can't share oauth=B"
    })
    void mailboxThatCanNotBeMeantIsRefusedWithoutItsPassword(String urls, String why) {
        flags.put(Setting.IMAP_URLS, urls);
        assertThat(problems())
                .singleElement()
                .asString()
                .contains(why.replace("%s", ","))
                .doesNotContain("hush", "hu%0A");
    }

    @Test
    void noMoreMailboxesAndFoldersAreTakenThanTheirLimits() {
        flags.put(
                Setting.IMAP_URLS,
                IntStream.rangeClosed(0, ImapUrl.MAX_MAILBOXES)
                        .mapToObj(i -> "imaps://u" + i + ":p@h")
                        .collect(Collectors.joining(" ")));
        flags.put(
                Setting.WATCH_DIRS,
                IntStream.rangeClosed(0, WatchDir.MAX_FOLDERS)
                        .mapToObj(i -> "/in/" + i)
                        .collect(Collectors.joining(",")));
        assertThat(problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem).contains("must be at most 100"));
    }

    @Test
    void watchedFoldersAreTakenApart() {
        flags.put(Setting.WATCH_DIRS, temp + "/in box, " + temp + "/x/../y?account=3");
        assertThat(read().watchDirs())
                .containsExactly(
                        new WatchDir(temp.resolve("in box"), OptionalLong.empty()),
                        new WatchDir(temp.resolve("y"), OptionalLong.of(3)));
        flags.put(Setting.WATCH_DIRS, "/a?account=x");
        assertThat(problems())
                .singleElement()
                .asString()
                .contains("This is not valid: \"/a?account=x\"");
        flags.put(Setting.WATCH_DIRS, "/a,,/b");
        assertThat(problems()).singleElement().asString().contains("This is not valid: \"\"");
        flags.put(Setting.WATCH_DIRS, "/a,/b/../a");
        assertThat(problems()).singleElement().asString().contains("/a is listed twice");
    }

    @Test
    void everyProblemIsToldAtOnceWithWhereItStandsAndWhatIsAllowed() throws IOException {
        write("MAILVANE_MONITOR=yes", "no equals sign", "=no name");
        environment.put("MAILVANE_RETENTION_DAYS", "-1");
        flags.put(Setting.HTTP_ADDRESS, "8080");
        List<String> problems = problems();
        assertThat(problems)
                .containsExactly(
                        "MAILVANE_HTTP_ADDRESS (flag --http-address) is \"8080\", but must be"
                                + " host:port, for example 127.0.0.1:8080 or [::1]:8080",
                        "MAILVANE_RETENTION_DAYS (environment) is \"-1\", but must be a whole number"
                                + " from 0 to 100000",
                        "MAILVANE_MONITOR (" + file + ":1) is \"yes\", but must be on or off",
                        file + ":2: must be NAME=VALUE",
                        file + ":3: must be NAME=VALUE");
        SettingsException exception = catchThrowableOfType(SettingsException.class, this::read);
        assertThat(exception.getMessage())
                .startsWith("The settings have 5 problems:\n  1. ")
                .contains("\n  5. " + problems.getLast());
    }

    @Test
    void valueThatIsOverruledIsCheckedAllTheSame() throws IOException {
        write("MAILVANE_HTTP_ADDRESS=wrong");
        flags.put(Setting.HTTP_ADDRESS, "127.0.0.1:1");
        assertThat(problems()).singleElement().asString().contains(file + ":1", "\"wrong\"");
    }

    @Test
    void fileThatIsTooLargeIsNotRead() throws IOException {
        Files.write(file, new byte[(int) SettingsReader.MAX_FILE_BYTES + 1]);
        assertThat(problems()).singleElement().asString().contains(file.toString(), "larger than");
        Files.writeString(file, "#".repeat((int) SettingsReader.MAX_FILE_BYTES));
        assertThat(read().all()).isNotEmpty();
    }

    @Test
    void fileThatIsNotUtf8IsRefused() throws IOException {
        Files.write(file, "MAILVANE_MAIL_FROM=\u00e4".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(problems()).singleElement().asString().contains(file.toString(), "UTF-8");
    }

    @Test
    void fileThatCannotBeReadIsTold() throws IOException {
        Files.createDirectory(file);
        assertThat(problems())
                .singleElement()
                .asString()
                .contains(file.toString(), "can't be read");
        Files.delete(file);
        environment.put("MAILVANE_OIDC_CLIENT_SECRET_FILE", temp.resolve("none").toString());
        assertThat(problems())
                .singleElement()
                .asString()
                .contains(
                        "MAILVANE_OIDC_CLIENT_SECRET_FILE (environment)", "none", "can't be read");
    }

    @Test
    void pathThatNoSystemTakesIsAProblemAndNoCrash() throws IOException {
        write("MAILVANE_DATA_DIR=a\0b", "MAILVANE_MAIL_URL_FILE=a\0b");
        environment.clear();
        assertThat(problems(file))
                .hasSize(2)
                .allSatisfy(p -> assertThat(p).contains("is not a path"));
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP_ADDRESS, 0.0.0.0:0",
        "HTTP_ADDRESS, '[::1]:65535'",
        "HTTP_ADDRESS, localhost:80",
        "SMTP_LISTEN, ''",
        "PUBLIC_URL, https://mailvane.example.com",
        "PUBLIC_URL, http://mailvane.example.com:8080/reports/",
        "PUBLIC_URL, ''",
        "DATABASE_URL, postgres://u@h/d",
        "MONITOR, on",
        "MONITOR, off",
        "RATE_TOKEN, 0",
        "RATE_TOKEN, 100000",
        "DECOMPRESSED_LIMIT_MB, 1",
        "AUTHENTICATION_RESULTS, ''",
        "AUTHENTICATION_RESULTS, 'mx.example.com, mail_2'",
        "TRUSTED_PROXIES, ''",
        "TRUSTED_PROXIES, '10.0.0.0/8, 192.0.2.7 2001:db8::/32'",
        "DNS_SERVERS, ''",
        "DNS_SERVERS, 192.0.2.53:53",
        "DNS_SERVERS, 'localhost:5353, unbound'",
        "DNS_SERVERS, '192.0.2.53, [2001:db8::53]:5353 [::1]'",
        "FETCH_ALLOW, '10.0.0.0/8 ::1'",
        "FETCH_CA_FILE, ''",
        "FETCH_HTTPS_PORT, 1",
        "FETCH_HTTPS_PORT, 65535",
        "OIDC_CLIENT_SECRET, any thing",
        "OIDC_ISSUER, any thing",
        "INTAKE_DOMAIN, reports.example.com",
        "INTAKE_DOMAIN, localhost",
        "MAIL_URL, ''",
        "MAIL_URL, smtp://mail.example.com",
        "MAIL_URL, smtps://ann@example.com:p@ss%20word@mail.example.com:465/",
        "MAIL_URL, 'smtp://[::1]:25'",
        "MAIL_FROM, mailvane+news@reports.example.com"
    })
    void goodValue(Setting setting, String value) {
        flags.put(setting, value);
        assertThat(text(setting)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "DATA_DIR, ' '",
        "HTTP_ADDRESS, ''",
        "HTTP_ADDRESS, 127.0.0.1",
        "HTTP_ADDRESS, :8080",
        "HTTP_ADDRESS, '::1:8080'",
        "HTTP_ADDRESS, 127.0.0.1:65536",
        "HTTP_ADDRESS, 127.0.0.1:99999999999999999999",
        "HTTP_ADDRESS, 'a b:80'",
        "SMTP_LISTEN, 25",
        "DNS_SERVERS, 192.0.2.300:53",
        "DNS_SERVERS, dns_server:53",
        "DNS_SERVERS, '::1:53'",
        "DNS_SERVERS, '[192.0.2.53]:53'",
        "DNS_SERVERS, 192.0.2.53:0",
        "DNS_SERVERS, 192.0.2.53:65536",
        "DNS_SERVERS, '192.0.2.53;192.0.2.54'",
        "DNS_SERVERS, '1.1.1.1 1.1.1.2 1.1.1.3 1.1.1.4 1.1.1.5 1.1.1.6 1.1.1.7 1.1.1.8 1.1.1.9'",
        "FETCH_ALLOW, 10.0.0.1/8",
        "FETCH_CA_FILE, nowhere.pem",
        "COUNTRY_DB, nowhere.mmdb",
        "ASN_DB, nowhere.mmdb",
        "FETCH_HTTPS_PORT, 0",
        "FETCH_HTTPS_PORT, 65536",
        "FETCH_HTTPS_PORT, https",
        "PUBLIC_URL, mailvane.example.com",
        "PUBLIC_URL, ftp://mailvane.example.com",
        "PUBLIC_URL, https://",
        "PUBLIC_URL, https://mailvane.example.com/?a=b",
        "PUBLIC_URL, https://mailvane.example.com/#top",
        "PUBLIC_URL, https://ann:secret@mailvane.example.com",
        "PUBLIC_URL, 'https://mail vane.example.com'",
        "DATABASE_URL, mailvane",
        "INTAKE_DOMAIN, 'reports example'",
        "INTAKE_DOMAIN, ann@example.com",
        "INTAKE_DOMAIN, -a.example",
        "MAIL_URL, mail.example.com:25",
        "MAIL_URL, imap://mail.example.com",
        "MAIL_URL, smtp://ann@mail.example.com",
        "MAIL_URL, smtp://ann:secret@mail.example.com:0",
        "MAIL_URL, smtp://ann:secret@mail.example.com:65536",
        "MAIL_URL, smtp://ann:secret%@mail.example.com",
        "MAIL_URL, smtp:/ann:secret@mail.example.com",
        "MAIL_URL, smtp://ann:secret@mail.example.com/inbox",
        "MAIL_FROM, Mailvane <mailvane@example.com>",
        "MAIL_FROM, mailvane",
        "MAIL_FROM, mailvane@",
        "MAIL_FROM, a@b@example.com",
        "MAIL_FROM, 'ann bob@example.com'",
        "MONITOR, ON",
        "MONITOR, true",
        "MONITOR, ''",
        "RATE_TOKEN, -1",
        "RATE_TOKEN, 100001",
        "RATE_TOKEN, 9999999999",
        "RATE_TOKEN, 1.5",
        "RATE_TOKEN, ''",
        "AUTHENTICATION_RESULTS, 'mx.example.com,'",
        "AUTHENTICATION_RESULTS, 'mx.example.com mx.example.net'",
        "TRUSTED_PROXIES, proxy.example.com",
        "TRUSTED_PROXIES, '10.0.0.0/8 10.0.0.0/40'",
        "DECOMPRESSED_LIMIT_MB, 0"
    })
    void badValue(Setting setting, String value) {
        flags.put(setting, value);
        assertThat(problems())
                .singleElement()
                .asString()
                .startsWith(setting.variable() + " (flag " + setting.flag() + ") is \"")
                .contains("must")
                .doesNotContain("secret");
    }

    @Test
    void theBlockThatIsNoneIsNamed() {
        flags.put(Setting.TRUSTED_PROXIES, "10.0.0.0/8, 192.0.2.0/33");
        assertThat(problems())
                .containsExactly(
                        "MAILVANE_TRUSTED_PROXIES (flag --trusted-proxies) is"
                                + " \"10.0.0.0/8, 192.0.2.0/33\", but must be CIDR blocks, such as"
                                + " 10.0.0.0/8 or 2001:db8::/32. This is not valid: \"192.0.2.0/33\"");
    }

    /** By hand, so that no name that administrators have in their files goes or changes. */
    @Test
    void everySettingThatIsPromisedIsThereInItsOrder() {
        assertThat(Stream.of(Setting.values()).map(Setting::variable))
                .containsExactly(
                        "MAILVANE_DATA_DIR",
                        "MAILVANE_DATABASE_URL",
                        "MAILVANE_HTTP_ADDRESS",
                        "MAILVANE_PUBLIC_URL",
                        "MAILVANE_SMTP_LISTEN",
                        "MAILVANE_INTAKE_DOMAIN",
                        "MAILVANE_SMTP_CERTIFICATE",
                        "MAILVANE_SMTP_KEY",
                        "MAILVANE_IMAP_URLS",
                        "MAILVANE_AUTHENTICATION_RESULTS",
                        "MAILVANE_TRUSTED_PROXIES",
                        "MAILVANE_KEEP_FAILURE_BODIES",
                        "MAILVANE_WATCH_DIRS",
                        "MAILVANE_MAIL_URL",
                        "MAILVANE_MAIL_FROM",
                        "MAILVANE_DNS_SERVERS",
                        "MAILVANE_FETCH_ALLOW",
                        "MAILVANE_FETCH_CA_FILE",
                        "MAILVANE_FETCH_HTTPS_PORT",
                        "MAILVANE_MONITOR",
                        "MAILVANE_COUNTRY_DB",
                        "MAILVANE_ASN_DB",
                        "MAILVANE_OIDC_ISSUER",
                        "MAILVANE_OIDC_CLIENT_ID",
                        "MAILVANE_OIDC_CLIENT_SECRET",
                        "MAILVANE_RATE_ANONYMOUS",
                        "MAILVANE_RATE_TOKEN",
                        "MAILVANE_RAW_RETENTION_DAYS",
                        "MAILVANE_RETENTION_DAYS",
                        "MAILVANE_DECOMPRESSED_LIMIT_MB");
    }

    @Test
    void serversOfDnsMayBeNamed() {
        flags.put(Setting.DNS_SERVERS, "localhost:5353");
        assertThat(read().dnsServers())
                .singleElement()
                .satisfies(server -> {
                    assertThat(server.getAddress().isLoopbackAddress()).isTrue();
                    assertThat(server.getPort()).isEqualTo(5353);
                });
        flags.put(Setting.DNS_SERVERS, "nowhere.invalid:53");
        Settings settings = read();
        assertThatThrownBy(settings::dnsServers)
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("MAILVANE_DNS_SERVERS")
                .hasMessageContaining("nowhere.invalid");
    }

    @Test
    void serversOfDnsAreAddressesWithThePortOfDnsWhereNoneIsNamed() {
        flags.put(Setting.DNS_SERVERS, "192.0.2.53, [2001:db8::53]:5353");
        assertThat(read().dnsServers())
                .extracting(server -> server.getAddress().getHostAddress() + " " + server.getPort())
                .containsExactly("192.0.2.53 53", "2001:db8:0:0:0:0:0:53 5353");
    }

    @Test
    void fileOfCertificatesIsReadAtOnce() throws Exception {
        Path pem = temp.resolve("authorities.pem");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream file = SettingsReaderTest.class.getResourceAsStream("/greenmail.p12")) {
            keys.load(file, "changeit".toCharArray());
        }
        Certificate certificate = keys.getCertificate(keys.aliases().nextElement());
        String text =
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                        + "\n-----END CERTIFICATE-----\n";
        Files.writeString(pem, text + "\n" + text);
        flags.put(Setting.FETCH_CA_FILE, pem.toString());
        assertThat(read().fetchAuthorities()).hasSize(2).allMatch(certificate::equals);
        Files.writeString(pem, "");
        assertThat(problems()).singleElement().asString().contains("must contain a certificate");
        Files.writeString(pem, text.replace("MII", "???"));
        assertThat(problems())
                .singleElement()
                .asString()
                .contains("must contain valid certificates");
        Files.write(pem, new byte[(int) SettingsReader.MAX_FILE_BYTES + 1]);
        assertThat(problems()).singleElement().asString().contains("larger than");
    }

    @ParameterizedTest
    @CsvSource({
        "DATA_DIR, ./data",
        "HTTP_ADDRESS, 127.0.0.1:8080",
        "KEEP_FAILURE_BODIES, off",
        "FETCH_HTTPS_PORT, 443",
        "MONITOR, on",
        "RATE_ANONYMOUS, 60",
        "RATE_TOKEN, 1200",
        "RAW_RETENTION_DAYS, 90",
        "RETENTION_DAYS, 0",
        "DECOMPRESSED_LIMIT_MB, 256"
    })
    void defaultsAreThePromisedOnes(Setting setting, String value) {
        assertThat(setting.defaultValue()).isEqualTo(value);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void everySettingHasOneNameEverywhereAndAMeaning(Setting setting) {
        assertThat(setting.variable()).isEqualTo("MAILVANE_" + setting.name());
        assertThat(setting.flag()).matches("--[a-z]+(-[a-z]+)*");
        assertThat(setting.flag().substring(2).replace('-', '_'))
                .isEqualToIgnoringCase(setting.name());
        for (Language language : Language.values()) {
            assertThat(MessageFormatter.of(language).format(setting.meaning()))
                    .as(language.tag())
                    .matches("\\p{Lu}.*[^.]")
                    .doesNotContain("settings.", "''");
        }
        assertThat(MessageFormatter.of(Language.GERMAN).format(setting.meaning()))
                .isNotEqualTo(MessageFormatter.forPrograms().format(setting.meaning()));
    }

    @ParameterizedTest
    @CsvSource({
        "OIDC_CLIENT_SECRET, hush, ***",
        "OIDC_CLIENT_SECRET, '', ''",
        "DATABASE_URL, postgresql://ann:hush@db:5432/x, postgresql://ann:***@db:5432/x",
        "DATABASE_URL, postgresql://ann@db/x, postgresql://ann@db/x",
        "DATABASE_URL, postgresql://ann:hu@sh@db/x, postgresql://ann:***@db/x",
        "DATABASE_URL, postgresql://ann:hu/sh@db/x, postgresql://ann:***@db/x",
        "DATABASE_URL, postgresql://ann:hu:sh@db/x, postgresql://ann:***@db/x",
        "DATABASE_URL, postgresql://ann@db/x?password=hush&ssl=true,"
                + " postgresql://ann@db/x?password=***&ssl=true",
        "MAIL_URL, smtp://ann@example.com:hush@mail:25, smtp://ann@example.com:***@mail:25",
        "IMAP_URLS, 'imaps://a:hush@h/I?account=1 imaps://b:hush@i/I?account=2',"
                + " 'imaps://a:***@h/I?account=1 imaps://b:***@i/I?account=2'",
        "HTTP_ADDRESS, 127.0.0.1:80, 127.0.0.1:80",
        "PUBLIC_URL, https://m.example:8443/x, https://m.example:8443/x"
    })
    void secretsAreMaskedAndNothingElse(Setting setting, String value, String shown) {
        assertThat(setting.masked(value)).isEqualTo(shown).doesNotContain("hush");
    }

    @Test
    void typedValuesAreTakenApart() {
        flags.put(Setting.HTTP_ADDRESS, "[::1]:0");
        flags.put(Setting.PUBLIC_URL, "https://mailvane.example.com/reports//");
        flags.put(Setting.DECOMPRESSED_LIMIT_MB, "100000");
        flags.put(Setting.DATA_DIR, temp + "/a/../b");
        Settings settings = read();
        assertThat(settings.httpHost()).isEqualTo("::1");
        assertThat(settings.httpPort()).isZero();
        assertThat(settings.publicUrl())
                .hasValueSatisfying(
                        url -> assertThat(url).hasToString("https://mailvane.example.com/reports"));
        assertThat(settings.decompressedLimit()).isEqualTo(100_000L << 20);
        assertThat(settings.dataDir()).isEqualTo(temp.resolve("b"));
    }

    @Test
    void mailServerIsTakenApart() {
        flags.put(Setting.MAIL_URL, "smtp://ann@example.com:p@s+s%2F@mail.example.com:2525");
        MailUrl url = read().mailUrl().orElseThrow();
        assertThat(url)
                .isEqualTo(
                        new MailUrl(false, "mail.example.com", 2525, "ann@example.com", "p@s+s/"));
        assertThat(url).hasToString("smtp://mail.example.com:2525");
        assertThat(url.isLoopback()).isFalse();
        flags.put(Setting.MAIL_URL, "smtps://[::1]");
        url = read().mailUrl().orElseThrow();
        assertThat(url).isEqualTo(new MailUrl(true, "::1", 465, "", ""));
        assertThat(url.isLoopback()).isTrue();
        flags.put(Setting.MAIL_URL, "smtp://LOCALHOST");
        url = read().mailUrl().orElseThrow();
        assertThat(url.port()).isEqualTo(587);
        assertThat(url.isLoopback()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 127.0.0.1:8080, localhost",
        "'', 0.0.0.0:8080, localhost",
        "'', '[::]:8080', localhost",
        "'', 192.0.2.1:80, [192.0.2.1]",
        "'', '[2001:db8::1]:80', [IPv6:2001:db8::1]",
        "'', reports.example:80, reports.example",
        "https://mailvane.example.com/x, 127.0.0.1:80, mailvane.example.com",
        "http://127.0.0.1:8080, 192.0.2.1:80, localhost"
    })
    void mailComesFromTheIntakeDomainWhichIsThePublicHost(
            String publicUrl, String address, String domain) {
        flags.put(Setting.PUBLIC_URL, publicUrl);
        flags.put(Setting.HTTP_ADDRESS, address);
        assertThat(read().intakeDomain()).isEqualTo(domain);
        assertThat(read().mailFrom()).isEqualTo("mailvane@" + domain);
        flags.put(Setting.INTAKE_DOMAIN, "reports.example.net");
        assertThat(read().mailFrom()).isEqualTo("mailvane@reports.example.net");
        flags.put(Setting.MAIL_FROM, "ann@example.com");
        assertThat(read().mailFrom()).isEqualTo("ann@example.com");
    }

    @Test
    void aWrongMailServerDoesNotGiveItsPasswordAway() {
        environment.put("MAILVANE_MAIL_URL", "smtp:/ann:topsecret@mail.example");
        assertThat(problems())
                .singleElement()
                .asString()
                .contains("smtp:***@mail.example")
                .doesNotContain("topsecret");
    }

    @Test
    void aWrongDatabaseAddressDoesNotGiveItsPasswordAway() {
        environment.put("MAILVANE_DATABASE_URL", "postgresql:/ann:topsecret@db/mailvane");
        assertThat(problems())
                .singleElement()
                .asString()
                .contains("postgresql:***@db/mailvane")
                .doesNotContain("topsecret");
    }

    @Test
    void aFileNamedByMistakeIsNotShownWhole() throws IOException {
        Path wrong = Files.writeString(file.resolveSibling("wrong"), "a".repeat(5_000));
        environment.put("MAILVANE_RETENTION_DAYS_FILE", wrong.toString());
        assertThat(problems()).singleElement().asString().hasSizeLessThan(500).contains("aaa...");
    }

    private void write(String... lines) throws IOException {
        Files.write(file, List.of(lines));
    }

    private Settings read() {
        return SettingsReader.read(flags, environment, null);
    }

    private String text(Setting setting) {
        return found(setting).text();
    }

    private String value(Setting setting) {
        Settings.Value value = found(setting);
        return value.text() + " (" + value.origin() + ")";
    }

    private Settings.Value found(Setting setting) {
        return read().all().stream()
                .filter(value -> value.setting() == setting)
                .findFirst()
                .orElseThrow();
    }

    private List<String> problems() {
        return catchThrowableOfType(SettingsException.class, this::read).problems();
    }

    private List<String> problems(Path named) {
        return catchThrowableOfType(
                        SettingsException.class,
                        () -> SettingsReader.read(flags, environment, named))
                .problems();
    }
}
