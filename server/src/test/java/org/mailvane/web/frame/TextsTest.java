package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.MessageFormat;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.actions.TaskCode;
import org.mailvane.mailauth.finding.Catalogue;
import org.mailvane.text.Language;
import org.mailvane.text.Passage;
import org.mailvane.web.parts.DomainStatusView;

/**
 * All texts of pages are in the bundles, in every language, and the bundles contain nothing else.
 */
class TextsTest {

    private static final Path TEMPLATES = Path.of("src/main/jte");
    private static final Path CODE = Path.of("src/main/java/org/mailvane/web");
    private static final Path BUNDLES = Path.of("src/main/resources/org/mailvane/web");

    private static final Pattern KEY =
            Pattern.compile(
                    "(?:(?:\\bt|texts|texts\\(\\w*\\))\\.|(?<![.\\w]))(?:of|rich|format)\\(\\s*\"([a-z][^\"]*)\"");

    /** Keys whose last part is said by something else, such as a status. */
    private static final Pattern MADE =
            Pattern.compile(
                    String.join(
                            "|",
                            "error\\.\\w+\\.(?:title|text(?:\\.admin)?)",
                            "problem\\.\\w+",
                            "nav\\.(?:group\\.|count\\.)?\\w+",
                            "theme\\.\\w+",
                            "provider\\.(?!title|again|throttled)[a-z-]+",
                            "settings\\.(?:tab|row)\\.[a-z-]+",
                            "users\\.(?:done|level)\\.\\w+",
                            "link\\.(?:activation|reset|email)\\.[a-z.]+",
                            "password\\.password\\w*",
                            "reason\\.[a-z.]+",
                            "domain\\.next",
                            "tag\\.dmarc\\.(?:(?:p|sp|np)\\.(?:none|quarantine|reject)|(?:adkim|aspf)\\.[rs]|fo\\.[01ds])",
                            "planner\\.do\\.\\w+",
                            "(?:category|policy|health|task|record|change|tab|finding|issues)\\.[\\w.-]+",
                            "domain\\.(?:advice|selectors|next|path|verified|verify)\\.[\\w.-]+",
                            "domains\\.(?:done|add|origin)\\.[\\w.-]+",
                            "next\\.(?:records|sources|tls|fix|open|all\\.(?:fix|watch|ready))",
                            "(?:next\\.none|tls\\.(?:type|mode|failure))\\.[\\w.-]+",
                            "(?:sources\\.(?:about|advice)|source\\.decision)\\.[\\w.-]+",
                            "(?:detail\\.(?:option|applied|rule|stage|wrong)|forensic\\.(?:state|wrong))\\.[\\w.-]+",
                            "account\\.origin\\.(?:default|environment)",
                            "start\\.(?:step|reports|state|agreement|mail-host)\\.[\\w-]+",
                            "own-sources\\.(?:done|field|note)\\.\\w+",
                            "(?:groups|ways)\\.done\\.\\w+",
                            "asked\\.[a-z-]+",
                            "reporters\\.(?:trust|order|do|done)\\.[\\w-]+",
                            "reports\\.(?:authentication|mechanism|held|trust|reason|done)\\.\\w+",
                            "inspector\\.(?:record|fact|state|result|passed|wrong)\\.[a-z-]+",
                            "imports\\.(?:(?:origin|original|repair|files|place|found|upload)\\.\\w+|failed|waiting|not_a_report|duplicate|incomplete)"));

    private static final int MAX_TITLE = 50;

    private static final Pattern VALUE = Pattern.compile("\\{(\\d)");

    @Test
    void everyBundleHasTheSameKeysWithTheSameValues() throws IOException {
        Properties english = bundle("messages.properties");
        Properties german = bundle("messages_de.properties");
        assertThat(german.stringPropertyNames())
                .containsExactlyInAnyOrderElementsOf(english.stringPropertyNames());
        for (String key : english.stringPropertyNames()) {
            assertThat(values(german.getProperty(key)))
                    .as(key)
                    .isEqualTo(values(english.getProperty(key)));
            assertThat(german.getProperty(key)).as(key).isNotBlank();
            assertThat(ticks(german.getProperty(key))).as(key).isEven();
            assertThat(ticks(english.getProperty(key))).as(key).isEven();
            if (!values(english.getProperty(key)).isEmpty()) {
                new MessageFormat(english.getProperty(key), Locale.ENGLISH);
                new MessageFormat(german.getProperty(key), Locale.GERMAN);
            }
        }
    }

    @Test
    void everyKeyThatIsUsedIsThereAndEveryOneThatIsThereIsUsed() throws IOException {
        Set<String> used = new TreeSet<>();
        for (Path file : files(TEMPLATES, ".jte", CODE, ".java")) {
            Matcher key = KEY.matcher(Files.readString(file));
            while (key.find()) {
                if (!key.group(1).endsWith(".")) {
                    used.add(key.group(1));
                }
            }
        }
        Set<String> there = bundle("messages.properties").stringPropertyNames();
        assertThat(there).containsAll(used);
        assertThat(there)
                .filteredOn(key -> !MADE.matcher(key).matches())
                .allSatisfy(key -> assertThat(used).contains(key));
    }

