package org.mailvane.planner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.api.binding.Coded;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.mailauth.dmarc.DmarcDiscovery;
import org.mailvane.mailauth.dmarc.DmarcInspector;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.EffectivePolicy;
import org.mailvane.mailauth.dmarc.EffectivePolicy.Origin;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.net.FreshDns;
import org.mailvane.platform.store.Scope;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/**
 * Whether reports about domains can come, as DNS has it now, and which records are to be published
 * for it: for people who set up an account, and for {@code mailvane doctor}.
 */
@Service
@Profile("service")
public class ReportRecords {

    /** Domains that are looked at together. */
    public static final int MAX_DOMAINS = 50;

    /** What has taken longer is not known. */
    static final Duration MAX_TIME = Duration.ofSeconds(8);

    /** People for whom a server looks at once. */
    static final int MAX_CHECKS = 8;

    private static final String DMARC = "_dmarc.";
    private static final String AGREEMENT = "_report._dmarc.";

    /**
     * The record by which a host that accepts reports agrees to take those about others (RFC 9990).
     */
    private static final String AGREED = "v=DMARC1";

    private static final List<FindingKind> REFUSED =
            List.of(
                    DmarcFindings.EXTERNAL_UNAUTHORIZED,
                    DmarcFindings.EXTERNAL_BAD_RECORD,
                    DmarcFindings.EXTERNAL_OLD,
                    DmarcFindings.EXTERNAL_NAME_TOO_LONG);

    private final FreshDns dns;
    private final DmarcInspectors inspectors;
    private final Duration maxTime;
    private final Semaphore checks = new Semaphore(MAX_CHECKS);

    /** Makes inspectors that know an account's mailboxes. */
    private interface DmarcInspectors {
        DmarcInspector of(Scope scope);
    }

    /**
     * Makes checks that ask this DNS.
     *
     * @param addresses says to which mailboxes an account's reports come
     */
    @Autowired
    public ReportRecords(FreshDns dns, ReportAddresses addresses, PublicSuffixes suffixes) {
        this(dns, addresses, suffixes, MAX_TIME);
    }

    /**
     * The same with another limit.
     *
     * @param maxTime what has taken longer is not known
     */
    ReportRecords(
            FreshDns dns, ReportAddresses addresses, PublicSuffixes suffixes, Duration maxTime) {
        this.dns = dns;
        this.maxTime = maxTime;
        this.inspectors =
                scope -> {
                    Predicate<String> mailboxes = addresses.mailboxesOf(scope);
                    return new DmarcInspector(suffixes, mailboxes::test);
                };
    }

    /** What was found of something that is needed. */
    public enum State implements Coded {
        PASSED("passed"),
        NOT_MET("not-met"),
        /** DNS did not answer. */
        UNKNOWN("unknown");

        private final String code;

        State(String code) {
            this.code = code;
        }

        @Override
        public String code() {
            return code;
        }

        /** Returns what is found of several: what is not met counts before what is not known. */
        static State of(Stream<State> states) {
            List<State> all = states.toList();
            return all.contains(NOT_MET) ? NOT_MET : all.contains(UNKNOWN) ? UNKNOWN : PASSED;
        }
    }

    /** Where the DMARC record that counts for a domain has reports sent. */
    public enum Reports implements Coded {
        /** To the account. */
        HERE("here"),
        /** The record does not exist. */
        NO_RECORD("no-record"),
        /** Neither the record nor its name exists. */
        NO_DOMAIN("no-domain"),
        /** There can be no record: its name would be longer than names may be. */
        TOO_LONG("too-long"),
        /** To others, or to nobody, by the domain's own record. */
        ELSEWHERE("elsewhere"),
        /** To others, or to nobody, by the record of a domain above. */
        ELSEWHERE_ABOVE("elsewhere-above"),
        /** The domain has its own records, but receivers can't use them. */
        BROKEN("broken"),
        /** DNS did not answer. */
        UNKNOWN("unknown");

        private final String code;

        Reports(String code) {
            this.code = code;
        }

        @Override
        public String code() {
            return code;
        }
    }

    /**
     * What was found about a domain.
     *
     * @param domain the domain
     * @param reports where its reports go
     * @param name where the TXT record is, or is to be published
     * @param record the content to publish; empty where that is not known, or the existing record
     *     has to be fixed first
     * @param named whether the record that counts names the mailbox, and not another one of the
     *     account
     * @param agreement whether the mailbox's host has agreed to accept reports about it
     * @param askable whether receivers can query that: the name to query may be too long
     */
    public record Found(
            DomainName domain,
            Reports reports,
            String name,
            String record,
            boolean named,
            State agreement,
            boolean askable) {

        private Found(
                DomainName domain,
                Reports reports,
                String name,
                String record,
                boolean named,
                State agreement) {
            this(domain, reports, name, record, named, agreement, true);
        }

        private Found withAskable(boolean can) {
            return new Found(domain, reports, name, can ? record : "", named, agreement, can);
        }

        /** Whether its record names the mailbox, and receivers send nothing there. */
        public boolean isInVain() {
            return named && agreement == State.NOT_MET;
        }

        /** Whether its record is as it should be. */
        public State state() {
            return switch (reports) {
                case HERE -> State.PASSED;
                case UNKNOWN -> State.UNKNOWN;
                default -> State.NOT_MET;
            };
        }
    }

