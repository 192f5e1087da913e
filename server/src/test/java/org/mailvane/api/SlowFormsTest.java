package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.api.limits.BodyMemory;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;

/** Large forms of users whose clients are slow leave room for those of others. */
class SlowFormsTest {

    /** Nearly as many as a form may have. */
    private static final int LENGTH = 2_000_000;

    /** So many would fill the memory if each took all of it at its start. */
    private static final long FORMS =
            Runtime.getRuntime().maxMemory()
                            / BodyMemory.SIGNED_IN_SHARE
                            / BodyMemory.FORM_GROWTH
                            / LENGTH
                    + 1;

    private final People people = new People();
    private final List<RawHttp> slow = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (RawHttp client : slow) {
            client.close();
        }
        people.close();
    }

    private Browser browser(Person person) {
        people.givePassword(person);
        return new Browser(people.service).signIn(person.email(), People.PASSWORD);
    }

    @Test
    void othersGetInBesideThem() throws IOException {
        String session = browser(people.admin()).cookies.get("mailvane_session");
        for (int i = 0; i < FORMS; i++) {
            RawHttp client = RawHttp.to(people.service);
            slow.add(client);
            client.send(
                    "POST /domains/add HTTP/1.1",
                    "Host: localhost",
                    "Cookie: mailvane_session=" + session,
                    "Content-Type: application/x-www-form-urlencoded",
                    "Content-Length: " + LENGTH,
                    "",
                    "names=" + "x".repeat(2 * BodyMemory.FREE_BYTES));
        }
        Browser other = browser(people.owner);
        Answer large =
                other.post(
                        "/domains/add?names=first.example&group="
                                + people.value("select id from domain_group where is_default"),
                        "names",
                        " ".repeat(LENGTH) + "large.example");
        assertThat(large.status()).as(large.text()).isEqualTo(303);
        assertThat(people.value("select string_agg(name, ' ' order by name) from domain"))
                .isEqualTo("first.example large.example");
    }
}
