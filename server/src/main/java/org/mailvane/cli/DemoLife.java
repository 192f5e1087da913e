package org.mailvane.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.Accounts.Created;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.accounts.User;
import org.mailvane.accounts.Users;
import org.mailvane.actions.Issues;
import org.mailvane.demo.DemoClock;
import org.mailvane.demo.DemoDns;
import org.mailvane.demo.DemoReports;
import org.mailvane.domains.DomainFilter;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMonitor;
import org.mailvane.domains.Domains;
import org.mailvane.domains.GroupAccess;
import org.mailvane.domains.GroupSetup;
import org.mailvane.domains.GroupSetup.NewGroup;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.planner.PolicyAdvices;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.custom.CustomSources;
import org.springframework.beans.factory.BeanFactory;

/**
 * The demo's past, which the service lives through as it would have: each morning it receives the
 * reports of the day before, queries DNS where it has changed, evaluates the traffic, and decides
 * the next step for each domain. The timeline of those days shows what the service has noticed.
 */
final class DemoLife {

    static final String OWNER = "demo@mailvane.example";
    static final String READER = "reader@mailvane.example";
    static final String SHOPS = "shops@mailvane.example";
    private static final String EDITOR = "editor@mailvane.example";

    /** Its logo has no certificate, and does without. */
    private static final String WITH_LOGO = "alder.example";

    /** More open issues than a domain of the demo has. */
    private static final int MAX_OPEN = 100;

    /** A record is looked at again after so many days: reports have shown more by then. */
    private static final int LOOK_AGAIN = 3;

    /** Between looks, what is next for a domain is judged every so many days. */
    private static final int PLANNED_EVERY = 3;

    /** When domains that are there for their number were added. */
    private static final int OTHERS_ADDED = 6;

    /** Number of domains in a group. */
    private static final int GROUP_SIZE = 50;

    private static final LocalTime SET_UP = LocalTime.of(4, 0);
    private static final LocalTime REPORTS = LocalTime.of(5, 30);
    private static final LocalTime JUDGED = LocalTime.of(6, 20);
    private static final LocalTime FIRST_LOOK = LocalTime.of(7, 40);
    private static final int MINUTES_BETWEEN_LOOKS = 29;

    /** What judges the traffic, among what recurs. */
    private static final String TRAFFIC_WATCH = "traffic_watch";

    private final DemoReports reports;
    private final DemoClock clock;
    private final Path folder;
    private final PrintWriter err;
    private final BooleanSupplier stop;
    private final Accounts accounts;
    private final ReportAddresses addresses;
    private final Users users;
    private final Domains domains;
    private final GroupSetup groups;
    private final GroupAccess access;
    private final CustomSources sources;
    private final Imports imports;
    private final DomainMonitor monitor;
    private final PolicyAdvices advices;
    private final Issues issues;
    private final DemoDns dns;
    private final Recurring trafficWatch;

    /**
     * A life.
     *
     * @param parts the service's
     * @param folder for the samples
     * @param err shows how far it is
     * @param stop asked between two mornings
     */
    DemoLife(
            BeanFactory parts,
            DemoReports reports,
            DemoClock clock,
            Path folder,
            PrintWriter err,
            BooleanSupplier stop) {
        this.err = err;
        this.reports = reports;
        this.clock = clock;
        this.folder = folder;
        this.stop = stop;
        this.accounts = parts.getBean(Accounts.class);
        this.addresses = parts.getBean(ReportAddresses.class);
        this.users = parts.getBean(Users.class);
        this.domains = parts.getBean(Domains.class);
        this.groups = parts.getBean(GroupSetup.class);
        this.access = parts.getBean(GroupAccess.class);
        this.sources = parts.getBean(CustomSources.class);
        this.imports = parts.getBean(Imports.class);
        this.monitor = parts.getBean(DomainMonitor.class);
        this.advices = parts.getBean(PolicyAdvices.class);
        this.issues = parts.getBean(Issues.class);
        this.dns = parts.getBean(DemoDns.class);
        this.trafficWatch =
                parts.getBeanProvider(Recurring.class).stream()
                        .filter(work -> work.kind().equals(TRAFFIC_WATCH))
                        .findFirst()
                        .orElseThrow();
    }

