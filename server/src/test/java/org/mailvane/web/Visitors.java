package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.Language;
import org.mailvane.web.frame.Texts;
import tools.jackson.databind.JsonNode;

/** Accounts with domains and groups, and people who look at pages and ask the API. */
public final class Visitors implements AutoCloseable {

    /** What a report or a person might hold; no quotes that SQL would need twice. */
    public static final String HTML =
            "\"><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}`${7*7}&lt;";

    public static final Texts TEXTS = new Texts(Language.ENGLISH);

    public final People people;

    public Visitors() {
        this(Map.of());
    }

    public Visitors(Map<Setting, String> settings) {
        this(new People(settings));
    }

    private Visitors(People people) {
        this.people = people;
    }

    /** Visitors of a service where the first thing of each kind has the number 1. */
    static Visitors onFreshService() {
        return new Visitors(People.onFreshService());
    }

    /** Somebody's browser, in which they have signed in. */
    public Browser browser(Person person) {
        people.givePassword(person);
        return new Browser(people.service).signIn(person.email(), People.PASSWORD);
    }

    public void add(Person owner, String... names) {
        people.service
                .part(Domains.class)
                .add(
                        Scope.ofAccount(owner.accountId()),
                        Arrays.stream(names).map(DomainName::new).toList());
    }

    /** The number of a new group that holds these domains. */
    public long group(Person owner, String label, String... names) {
        people.sql(
                "insert into domain_group (account_id, label, is_default) values (%d, '%s', false)"
                        .formatted(owner.accountId(), label));
        long id =
                Long.parseLong(
                        people.value(
                                "select id from domain_group where label = '%s' and account_id = %d"
                                        .formatted(label, owner.accountId())));
        people.sql(
                """
                insert into domain_group_member (account_id, group_id, domain_id)
                select account_id, %d, id from domain
                where account_id = %d and name = any('{%s}')
                """
                        .formatted(id, owner.accountId(), String.join(",", names)));
        return id;
    }

    /** Somebody of the account who sees this group. */
    public Person colleague(Person owner, long group, boolean writes) {
        String email = people.email();
        people.sql(
                """
                with person as (
                    insert into account_user (account_id, email, is_active, is_owner, is_admin,
                        has_forensic_access, has_billing_access, date_joined)
                    values (%1$d, '%2$s', true, false, false, false, false, now()) returning id)
                insert into group_access (account_id, group_id, user_id, writes)
                select %1$d, %3$d, id, %4$s from person
                """
                        .formatted(owner.accountId(), email, group, writes));
        long id =
                Long.parseLong(
                        people.value("select id from account_user where email = '" + email + "'"));
        return new Person(
                owner.accountId(),
                id,
                email,
                people.service.part(Accounts.class).createToken(email));
    }

    /** What the API answers. */
    public JsonNode api(Person person, String path) {
        Answer answer = people.service.get(person.token(), path);
        assertThat(answer.status()).as(path + " " + answer.text()).isEqualTo(200);
        return answer.json();
    }

    /** The link of a page to the same by API. */
    public static String apiOf(Document page) {
        return page.select(".mv-foot code a").attr("href");
    }

    /** A page, be it an error's; fails where what people gave has become HTML. */
    public static Document harmless(Answer answer) {
        Document page = Jsoup.parse(answer.text());
        assertThat(page.select("script:not([src]), img, [onerror]")).isEmpty();
        assertThat(page.select("script[src]").eachAttr("src"))
                .allSatisfy(src -> assertThat(src).startsWith("/assets/"));
        return page;
    }

    @Override
    public void close() {
        people.close();
    }
}