    /**
     * What was found about domains, and about the host of the mailbox.
     *
     * @param mailbox where reports are to go
     * @param mail whether its host takes mail
     * @param found what was found of each domain, in their order
     */
    public record Result(String mailbox, State mail, List<Found> found) {

        /** Whether the host has agreed to take the reports about all of them. */
        public State agreement() {
            return State.of(found.stream().map(Found::agreement));
        }

        /** Returns those for which it has not. */
        public List<DomainName> refused() {
            return found.stream()
                    .filter(each -> each.agreement() == State.NOT_MET)
                    .map(Found::domain)
                    .toList();
        }

        /** Returns how many are so. */
        public long count(State state) {
            return found.stream().filter(each -> each.state() == state).count();
        }
    }

    /** Returns the name at which a host agrees to take reports about anybody. */
    public static String agreementName(String mailbox) {
        return "*." + AGREEMENT + mailbox.substring(mailbox.indexOf('@') + 1);
    }

    /** Whether that name is not longer than names may be, so that a record can be there. */
    public static boolean hasAgreementName(String mailbox) {
        return isName(agreementName(mailbox));
    }

    private static boolean isName(String text) {
        return text.length() <= DomainName.MAX_LENGTH;
    }

    /** Returns a record that only asks for reports, for a domain that has none yet. */
    public static String firstRecord(String mailbox) {
        return PolicyRecord.first(DmarcPolicy.NONE, mailbox);
    }

    /** Returns the content to publish, in a TXT record. */
    public static String agreementRecord() {
        return AGREED;
    }

    /**
     * Asks DNS about domains, and about the host of a mailbox; the flag makes it ignore cached
     * answers.
     *
     * @param mailbox where reports about them are to go: {@link ReportAddresses#publishable}
     * @param domains at most {@link #MAX_DOMAINS}
     * @throws ApiProblem 503 where too many are looked up already
     */
    public Result check(Scope scope, String mailbox, List<DomainName> domains, boolean anew) {
        if (domains.size() > MAX_DOMAINS) {
            throw new IllegalArgumentException(domains.size() + " domains");
        }
        if (!checks.tryAcquire()) {
            throw ApiProblem.of(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "busy",
                    "Records are being looked up for %d users, the maximum of this server. Try again in a few seconds."
                            .formatted(MAX_CHECKS));
        }
        try {
            return new Check(inspectors.of(scope), mailbox, once(anew), maxTime).of(domains);
        } finally {
            checks.release();
        }
    }

    /** Asks each question once, since the mailbox's host is asked for with every domain. */
    private Dns once(boolean anew) {
        Dns asked = anew ? dns.fresh(name -> true) : dns;
        Map<Question, DnsAnswer> answers = new ConcurrentHashMap<>();
        return (name, type) -> {
            Question question = new Question(name, type);
            @Nullable DnsAnswer known = answers.get(question);
            if (known == null) {
                known = asked.ask(name, type);
                answers.put(question, known);
            }
            return known;
        };
    }

    private record Question(DnsName name, RecordType type) {}

    /** One look at some domains. */
    private record Check(DmarcInspector inspector, String mailbox, Dns dns, Duration maxTime) {

        /** A domain, and what was said of the mailbox. */
        private record One(Found found, State mail) {}

        Result of(List<DomainName> domains) {
            long end = System.nanoTime() + maxTime.toNanos();
            // Not closed, which would wait for what takes too long.
            ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
            try {
                List<Future<One>> futures =
                        domains.stream().map(domain -> threads.submit(() -> of(domain))).toList();
                List<One> all = new ArrayList<>();
                for (int i = 0; i < domains.size(); i++) {
                    all.add(await(domains.get(i), futures.get(i), end));
                }
                return new Result(
                        mailbox,
                        State.of(all.stream().map(One::mail)),
                        all.stream().map(One::found).toList());
            } finally {
                threads.shutdownNow();
            }
        }

