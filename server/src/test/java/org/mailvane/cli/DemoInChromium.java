package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.testing.Chromium;
import org.mailvane.testing.Chromium.Happened;
import org.mailvane.testing.PageChecks;

/**
 * The demo in a real browser: all pages to which its navigation leads, full as they are there. A
 * part of {@link DemoTest}.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class DemoInChromium {

    private static final boolean UPDATE = Boolean.getBoolean("mailvane.update");

    private static final Path IMAGES = Path.of("../docs/images");

    @TempDir(factory = TargetFolders.class)
    private static Path folder;

    private @Nullable MailvaneProcess own;
    private Chromium chromium;

    @BeforeAll
    void start() throws Exception {
        // The owner sees every page.
        if (UPDATE) {
            own = ownDemo();
            chromium = new Chromium(DemoApi.after(own.out(), "Mailvane is ready: "));
            List<String> owner = List.of(DemoApi.after(own.out(), "Owner          ").split(" +"));
            chromium.signIn(owner.getFirst(), owner.get(1));
        } else {
            SharedDemo demo = SharedDemo.get();
            chromium = new Chromium(demo.address());
            chromium.signIn(DemoLife.OWNER, demo.ownerPassword());
        }
    }

    @AfterAll
    void stop() throws Exception {
        chromium.close();
        if (own != null) {
            own.end();
        }
    }

    /** As a reader of the README starts it, for its pictures. */
    private static MailvaneProcess ownDemo() throws IOException {
        MailvaneProcess demo =
                MailvaneProcess.start(folder, "demo", "--http-address", "127.0.0.1:0");
        demo.awaitDemo();
        return demo;
    }

    private Set<String> navigation() {
        chromium.open("/");
        return hrefs(".mv-nav a");
    }

    private Set<String> hrefs(String css) {
        Set<String> paths = new LinkedHashSet<>();
        chromium.all(css)
                .forEach(link ->
                        paths.add(
                                String.valueOf(link.getAttribute("href"))
                                        .replaceFirst("^https?://[^/]+", "")));
        return paths;
    }

    @Test
    void everyPageHasSomethingToShowAndIsWhole() {
        Set<String> paths = navigation();
        assertThat(paths).contains("/", "/domains", "/sources", "/imports", "/forensic");
        assertAll(
                paths.stream()
                        .map(path ->
                                () -> {
                                    PageChecks.check(chromium, path, 200);
                                    assertThat(
                                                    chromium.all(
                                                            "main tbody tr, main .mv-events li, main form"))
                                            .as(path)
                                            .isNotEmpty();
                                }));
    }

    @Test
    void domainsPageIsWholeInAllItsTabs() {
        chromium.open(pathOf("shop.example"));
        Set<String> tabs = hrefs(".mv-tabs a");
        assertThat(tabs).hasSizeGreaterThan(4);
        assertAll(tabs.stream().map(tab -> () -> PageChecks.check(chromium, tab, 200)));
    }

    @Test
    void inGermanNothingIsSaidInEnglish() {
        Set<String> paths = navigation();
        chromium.open(pathOf("shop.example"));
        paths.addAll(hrefs(".mv-tabs a"));
        paths.addAll(List.of("/tasks", "/issues?state=solved", "/tasks?state=solved"));
        for (String record : List.of("dmarc", "spf", "tls-rpt", "mta-sts", "bimi")) {
            paths.add("/inspectors?domain=shop.example&record=" + record);
        }
        choose("de");
        try {
            assertAll(
                    paths.stream()
                            .map(path ->
                                    () -> {
                                        chromium.open(path);
                                        assertThat(
                                                        chromium.all("main [lang=en]").stream()
                                                                .map(each -> each.getText()))
                                                .as(path)
                                                .isEmpty();
                                    }));
        } finally {
            choose("en");
        }
    }

    /** The page of a domain, by the link that is its name. */
    private String pathOf(String domain) {
        chromium.open("/domains?domain=" + domain);
        return chromium.all("main tbody th a").stream()
                .filter(link -> link.getText().equals(domain))
                .map(link -> String.valueOf(link.getAttribute("href")))
                .map(href -> href.replaceFirst("^https?://[^/]+", ""))
                .findFirst()
                .orElseThrow();
    }

    private void choose(String language) {
        String button = "button[name=language][value=" + language + "]";
        chromium.open("/");
        chromium.find(".mv-menu:has(" + button + ") summary").click();
        chromium.follow(button);
        assertThat(chromium.find("html").getAttribute("lang")).isEqualTo(language);
    }

    /** They are others each day, since the data end today: so that is done when it is wanted. */
    @Test
    @EnabledIfSystemProperty(named = "mailvane.update", matches = "true")
    void picturesForTheBooks() throws IOException {
        take("/", "overview");
        for (String name : List.of("sources", "planner", "issues")) {
            take("/" + name, name);
        }
        take(pathOf("shop.example"), "domain");
        take("/inspectors?record=spf&domain=shop.example", "inspector-spf");
        chromium.dark(true);
        take("/", "overview-dark");
        chromium.dark(false);
        chromium.width(Chromium.NARROW);
        take("/", "overview-narrow");
        chromium.width(Chromium.WIDE);
    }

    private void take(String path, String name) throws IOException {
        Happened happened = chromium.open(path);
        assertThat(happened.status()).as(path).isEqualTo(200);
        assertThat(happened.wrong()).as(path).isEmpty();
        Files.createDirectories(IMAGES);
        Files.write(IMAGES.resolve(name + ".png"), chromium.picture());
    }
}