    @Test
    void everyTaskHasATitleAndOnlyTasksHave() throws IOException {
        Set<String> codes =
                Arrays.stream(TaskCode.values()).map(TaskCode::code).collect(Collectors.toSet());
        Set<String> keys = bundle("messages.properties").stringPropertyNames();
        assertThat(after("task.", keys))
                .filteredOn(code -> !code.startsWith("category."))
                .containsExactlyInAnyOrderElementsOf(codes);
        assertThat(after("reason.", keys)).isNotEmpty().isSubsetOf(codes);
    }

    private static List<String> after(String prefix, Set<String> keys) {
        return keys.stream()
                .filter(key -> key.startsWith(prefix))
                .map(key -> key.substring(prefix.length()))
                .toList();
    }

    @Test
    void everyReferenceIsOneOfTheLanguage() {
        Texts german = new Texts(Language.GERMAN);
        assertThat(
                        Catalogue.all().stream()
                                .map(kind -> german.reference(kind.entry().reference()))
                                .toList())
                .contains("RFC 6376, Abschnitte 2.10 und 3.6.1")
                .allSatisfy(reference ->
                        assertThat(reference)
                                .doesNotContainPattern("\\b(sections?|appendix|erratum|and)\\b"));
    }

    @Test
    void everyFindingHasAShortTitle() {
        for (Language language : Language.values()) {
            Texts texts = new Texts(language);
            assertThat(Catalogue.all())
                    .extracting(kind -> kind.entry().code())
                    .allSatisfy(code -> {
                        String title = DomainStatusView.finding(texts, code);
                        assertThat(title).as(code).isNotEqualTo(code).doesNotEndWith(".");
                        assertThat(title.length()).as(title).isLessThanOrEqualTo(MAX_TITLE);
                    });
            List<String> kinds = Catalogue.all().stream().map(kind -> kind.entry().code()).toList();
            assertThat(ResourceBundle.getBundle(Texts.BUNDLE, language.locale()).keySet())
                    .filteredOn(key -> key.startsWith(DomainStatusView.FINDING))
                    .extracting(key -> key.substring(DomainStatusView.FINDING.length()))
                    .allSatisfy(kind ->
                            assertThat(kinds)
                                    .as("findings that are called like this")
                                    .anyMatch(code ->
                                            code.equals(kind) || code.startsWith(kind + ".")));
        }
        assertThat(DomainStatusView.finding(new Texts(Language.ENGLISH), "no.such.finding"))
                .isEqualTo("no.such.finding");
    }

    @Test
    void templatesSayNothingThemselves() throws IOException {
        for (Path file : files(TEMPLATES, ".jte")) {
            String html = withoutCode(Files.readString(file));
            List<String> said = new ArrayList<>();
            for (Element element : Jsoup.parse(html).getAllElements()) {
                said.add(element.ownText());
                for (String attribute : List.of("title", "aria-label", "placeholder", "alt")) {
                    said.add(element.attr(attribute));
                }
            }
            assertThat(said)
                    .as(file.getFileName().toString())
                    // The method of a request is a word of the protocol.
                    .filteredOn(text -> !text.strip().equals("GET"))
                    .allSatisfy(text -> assertThat(text).doesNotContainPattern("\\p{L}"));
        }
    }

    @Test
    void templatesHaveNoScriptsAndStylesOfTheirOwn() throws IOException {
        for (Path file : files(TEMPLATES, ".jte")) {
            assertThat(Files.readString(file))
                    .as(file.getFileName().toString())
                    .doesNotContainPattern(
                            "(?i)\\sstyle=|<style|\\son\\w+=|hx-on|javascript:|\\$unsafe")
                    .doesNotContainPattern("<script(?! src=)");
        }
    }