        private One await(DomainName domain, Future<One> future, long end) {
            try {
                long left = Math.max(0, end - System.nanoTime());
                return future.get(left, TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                return unknown(domain);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return unknown(domain);
            } catch (ExecutionException defect) {
                throw new IllegalStateException(defect.getCause());
            }
        }

        private static One unknown(DomainName domain) {
            return new One(
                    new Found(domain, Reports.UNKNOWN, DMARC + domain, "", false, State.UNKNOWN),
                    State.UNKNOWN);
        }

        private One of(DomainName domain) {
            Dns bounded = bounded();
            DmarcDiscovery discovery = inspector.discover(domain, bounded);
            // The name whose record counts is the one that has to be agreed with.
            DomainName asking =
                    discovery
                            .effective()
                            .filter(policy -> policy.origin() == Origin.INHERITED)
                            .map(EffectivePolicy::policyDomain)
                            .orElse(domain);
            List<Finding> said =
                    inspector.reach(asking, ReportUri.parse(ReportUri.mailto(mailbox)), bounded());
            State agreement = state(said, REFUSED, List.of(DmarcFindings.EXTERNAL_UNKNOWN));
            State mail =
                    state(
                            said,
                            List.of(DmarcFindings.MAILBOX_REFUSED, DmarcFindings.MAILBOX_NO_HOST),
                            List.of(DmarcFindings.MAILBOX_UNKNOWN));
            boolean askable = !says(said, List.of(DmarcFindings.EXTERNAL_NAME_TOO_LONG));
            return new One(found(domain, discovery, agreement).withAskable(askable), mail);
        }

        private Dns bounded() {
            return new BoundedDns(dns, BoundedDns.MAX_QUESTIONS, maxTime, System::nanoTime);
        }

        private static State state(
                List<Finding> said, List<FindingKind> notMet, List<FindingKind> unknown) {
            return says(said, notMet)
                    ? State.NOT_MET
                    : says(said, unknown) ? State.UNKNOWN : State.PASSED;
        }

        private static boolean says(List<Finding> said, List<FindingKind> kinds) {
            return said.stream().anyMatch(finding -> kinds.stream().anyMatch(finding::is));
        }

        private Found found(DomainName domain, DmarcDiscovery discovery, State agreement) {
            String own = DMARC + domain;
            Optional<EffectivePolicy> effective = discovery.effective();
            boolean named = effective.filter(this::isNamed).isPresent();
            return switch (discovery.state()) {
                case UNKNOWN -> new Found(domain, Reports.UNKNOWN, own, "", named, agreement);
                case ERROR -> new Found(domain, Reports.BROKEN, own, "", named, agreement);
                case MISSING -> {
                    Reports why = withoutRecord(domain);
                    yield new Found(
                            domain,
                            why,
                            own,
                            why == Reports.NO_RECORD
                                    ? PolicyRecord.first(DmarcPolicy.NONE, mailbox)
                                    : "",
                            named,
                            agreement);
                }
                case PRESENT, INHERITED ->
                        found(
                                domain,
                                effective.orElseThrow(),
                                discovery.inspection().ruaServiceUsage(),
                                named,
                                agreement);
            };
        }

        /**
         * Returns why a domain has no record; unknown if DNS does not say whether the name exists.
         */
        private Reports withoutRecord(DomainName domain) {
            if (!isName(DMARC + domain)) {
                return Reports.TOO_LONG;
            }
            return switch (bounded().ask(DnsName.of(domain), RecordType.MX).status()) {
                case FOUND, NO_DATA -> Reports.NO_RECORD;
                case NO_SUCH_NAME -> Reports.NO_DOMAIN;
                case SERVER_FAILURE, TIMEOUT, NOT_ASKED -> Reports.UNKNOWN;
            };
        }

        private Found found(
                DomainName domain,
                EffectivePolicy effective,
                boolean here,
                boolean named,
                State agreement) {
            String above = DMARC + effective.policyDomain();
            if (here) {
                String text = effective.record().text();
                return new Found(domain, Reports.HERE, above, text, named, agreement);
            }
            return switch (effective.origin()) {
                case OWN ->
                        new Found(
                                domain,
                                Reports.ELSEWHERE,
                                above,
                                further(effective),
                                named,
                                agreement);
                case INHERITED ->
                        new Found(
                                domain,
                                Reports.ELSEWHERE_ABOVE,
                                above,
                                further(effective),
                                named,
                                agreement);
                // A registry's record is not the domain's owner's to change.
                case PUBLIC_SUFFIX ->
                        new Found(
                                domain,
                                Reports.NO_RECORD,
                                DMARC + domain,
                                PolicyRecord.first(effective.policy(), mailbox),
                                named,
                                agreement);
            };
        }

        private boolean isNamed(EffectivePolicy effective) {
            return effective.record().rua().stream()
                    .anyMatch(uri -> uri.mailbox().equalsIgnoreCase(mailbox));
        }

        private String further(EffectivePolicy effective) {
            return PolicyRecord.withMailbox(effective.record(), Set.of(), mailbox);
        }
    }
}
