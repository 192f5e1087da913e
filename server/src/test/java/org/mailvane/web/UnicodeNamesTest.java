package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.People.Person;
import org.mailvane.testing.Browser;

/** International names appear as people write them next to the form in DNS, never instead of it. */
class UnicodeNamesTest {

    @Test
    void bothFormsAreShown() {
        try (Visitors visitors = new Visitors()) {
            Person owner = visitors.people.account("International");
            visitors.add(owner, "xn--bcher-kva.example", "plain.example");
            visitors.people.sql(
                    """
                    insert into issue (account_id, domain_id, record, code, subject, level, problem,
                        solution, details, created)
                    select account_id, id, 'spf', 'spf.x', '', 'err', 'Wrong', 'Do', 'It', now()
                    from domain where account_id = %d
                    """
                            .formatted(owner.accountId()));
            Browser browser = visitors.browser(owner);
            Document list = browser.page("/domains");
            String domain =
                    list.select("tbody th a:containsOwn(xn--bcher-kva.example)").attr("href");
            for (String path : List.of("/domains", "/", domain)) {
                Document page = browser.page(path);
                assertThat(page.select("main bdi").eachText())
                        .as(path)
                        .containsExactly("bücher.example");
                assertThat(page.select("main").text())
                        .as(path)
                        .contains("xn--bcher-kva.example bücher.example");
            }
        }
    }
}
