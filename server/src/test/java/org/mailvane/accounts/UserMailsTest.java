package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.MessageFormat;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mailvane.platform.outbox.Mail;
import org.mailvane.text.Language;

/** All texts of mails are in the bundles, in every language. */
class UserMailsTest {

    private static final Path BUNDLES = Path.of("src/main/resources/org/mailvane/accounts");
    private static final Path CODE = Path.of("src/main/java/org/mailvane/accounts/UserMails.java");
    private static final Instant TIME = Instant.parse("2026-11-27T10:00:00Z");
    private static final Pattern VALUE = Pattern.compile("\\{(\\d)");

    @Test
    void everyBundleHasTheSameKeysWithTheSameValuesAndAllAreUsed() throws IOException {
        Properties english = bundle("mails.properties");
        Properties german = bundle("mails_de.properties");
        Set<String> used = new TreeSet<>();
        Matcher key =
                Pattern.compile("(?:of\\(|to\\(\\w+, )\"([a-z.-]+)\"")
                        .matcher(Files.readString(CODE));
        while (key.find()) {
            used.add(key.group(1));
        }
        for (SecurityNotice notice : SecurityNotice.values()) {
            for (String part : List.of(".subject", ".text", ".wrong")) {
                used.add(notice.key() + part);
            }
        }
        assertThat(english.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(used);
        assertThat(german.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(used);
        for (String each : used) {
            assertThat(values(german.getProperty(each)))
                    .as(each)
                    .isEqualTo(values(english.getProperty(each)));
            if (!values(english.getProperty(each)).isEmpty()) {
                new MessageFormat(english.getProperty(each), Locale.ENGLISH);
                new MessageFormat(german.getProperty(each), Locale.GERMAN);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SecurityNotice.class)
    void noticesSayWhoWhenAndWhatToDoAndHaveNoLink(SecurityNotice notice) {
        for (Language language : Language.values()) {
            Mail mail =
                    new UserMails(language)
                            .notice(
                                    "ann@example.com",
                                    notice,
                                    TIME,
                                    3L,
                                    "bob@example.com",
                                    "on",
                                    "off",
                                    "same");
            assertThat(mail.subject()).isNotBlank().doesNotContain("{");
            assertThat(plain(mail))
                    .contains("ann@example.com", "November 2026, 10:00 UTC")
                    .contains(language == Language.ENGLISH ? "If " : "Wenn ")
                    .doesNotContain("{", "http");
            assertThat(mail.html())
                    .contains("<html lang=\"" + language.tag() + "\">")
                    .doesNotContain("<a ");
            // Short enough to be read.
            assertThat(mail.text().lines().count()).isLessThan(12);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ENGLISH | 0 | No code is left: create new ones.",
                "ENGLISH | 1 | 1 code is left: create new ones soon.",
                "ENGLISH | 9 | 9 codes are left.",
                "GERMAN | 0 | Es ist keiner übrig: Erstellen Sie neue.",
                "GERMAN | 1 | Es ist 1 Code übrig: Erstellen Sie bald neue.",
                "GERMAN | 9 | Es sind 9 Codes übrig."
            })
    void codesThatAreLeft(Language language, long left, String text) {
        assertThat(
                        plain(
                                new UserMails(language)
                                        .notice(
                                                "ann@example.com",
                                                SecurityNotice.RECOVERY_CODE_USED,
                                                TIME,
                                                left)))
                .contains(text);
    }

    @Test
    void namesOfAccountsAreTextAndNoPatterns() {
        Mail mail =
                new UserMails(Language.GERMAN)
                        .activation("ann@example.com", "{0} <b>'s", "https://m.example/x", TIME);
        assertThat(mail.subject()).isEqualTo("Aktivieren Sie Ihren Zugang zu {0} <b>'s");
        assertThat(mail.text()).contains("https://m.example/x", "27. November 2026, 10:00 UTC");
        assertThat(mail.html()).doesNotContain("<b>");
    }

    private static String plain(Mail mail) {
        return mail.text().replaceAll("\\s+", " ");
    }

    private static Set<String> values(String text) {
        return VALUE.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Properties bundle(String name) throws IOException {
        assertThat(Arrays.toString(BUNDLES.toFile().list())).contains(name);
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(BUNDLES.resolve(name))) {
            properties.load(reader);
        }
        return properties;
    }
}
