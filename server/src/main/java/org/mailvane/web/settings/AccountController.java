package org.mailvane.web.settings;

import java.util.List;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Users;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainFilter;
import org.mailvane.domains.Domains;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.custom.CustomSources;
import org.mailvane.web.frame.AdminPage;
import org.mailvane.web.frame.Pages;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** What is known of the account. Commands change it. */
@Controller
@Profile("service")
@AdminPage
class AccountController {

    private static final String FLAG = "flag ";

    private final Accounts accounts;
    private final Users users;
    private final Domains domains;
    private final CustomSources sources;
    private final Settings settings;
    private final Pages pages;

    AccountController(
            Accounts accounts,
            Users users,
            Domains domains,
            CustomSources sources,
            Settings settings,
            Pages pages) {
        this.accounts = accounts;
        this.users = users;
        this.domains = domains;
        this.sources = sources;
        this.settings = settings;
        this.pages = pages;
    }

    /**
     * The account.
     *
     * @param addsByMail whether mailed reports add domains
     * @param users how many people it has
     * @param sources how many custom sources
     * @param rowDays days that rows are kept; 0 for ever
     * @param messageDays days that messages are kept; 0 for ever
     * @param settings the installation's settings; none if the visitor may not see them
     */
    record AccountPage(
            Account account,
            boolean addsByMail,
            long users,
            long domains,
            long sources,
            int rowDays,
            int messageDays,
            List<Settings.Value> settings) {

        int maxSources() {
            return CustomSources.MAX_SOURCES;
        }
    }

    /** Where a setting comes from; a file or an address is named as it is. */
    static String origin(Texts texts, String origin) {
        if (origin.startsWith(FLAG)) {
            return texts.of("account.origin.flag", origin.substring(FLAG.length()));
        }
        String key = "account.origin." + origin;
        return texts.has(key) ? texts.of(key) : origin;
    }

    @GetMapping(Routes.ACCOUNT)
    ModelAndView show(Caller caller) {
        Scope scope = caller.scope();
        List<Account> all = accounts.all();
        // The settings are about the machine, which belongs to none of several accounts.
        boolean alone = caller.owner() && all.size() == 1;
        return pages.page(
                "settings/account",
                new AccountPage(
                        accounts.find(scope.accountId()).orElseThrow(ApiProblem::notFound),
                        accounts.addsDomainsByMail(scope.accountId()),
                        users.count(scope, new Users.Filter(null, null)),
                        domains.count(scope, DomainFilter.ALL),
                        sources.count(scope),
                        settings.retentionDays(),
                        settings.rawRetentionDays(),
                        alone ? settings.all() : List.of()));
    }
}
