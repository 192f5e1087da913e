package org.mailvane.cli;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainFilter;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.planner.ReportRecords;
import org.mailvane.planner.ReportRecords.Found;
import org.mailvane.planner.ReportRecords.Result;
import org.mailvane.planner.ReportRecords.State;

/**
 * What {@code mailvane doctor} finds in DNS about an account's reports: whether domains ask for
 * them, and whether the host of the mailbox has agreed to take them.
 */
final class RecordCheck {

    private final ReportRecords records;
    private final Domains domains;
    private final ReportAddresses addresses;
    private final BiConsumer<String, String> ok;
    private final SmtpCheck.Finding hint;
    private final SmtpCheck.Finding problem;

    RecordCheck(
            ReportRecords records,
            Domains domains,
            ReportAddresses addresses,
            BiConsumer<String, String> ok,
            SmtpCheck.Finding hint,
            SmtpCheck.Finding problem) {
        this.records = records;
        this.domains = domains;
        this.addresses = addresses;
        this.ok = ok;
        this.hint = hint;
        this.problem = problem;
    }

    /** Looks at an account that has domains, and a mailbox to which others can send. */
    void run(Account account) {
        List<String> mailboxes = addresses.publishable(account);
        List<DomainName> names =
                domains
                        .list(
                                account.scope(),
                                DomainFilter.ALL,
                                Ordering.none(),
                                new Window(1, 1, ReportRecords.MAX_DOMAINS, 0))
                        .stream()
                        .map(domain -> domain.name())
                        .toList();
        if (mailboxes.isEmpty() || names.isEmpty()) {
            return;
        }
        Result result = records.check(account.scope(), mailboxes.getFirst(), names, true);
        tellRecords("records of account " + account.id(), result);
        tellAgreement("report authorisation of account " + account.id(), result);
        tellMail("report mailbox of account " + account.id(), result);
    }

    private void tellRecords(String name, Result result) {
        int all = result.found().size();
        String of = "checked " + all + (all == 1 ? " domain; " : " domains; ");
        if (result.count(State.NOT_MET) > 0) {
            hint.add(
                    name,
                    of
                            + result.count(State.NOT_MET)
                            + " without a DMARC record that sends reports here, such as "
                            + first(result, State.NOT_MET),
                    "publish the record that the page /start/records shows");
        } else if (result.count(State.UNKNOWN) > 0) {
            hint.add(
                    name,
                    of
                            + "DNS lookups failed for "
                            + result.count(State.UNKNOWN)
                            + ", such as "
                            + first(result, State.UNKNOWN),
                    "try again, or check MAILVANE_DNS_SERVERS");
        } else {
            ok.accept(name, of + "all send reports here");
        }
    }

    private static DomainName first(Result result, State state) {
        return result.found().stream()
                .filter(found -> found.state() == state)
                .map(Found::domain)
                .findFirst()
                .orElseThrow();
    }

    private void tellMail(String name, Result result) {
        switch (result.mail()) {
            case PASSED -> ok.accept(name, "the host of " + result.mailbox() + " accepts mail");
            case UNKNOWN ->
                    hint.add(
                            name,
                            "DNS lookups failed for the mail host of " + result.mailbox(),
                            "try again, or check MAILVANE_DNS_SERVERS");
            case NOT_MET ->
                    problem.add(
                            name,
                            "the host of "
                                    + result.mailbox()
                                    + " does not accept mail, so no report can arrive",
                            "publish an MX record for it, or use another report address");
        }
    }

    /** A record that names the mailbox in vain is a problem; one that could is a hint. */
    private void tellAgreement(String name, Result result) {
        String at = ReportRecords.agreementName(result.mailbox());
        Optional<Found> inVain = result.found().stream().filter(Found::isInVain).findFirst();
        String repair =
                "publish the TXT record \"" + ReportRecords.agreementRecord() + "\" at " + at;
        switch (result.agreement()) {
            case PASSED -> ok.accept(name, "published for all checked domains");
            case UNKNOWN ->
                    hint.add(
                            name,
                            "the DNS lookup failed for " + at,
                            "try again, or check MAILVANE_DNS_SERVERS");
            case NOT_MET -> {
                if (inVain.isPresent()) {
                    problem.add(
                            name,
                            "receivers send no reports about "
                                    + inVain.get().domain()
                                    + " to "
                                    + result.mailbox()
                                    + ": its host does not publish an authorisation for them",
                            repair);
                } else {
                    hint.add(
                            name,
                            "the host of "
                                    + result.mailbox()
                                    + " does not authorise reports about "
                                    + result.refused().getFirst(),
                            repair);
                }
            }
        }
    }
}
