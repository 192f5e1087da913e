package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.mailvane.accounts.People;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.Parts;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService.Answer;

/** Something to show on each page of the first account: what has the number 1 is there. */
public final class Samples {

    private Samples() {}

    /** Puts them into a new service. */
    static void of(People people) {
        Answer accepted =
                new Parts()
                        .file(
                                "shop.xml",
                                SampleReport.about("shop.example")
                                        .record("192.0.2.1", 40, "none", true, true)
                                        .xml())
                        .file(
                                "a-very-long-name-of-a-file-without-any-blank-that-somebody-has-sent!shop.example!1730419200!1730505599.xml",
                                "<feedback><report_metadata>".getBytes(StandardCharsets.UTF_8))
                        .file("letter.txt", "Dear all".getBytes(StandardCharsets.UTF_8))
                        .upload(people.service, people.owner.token());
        assertThat(accepted.json().get("id").asLong()).as("the first").isEqualTo(1);
        awaitImport(people, people.owner.token(), 1);
    }

    /** Waits until an import is read. */
    public static void awaitImport(People people, String token, long id) {
        Awaiting.until(
                "import " + id,
                Duration.ofSeconds(60),
                () ->
                        people.service
                                .get(token, "/api/v1/imports/" + id + "/")
                                .json()
                                .get("state")
                                .asString()
                                .equals("done"));
    }
}
