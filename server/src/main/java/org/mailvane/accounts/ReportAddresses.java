package org.mailvane.accounts;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;

/**
 * The mailboxes to which reports are mailed, and whose they are.
 *
 * <p>Each account has {@code <token>@<intake domain>}, where a plus sign and anything may follow
 * the token, and what was added to it. The only account of an installation gets whatever comes.
 * Letters' case tells nothing apart.
 */
@Service
public class ReportAddresses {

    /** Further addresses of an account. */
    static final int MAX_ADDRESSES = 100;

    private static final String POSTMASTER = "postmaster";

    private final Db db;
    private final ReportAddressTable table;
    private final Accounts accounts;
    private final String domain;
    private final boolean smtp;
    private final Clock clock;

    ReportAddresses(
            Db db, ReportAddressTable table, Accounts accounts, Settings settings, Clock clock) {
        this.db = db;
        this.table = table;
        this.accounts = accounts;
        this.domain = settings.intakeDomain().toLowerCase(Locale.ROOT);
        this.smtp = settings.hasSmtp();
        this.clock = clock;
    }

    /** The address that an account has by its token: the one to publish. */
    public String of(Account account) {
        return account.token() + "@" + domain;
    }

    /** The further addresses of an account, in lower case. */
    public List<String> further(Scope scope) {
        return table.list(scope.wholeAccount());
    }

    /**
     * The domain of which every mailbox is the account's, since it is the only one; empty where
     * there are others, or nobody else can send there.
     */
    public Optional<String> wholeDomain() {
        return isNamed() && isOnly() ? Optional.of(domain) : Optional.empty();
    }

    /**
     * Whether an account may add addresses by itself, and not only who runs the installation: of
     * several, each could take what is mailed to another.
     */
    public boolean mayBeAddedByItself() {
        return isOnly();
    }

    private boolean isOnly() {
        return accounts.all().size() == 1;
    }

    /** Whether others can find the intake domain. */
    private boolean isNamed() {
        return domain.contains(".") && DomainName.parse(domain).isPresent();
    }

    /**
     * The addresses to which others can mail an account's reports, the one to publish first: its
     * own where SMTP takes mail here, else one that was added, since its own has to be delivered
     * somewhere first. Of a server without a name in DNS, its own is none.
     */
    public List<String> publishable(Account account) {
        return publishable(account, further(account.scope()));
    }

    /** The first of these for every account; empty where there is none. */
    public Map<Account, String> published() {
        Map<Long, List<String>> further = table.all();
        Map<Account, String> published = new LinkedHashMap<>();
        for (Account account : accounts.all()) {
            List<String> own = further.getOrDefault(account.id(), List.of());
            published.put(account, publishable(account, own).stream().findFirst().orElse(""));
        }
        return published;
    }

    private List<String> publishable(Account account, List<String> further) {
        List<String> all = new ArrayList<>(further);
        if (isNamed()) {
            all.add(smtp ? 0 : all.size(), of(account));
        }
        return List.copyOf(all);
    }

    /**
     * Adds a further address, which may be of any domain.
     *
     * @return the address as it is kept
     * @throws AccountException when it can't be used, or is an account's already
     */
    public String add(long accountId, String address) {
        Account account = existing(accountId);
        String mailbox = mailbox(address);
        if (tokenOf(mailbox).equals(account.token())) {
            throw new AccountException(
                    "address_own",
                    mailbox + " already is the report address of account " + accountId + ".",
                    mailbox);
        }
        String token = tokenOf(mailbox);
        accounts.all().stream()
                .filter(other -> other.token().equals(token))
                .findFirst()
                .ifPresent(other -> {
                    throw new AccountException(
                            mailbox + " is account " + other.id() + "'s automatic address.");
                });
        db.inTransaction(() -> {
            // Whoever adds to the same account waits, so that the limit holds.
            accounts.lock(accountId);
            if (table.list(account.scope()).size() >= MAX_ADDRESSES) {
                throw new AccountException(
                        "address_limit",
                        "Account %d already has %d additional addresses, the maximum."
                                .formatted(accountId, MAX_ADDRESSES),
                        MAX_ADDRESSES);
            }
            try {
                table.insert(account.scope(), mailbox, clock.instant());
            } catch (DuplicateKeyException taken) {
                throw new AccountException(
                        "address_taken",
                        mailbox
                                + " is already a report address. It must be unique in the installation.",
                        mailbox);
            }
        });
        return mailbox;
    }