    /**
     * A form without one would be refused, and one that goes to GET shows its fields to everybody.
     */
    @Test
    void everyFormThatPostsCarriesItsToken() throws IOException {
        for (Path file : files(TEMPLATES, ".jte")) {
            String text = Files.readString(file);
            Matcher form =
                    Pattern.compile("<form method=\"post\"|<form [^>]*method=\"post\"")
                            .matcher(text);
            int forms = 0;
            while (form.find()) {
                forms++;
            }
            assertThat(text.split("@template\\.frame\\.csrf\\(", -1).length - 1)
                    .as(file.getFileName().toString())
                    .isEqualTo(forms);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ENGLISH | 0 | 0 messages",
                "ENGLISH | 1 | 1 message",
                "ENGLISH | 1943680 | 1,943,680 messages",
                "GERMAN | 1 | 1 Nachricht",
                "GERMAN | 1943680 | 1.943.680 Nachrichten"
            })
    void numbersAndPluralsAreThoseOfTheLanguage(Language language, long number, String text) {
        assertThat(new Texts(language).of("overview.count", number)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ENGLISH | 0 | 0 | n/a",
                "ENGLISH | 0 | 7 | 0.0%",
                "ENGLISH | 1 | 100000 | <0.1%",
                "ENGLISH | 971 | 1000 | 97.1%",
                "ENGLISH | 13 | 16 | 81.3%",
                "ENGLISH | 1 | 16 | 6.3%",
                "ENGLISH | 9985 | 10000 | 99.9%",
                "ENGLISH | 7 | 7 | 100.0%",
                "GERMAN | 971 | 1000 | 97,1\u00a0%"
            })
    void shares(Language language, long part, long whole, String text) {
        assertThat(new Texts(language).share(part, whole)).isEqualTo(text);
    }

    @Test
    void times() {
        Instant time = Instant.parse("2026-11-20T06:12:44Z");
        assertThat(new Texts(Language.ENGLISH).time(time)).isEqualTo("20 Nov 2026, 06:12");
        assertThat(new Texts(Language.GERMAN).time(time)).isEqualTo("20. Nov. 2026, 06:12");
        assertThat(new Texts(Language.ENGLISH).exactTime(time)).isEqualTo("20 Nov 2026, 06:12:44");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, ENGLISH",
                "'', ENGLISH",
                "de, GERMAN",
                "de-AT, GERMAN",
                "'fr;q=0.9, de;q=0.8, en;q=0.7', GERMAN",
                "'en;q=0.5, de;q=0.4', ENGLISH",
                "fr, ENGLISH",
                "*, ENGLISH",
                "'de;q=x', ENGLISH",
                "'\"', ENGLISH"
            })
    void languageIsWhatTheBrowserWantsMostOfWhatThereIs(String header, Language language) {
        assertThat(Language.accepted(header)).isEqualTo(language);
    }

    private static String withoutCode(String template) {
        return template.replaceAll("(?m)^@(?:import|param|if|elseif|else|endif|for|endfor).*$", "")
                .replaceAll("(?m)^!\\{.*?\\}(?=$|<)", "")
                .replaceAll("@template\\.[\\w.-]+\\((?s:.*?)content = @`", "")
                .replaceAll(
                        "@template\\.[\\w.-]+\\((?:[^()]|\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))*\\)",
                        "")
                .replaceAll("(?m)^`\\)$", "")
                .replaceAll("\\$\\{[^}]*\\}", "0");
    }

    private static long ticks(String text) {
        return text.chars().filter(c -> c == '`').count();
    }

    private static Set<String> values(String text) {
        return VALUE.matcher(text)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Properties bundle(String name) throws IOException {
        Properties bundle = new Properties();
        try (Reader reader = Files.newBufferedReader(BUNDLES.resolve(name))) {
            bundle.load(reader);
        }
        return bundle;
    }

    /** The files below folders with endings, in turn. */
    private static List<Path> files(Object... foldersAndEndings) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < foldersAndEndings.length; i += 2) {
            String ending = (String) foldersAndEndings[i + 1];
            try (Stream<Path> all = Files.walk((Path) foldersAndEndings[i])) {
                files.addAll(all.filter(file -> file.toString().endsWith(ending)).toList());
            }
        }
        assertThat(files).isNotEmpty();
        return files;
    }

    @Test
    void textOfAnOlderVersionIsMarkedAsEnglish() {
        Passage old = Passage.verbatim("Something \"v=spf1 -all\" else.");
        assertThat(new Texts(Language.GERMAN).localized(old))
                .isEqualTo(new LocalizedText("Something \"v=spf1 -all\" else.", "en"));
        assertThat(new Texts(Language.ENGLISH).localized(old).language()).isNull();
        assertThat(new Texts(Language.GERMAN).localized(Passage.EMPTY))
                .isEqualTo(new LocalizedText("", null));
    }

    /** Emails send people to a button or a page by its label. */
    @ParameterizedTest
    @CsvSource({
        "mails.properties, messages.properties",
        "mails_de.properties, messages_de.properties"
    })
    void labelsThatEmailsQuoteAreThoseOfThePages(String mails, String pages) throws IOException {
        Set<String> labels =
                bundle(pages).values().stream().map(String::valueOf).collect(Collectors.toSet());
        List<String> quoted =
                Pattern.compile("[\"\u201e]([^\"\u201c\u201e{}]+)[\"\u201c]")
                        .matcher(bundle("../accounts/" + mails).values().toString())
                        .results()
                        .flatMap(label -> Stream.of(label.group(1).split(", ")))
                        .toList();
        assertThat(quoted).isNotEmpty().allMatch(labels::contains);
    }
}
