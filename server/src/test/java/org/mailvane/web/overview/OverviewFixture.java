package org.mailvane.web.overview;

import java.util.Arrays;
import java.util.List;
import org.jsoup.nodes.Document;
import org.mailvane.accounts.People;
import org.mailvane.accounts.People.Person;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Browser;
import org.mailvane.text.Language;
import org.mailvane.web.frame.Texts;

/** People of a running service, with domains and mail, for tests of the overview. */
final class OverviewFixture implements AutoCloseable {

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

    void open(Person owner, String domain, String code, boolean ignored) {
        people.sql(
                """
                insert into task (account_id, domain_id, code, subject, category, details, created,
                    ignored)
                select account_id, id, '%s', '', 'dmarc', 'Do %s for ' || name, '2026-11-01', %s
                from domain where name = '%s' and account_id = %d
                """
                        .formatted(code, code, ignored, domain, owner.accountId()));
    }

    /** The first number of each figure. */
    List<String> figures(Document page) {
        return page.select(".mv-figures dd:nth-of-type(1)").eachText();
    }
}
