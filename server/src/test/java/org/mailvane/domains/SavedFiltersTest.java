package org.mailvane.domains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.FilterCriteria.Kind;
import org.mailvane.domains.SavedFilters.Creation;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.Scope.Reach;
import org.mailvane.testing.TestService;

/** What a user may save; the oldest filters go for new ones. */
class SavedFiltersTest {

    private static TestService service;
    private Scope scope;
    private long user;

    @BeforeAll
    static void start() {
        service = TestService.shared();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        Accounts.Created account = service.account("f" + test.getDisplayName().hashCode());
        user = account.owner().id();
        scope = new Scope(account.account().id(), user, Reach.ACCOUNT, Reach.ACCOUNT);
        service.part(Domains.class).add(scope, List.of(new DomainName("a.example")));
    }

    @Test
    void userHasOnlySoManyFilters() {
        insert(SavedFilters.MAX_FILTERS - 1, 0);
        long oldest = oldest();
        create();
        assertThat(filters()).isEqualTo(SavedFilters.MAX_FILTERS);
        assertThat(oldest()).isEqualTo(oldest);
        create();
        assertThat(filters()).isEqualTo(SavedFilters.MAX_FILTERS);
        assertThat(oldest()).isGreaterThan(oldest);
    }

    @Test
    void filtersOfAUserHaveOnlySoManyDomains() {
        insert(1, SavedFilters.MAX_DOMAINS - 1);
        create();
        assertThat(filters()).isEqualTo(2);
        create();
        assertThat(filters()).as("the large one is gone").isEqualTo(2);
        create();
        assertThat(filters()).isEqualTo(3);
    }

    private void create() {
        SavedFilters filters = service.part(SavedFilters.class);
        FilterCriteria criteria =
                FilterCriteria.of(Kind.SOURCE, List.of(new DomainName("a.example")));
        assertThat(filters.create(scope, criteria)).isInstanceOf(Creation.Created.class);
    }

    private void insert(int count, int domains) {
        service.sql()
                .execute(
                        """
                        insert into saved_filter (account_id, user_id, kind, domains, created)
                        select account_id, id, 'policy', %d, now()
                        from account_user, generate_series(1, %d) where id = %d
                        """
                                .formatted(domains, count, user));
    }

    private long filters() {
        return number("count(*)");
    }

    private long oldest() {
        return number("min(id)");
    }

    private long number(String what) {
        return Long.parseLong(
                service.sql()
                        .value("select " + what + " from saved_filter where user_id = " + user));
    }
}