    /**
     * Lives from the first morning to now.
     *
     * @param days how many of its days, the last ones
     * @return whose it all is
     * @throws CommandFailed when it was told to stop, or a sample was not taken in
     */
    Created live(int days) {
        List<Integer> mornings = reports.mornings();
        clock.moveTo(days - 1, SET_UP);
        Created created = accounts.create("Demo", OWNER, null);
        Scope scope = created.account().scope();
        // What the domains' records name, so that pages name the same to publish.
        addresses.add(scope.accountId(), DemoDns.REPORT_ADDRESS);
        DemoSenders.make(sources, scope);
        Map<String, DomainId> cast = add(scope, reports.cast());
        makeGroups(scope);
        List<DomainId> reported;
        try {
            for (int ago = days - 1; ago > 0; ago--) {
                if (mornings.contains(ago)) {
                    morning(scope, ago);
                }
                look(scope, cast, ago, ago == days - 1);
                if (ago % PLANNED_EVERY == 0) {
                    cast.values().forEach(id -> advices.judgeAsIs(scope, id));
                }
            }
            // Once on the last past day and once today: what was read once only is not known for
            // sure.
            reported = domains.ids(scope, DomainFilter.REPORTED);
            reported.forEach(id -> monitor.refresh(scope, id));
            clock.letGo();
            takeIn(scope, reports.writeMorning(folder(0), 0), folder(0));
            takeIn(scope, reports.writeOthers(folder("others")), folder("others"));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        judge();
        cast.values().forEach(id -> monitor.refresh(scope, id));
        reported.forEach(id -> monitor.refresh(scope, id));
        setAside(scope, cast);
        return created;
    }

    /** One thing that people know of and leave as it is. */
    private void setAside(Scope scope, Map<String, DomainId> cast) {
        @Nullable DomainId domain = cast.get(WITH_LOGO);
        if (domain != null) {
            issues.openOf(scope, domain, MAX_OPEN).stream()
                    .filter(issue -> issue.record().equals("bimi"))
                    .forEach(issue -> issues.setIgnored(scope, issue.id(), true));
        }
    }

    private void morning(Scope scope, int ago) throws IOException {
        if (ago == OTHERS_ADDED) {
            clock.moveTo(ago, SET_UP);
            addOthers(scope);
        }
        clock.moveTo(ago, REPORTS);
        int files = reports.writeMorning(folder(ago), ago);
        if (ago == DemoReports.ODD_MORNING) {
            DemoReports.writeOddments(folder(ago));
        }
        takeIn(scope, files, folder(ago));
        clock.moveTo(ago, JUDGED);
        judge();
    }

    private void look(Scope scope, Map<String, DomainId> cast, int ago, boolean first) {
        int look = 0;
        for (Map.Entry<String, DomainId> one : cast.entrySet()) {
            clock.moveTo(ago, FIRST_LOOK.plusMinutes((long) MINUTES_BETWEEN_LOOKS * look++));
            if (first
                    || dns.hasChanged(one.getKey(), ago)
                    || dns.hasChanged(one.getKey(), ago + LOOK_AGAIN)) {
                monitor.refresh(scope, one.getValue());
                advices.judgeAsIs(scope, one.getValue());
            }
        }
    }

    private void judge() {
        trafficWatch.run(new StopSign(stop));
    }

    private Path folder(Object name) {
        return folder.resolve(String.valueOf(name));
    }

    private void takeIn(Scope scope, int files, Path from) {
        Counts counts = Counts.NONE;
        if (files > 0) {
            // It shows only what takes long: the reports of many further domains.
            try (ImportMeter meter = new ImportMeter(err)) {
                counts = imports.importFiles(scope, List.of(from), meter, stop);
            }
        }
        if (stop.getAsBoolean()) {
            throw new CommandFailed("The demo was stopped before it was ready.");
        }
        if (counts.imported() != files) {
            throw new CommandFailed(
                    "Only " + counts.imported() + " of " + files + " samples were imported.");
        }
    }

    private Map<String, DomainId> add(Scope scope, List<String> names) {
        Map<DomainName, DomainId> added = domains.add(scope, named(names)).created();
        Map<String, DomainId> ids = new LinkedHashMap<>();
        for (DomainName name : named(names)) {
            @Nullable DomainId id = added.get(name);
            if (id != null) {
                ids.put(name.value(), id);
            }
        }
        return ids;
    }

    private static List<DomainName> named(Collection<String> names) {
        return names.stream().flatMap(name -> DomainName.parse(name).stream()).toList();
    }

    /** Groups of the first domains, and users who see all, one or some of them. */
    private void makeGroups(Scope scope) {
        User reader = users.createActive(scope, READER);
        User shops = users.createActive(scope, SHOPS);
        User editor = users.createActive(scope, EDITOR);
        access.letReadAll(scope, List.of(reader.id()));
        make(
                scope,
                "Shops",
                false,
                List.of("shop.example", "travel.example", "events.example", "billing.example"),
                List.of(shops.id()),
                List.of(editor.id()));
        make(
                scope,
                "People",
                false,
                List.of("careers.example", "login.example", "support.example"),
                List.of(editor.id()),
                List.of());
        make(scope, "Parked", true, List.of("parked.example"), List.of(), List.of(editor.id()));
    }

    private void make(
            Scope scope,
            String label,
            boolean parked,
            List<String> names,
            List<Long> readers,
            List<Long> writers) {
        List<String> there = names.stream().filter(reports.cast()::contains).toList();
        if (!there.isEmpty()) {
            groups.make(scope, new NewGroup(label, parked, named(there), readers, writers));
        }
    }

    private void addOthers(Scope scope) {
        List<String> names = reports.others();
        if (names.isEmpty()) {
            return;
        }
        domains.add(scope, named(names));
        IntStream.iterate(0, from -> from < names.size(), from -> from + GROUP_SIZE)
                .forEach(from ->
                        groups.make(
                                scope,
                                new NewGroup(
                                        "Customer %03d".formatted(1 + from / GROUP_SIZE),
                                        false,
                                        named(
                                                names.subList(
                                                        from,
                                                        Math.min(names.size(), from + GROUP_SIZE))),
                                        List.of(),
                                        List.of())));
    }
}
