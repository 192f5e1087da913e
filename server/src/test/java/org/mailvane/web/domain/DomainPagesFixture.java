package org.mailvane.web.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.jsoup.nodes.Document;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Browser;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.text.Language;
import org.mailvane.web.frame.Texts;
import tools.jackson.databind.JsonNode;

/** People of a running service, with domains and groups, for tests of the pages of domains. */
final class DomainPagesFixture implements AutoCloseable {

    /** What a report, a record or a person might hold. */
    static final String HTML = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}";

    static final Texts TEXTS = new Texts(Language.ENGLISH);

    final People people = new People();

    @Override
    public void close() {
        people.close();
    }

    Browser browser(Person person) {
        people.givePassword(person);
        return new Browser(people.service).signIn(person.email(), People.PASSWORD);
    }

    void add(Person owner, String... names) {
        people.service
                .part(Domains.class)
                .add(
                        Scope.ofAccount(owner.accountId()),
                        Arrays.stream(names).map(DomainName::new).toList());
    }

    long id(Person owner, String name) {
        return Long.parseLong(
                people.value(
                        "select id from domain where name = '%s' and account_id = %d"
                                .formatted(name, owner.accountId())));
    }

    long group(Person owner, String label, String... names) {
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
    Person colleague(Person owner, long group, boolean writes) {
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

    JsonNode api(Person person, String path) {
        Answer answer = people.service.get(person.token(), path);
        assertThat(answer.status()).as(path).isEqualTo(200);
        return answer.json();
    }

    List<String> names(Document page) {
        return page.select("tbody th a:not(.sub)").eachText();
    }

    void assertNoHtml(Document page) {
        assertThat(page.select("script:not([src]), img, [onerror]")).isEmpty();
    }
}
