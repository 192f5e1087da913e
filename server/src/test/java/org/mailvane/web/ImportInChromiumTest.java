package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.accounts.People;
import org.mailvane.testing.Chromium;
import org.mailvane.testing.NeedsChromium;
import org.mailvane.testing.PageChecks;
import org.mailvane.testing.SampleReport;

/** An import in a real browser, from the files' choice to what became of each. */
@NeedsChromium
class ImportInChromiumTest {

    /** What a file's name can hold on this system; it says so where it becomes more than text. */
    private static final String ODD = "<img src=x onerror=document.title='bad'>.xml";

    private static People people;
    private static Chromium owner;

    @TempDir private Path folder;

    @BeforeAll
    static void open() {
        people = new People();
        people.givePassword(people.owner);
        owner = new Chromium(people.service).signIn(people.owner.email(), People.PASSWORD);
    }

    @AfterAll
    static void close() {
        owner.close();
        people.close();
    }

    private String files(String id) throws IOException {
        Path good = folder.resolve("good.xml");
        Files.write(
                good,
                SampleReport.about("shop.example")
                        .id(id)
                        .record("192.0.2.1", 4, "none", true, true)
                        .xml());
        Path odd = folder.resolve(ODD);
        Files.writeString(odd, "<feedback><report_metadata>" + id);
        return good + "\n" + odd;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void filesAreChosenAndWhatBecomesOfThemIsSeen(boolean scripts) throws IOException {
        owner.width(Chromium.WIDE);
        owner.scripts(scripts);
        try {
            owner.open("/imports");
            owner.find("#file").sendKeys(files("upload " + scripts));
            owner.follow("form[enctype] button");
            assertThat(owner.path()).matches("/imports/\\d+");
            // By htmx each second, or by reloading the whole page.
            owner.await("!document.querySelector('#live progress')");
            assertThat(figures()).containsExactly("2", "1", "0", "0", "0", "1");
            assertThat(owner.find("#entries tbody th").getText()).isEqualTo(ODD);
            owner.follow("#entries form[action*='/entries/'] button");
            owner.await("!document.querySelector('#live progress')");
            assertThat(figures()).containsExactly("2", "1", "0", "0", "0", "1");
            assertThat(owner.run("return document.title")).isNotEqualTo("bad");
            assertThat(owner.happened().wrong()).isEmpty();
        } finally {
            owner.scripts(true);
        }
    }

    @Test
    void progressMovesWithoutLoadingThePageAnew() throws IOException {
        owner.open("/imports");
        owner.find("#file").sendKeys(files("progress"));
        owner.follow("form[enctype] button");
        String path = owner.path();
        owner.await("!document.querySelector('#live progress')");
        String id = path.substring("/imports/".length());
        // As if an entry waited: no worker takes one that is leased.
        people.sql(
                "update ledger_entry set state = 'queued', leased_until = '2100-01-01' where id ="
                        + " (select min(id) from ledger_entry where import_id = "
                        + id
                        + ")");
        for (String here : List.of(path, "/imports")) {
            owner.open(here);
            owner.run("window.kept = true");
            assertThat(owner.find("#live progress").getAttribute("value")).isEqualTo("50");
            people.sql(
                    "update ledger_entry set state = 'done', leased_until = null where import_id = "
                            + id);
            owner.await("!document.querySelector('#live progress')");
            assertThat(owner.run("return window.kept")).as("the same page").isEqualTo(true);
            assertThat(owner.run("return document.querySelector('#live').hasAttribute('hx-get')"))
                    .as("it asks no more")
                    .isEqualTo(false);
            assertThat(owner.happened().wrong()).isEmpty();
            people.sql(
                    "update ledger_entry set state = 'queued', leased_until = '2100-01-01' where id"
                            + " = (select min(id) from ledger_entry where import_id = "
                            + id
                            + ")");
        }
        // Also while something goes on.
        PageChecks.check(owner, "/imports", 200);
        PageChecks.check(owner, path, 200);
        people.sql("update ledger_entry set state = 'done', leased_until = null");
    }

    private static List<String> figures() {
        return owner.all(".mv-figures dd:nth-of-type(1)").stream().map(e -> e.getText()).toList();
    }
}