    /**
     * As {@link #add}, for an account that adds one to itself.
     *
     * @throws AccountException also where the installation has other accounts
     */
    public String addOwn(Scope scope, String address) {
        if (!mayBeAddedByItself()) {
            throw new AccountException(
                    "address_others",
                    "This installation has several accounts. Ask its operator to add the"
                            + " address: mailvane account report-address.");
        }
        return add(scope.accountId(), address);
    }

    /**
     * Takes a further address away.
     *
     * @return the address as it was kept
     * @throws AccountException when the account does not have it
     */
    public String remove(long accountId, String address) {
        String mailbox = address.strip().toLowerCase(Locale.ROOT);
        if (!table.delete(existing(accountId).scope(), mailbox)) {
            throw new AccountException(
                    "Account %d has no additional address %s."
                            .formatted(accountId, EmailAddress.shortened(mailbox)));
        }
        return mailbox;
    }

    /** The account whose reports come to a mailbox; empty where it is nobody's. */
    public OptionalLong accountOf(String mailbox) {
        String address = mailbox.toLowerCase(Locale.ROOT);
        return table.accountOf(address, tokenOf(address));
    }

    /**
     * Whether a mailbox is the postmaster's, in any case, with the intake domain or without one:
     * every mail server has to take mail for it (RFC 5321, section 4.5.1).
     */
    public boolean isPostmaster(String mailbox) {
        String address = mailbox.toLowerCase(Locale.ROOT);
        return address.equals(POSTMASTER) || address.equals(POSTMASTER + "@" + domain);
    }

    /**
     * Returns the account that gets the mail of the postmaster: the one to which the address was
     * added, else the oldest, which is of whoever runs the installation; empty while there is none.
     */
    public OptionalLong accountOfPostmaster() {
        OptionalLong chosen = accountOf(POSTMASTER + "@" + domain);
        return chosen.isPresent() ? chosen : accounts.all().stream().mapToLong(Account::id).min();
    }

    /**
     * Returns a predicate that says of a mailbox whether reports mailed to it become the account's.
     * These are the mailboxes that the account has by its token or that were added to it; in an
     * installation with one account, all mailboxes of the intake domain.
     */
    public Predicate<String> mailboxesOf(Scope scope) {
        Account account = existing(scope.accountId());
        boolean only = isOnly();
        Set<String> further = Set.copyOf(table.list(account.scope()));
        return mailbox -> {
            String address = mailbox.toLowerCase(Locale.ROOT);
            int at = address.lastIndexOf('@');
            boolean ours = at > 0 && address.substring(at + 1).equals(domain);
            return further.contains(address)
                    || (ours && (only || tokenOf(address).equals(account.token())));
        };
    }

    /**
     * Returns a predicate that says of a mailbox of the intake domain whether reports mailed to it
     * become any account's. While there are fewer than two accounts, all of them do. Addresses that
     * were added concern only their accounts.
     */
    public Predicate<String> mailboxesOfAll() {
        List<Account> all = accounts.all();
        Set<String> tokens = all.stream().map(Account::token).collect(Collectors.toSet());
        return mailbox -> {
            String address = mailbox.toLowerCase(Locale.ROOT);
            int at = address.lastIndexOf('@');
            boolean ours = at > 0 && address.substring(at + 1).equals(domain);
            return ours && (all.size() <= 1 || tokens.contains(tokenOf(address)));
        };
    }

    /** What may be an account's token in an address of ours; empty in any other. */
    private String tokenOf(String address) {
        int at = address.lastIndexOf('@');
        if (at < 0 || !address.substring(at + 1).equals(domain)) {
            return "";
        }
        String local = address.substring(0, at);
        int plus = local.indexOf('+');
        return plus < 0 ? local : local.substring(0, plus);
    }

    private Account existing(long accountId) {
        return accounts.find(accountId)
                .orElseThrow(() -> new AccountException("There is no account " + accountId + "."));
    }

    private static String mailbox(String address) {
        String mailbox = address.strip().toLowerCase(Locale.ROOT);
        Message problem = EmailAddress.problemOf(mailbox);
        if (problem != null) {
            throw new AccountException(
                    "email_form",
                    MessageFormatter.forPrograms().format(problem),
                    EmailAddress.shortened(mailbox));
        }
        return mailbox;
    }
}
