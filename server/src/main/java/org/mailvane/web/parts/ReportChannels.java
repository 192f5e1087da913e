package org.mailvane.web.parts;

import java.util.Comparator;
import java.util.List;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.intake.ReportPlaces;
import org.mailvane.intake.ReportPlaces.Place;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Scope;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** By which ways an account's reports come in. */
@Component
@Profile("service")
public final class ReportChannels {

    private final Accounts accounts;
    private final ReportAddresses addresses;
    private final List<ReportPlaces> places;
    private final Settings settings;

    ReportChannels(
            Accounts accounts,
            ReportAddresses addresses,
            List<ReportPlaces> places,
            Settings settings) {
        this.accounts = accounts;
        this.addresses = addresses;
        this.places = places;
        this.settings = settings;
    }

    /**
     * The report channels of an account.
     *
     * @param account its number
     * @param own its address by its token
     * @param further those that were added
     * @param whole stands for every other mailbox that is the account's too; empty for none
     * @param publishable those to which others can send, the one to publish first
     * @param smtp where SMTP listens; empty where it does not
     * @param places the mailboxes and folders that are read
     * @param open whether the account may add addresses by itself
     */
    public record Ways(
            long account,
            String own,
            List<String> further,
            String whole,
            List<String> publishable,
            String smtp,
            List<Place> places,
            boolean open) {

        /** Whether others can send to its own address. */
        boolean isOwnReachable() {
            return publishable.contains(own);
        }

        /** The command that adds an address, with an example of one. */
        public String command() {
            return "mailvane account report-address " + account + " add dmarc@example.com";
        }
    }

    /** Those of an account. */
    public Ways of(Scope scope) {
        Account account = account(scope);
        return new Ways(
                account.id(),
                addresses.of(account),
                addresses.further(scope),
                addresses.wholeDomain().map(domain -> "*@" + domain).orElse(""),
                addresses.publishable(account),
                settings.hasSmtp() ? settings.smtpHost() + ":" + settings.smtpPort() : "",
                places(scope),
                addresses.mayBeAddedByItself());
    }

    /**
     * Adds an address to an account.
     *
     * @throws org.mailvane.accounts.AccountException when it can't be
     */
    public void add(Scope scope, String address) {
        addresses.addOwn(scope, address);
    }

    /**
     * Takes one away that was added.
     *
     * @throws org.mailvane.accounts.AccountException when the account does not have it
     */
    public void remove(Scope scope, String address) {
        addresses.remove(scope.accountId(), address);
    }

    /** The addresses to which others can send, the one to publish first. */
    public List<String> publishable(Scope scope) {
        return addresses.publishable(account(scope));
    }

    /** The places that are read for an account, mailboxes before folders. */
    public List<Place> places(Scope scope) {
        return places.stream()
                .flatMap(each -> each.of(scope).stream())
                .sorted(Comparator.comparing(Place::origin).thenComparing(Place::name))
                .toList();
    }

    private Account account(Scope scope) {
        return accounts.find(scope.accountId()).orElseThrow(ApiProblem::notFound);
    }
}
