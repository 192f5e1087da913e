import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Adds domains to a running service and watches how their records are looked up; {@code
 * watching.sh} runs it.
 *
 * <p>Checks are made due in the database. What a change has judged once more five minutes later is
 * put off, so that no part measures another's work.
 */
public final class Watching {

    private static final int OF_ACCOUNT = 10_000;
    private static final int AT_ONCE = 5_000;

    /** 100,000 domains an hour, of which each is looked up as a whole once a day. */
    private static final int AN_HOUR = 100_000;

    /** The part of the mark's time that is measured, where no other is asked for. */
    private static final double PACE_MINUTES = 0.5;

    /** Between two looks at the memory. */
    private static final int LOOK_SECONDS = 300;

    /** Domains of an account beside the others, which is not to wait for theirs. */
    private static final int FEW = 3;

    private static final int CALLS = 200;
    private static final int WARM_UP = 50;
    private static final long STEP_MILLIS = 250;

    private static final List<String> LISTS =
            List.of(
                    "domains/?limit=25",
                    "domains/?limit=500",
                    "domains/?ordering=state_dmarc",
                    "domains/?has_errors=true",
                    "domain-groups/",
                    "policy-domains/?limit=25",
                    "policy-domains/?policy_ready=false",
                    "issues/",
                    "tasks/",
                    "timeline-events/");

    private static final Pattern USED = Pattern.compile(" used (\\d+)K");

    private final Connection database;
    private final String address;
    private final String service;
    private final String dns;
    private final String postmaster;
    private final int domains;
    private final List<String> tokens;
    private final double paceMinutes;
    private final HttpClient client = HttpClient.newHttpClient();

    private Watching(Connection database, String[] args) throws Exception {
        this.database = database;
        this.address = args[1];
        this.service = args[2];
        this.dns = args[3];
        this.domains = Integer.parseInt(args[4]);
        this.tokens = Files.readAllLines(Path.of(args[5]));
        this.paceMinutes = args.length > 6 ? Double.parseDouble(args[6]) : PACE_MINUTES;
        // Its backends are its children.
        this.postmaster = stat(String.valueOf(number("select pg_backend_pid()")))[1];
    }

    public static void main(String[] args) throws Exception {
        try (Connection database = Calls.database(args[0])) {
            new Watching(database, args).run();
        }
    }

    private void run() throws Exception {
        memory("no domains yet");
        // So that the first check asks for a key already.
        execute("alter table domain alter column selectors set default '{s1}'");
        Meter adding = new Meter();
        add();
        System.out.printf("%,d domains added in %.1f s%n", domains, adding.seconds());
        awaitAll();
        adding.print("full checks, the first", domains);
        judged();
        everything("full checks, the second");
        judged();
        memory("all that was read counts");
        everything("full checks, nothing new");
        hourly("hourly checks");
        hourly("hourly checks, once more");
        turns();
        memory("after these");
        pace();
        lists("nothing else to do");
        due("27.8 checks a second", spread());
        lists("while 100,000 domains an hour are watched");
        due("all", "dmarc_due = now(), full_due = now() + interval '1 day'");
        lists("while as many are looked up as can be");
        awaitAll();
        memory("at the end");
        System.out.printf(
                "%,d issues, %,d tasks, %,d events%n",
                number("select count(*) from issue"),
                number("select count(*) from task"),
                number("select count(*) from timeline_event"));
    }

    private void add() throws Exception {
        for (int from = 0; from < domains; from += AT_ONCE) {
            add(from / OF_ACCOUNT, from, Math.min(domains, from + AT_ONCE));
        }
        add(tokens.size() - 1, domains, domains + FEW);
    }

    private void add(int account, int from, int end) throws Exception {
        long group =
                number(
                        "select id from domain_group where is_default and account_id = %d"
                                .formatted(account + 1));
        String names =
                IntStream.range(from, end)
                        .mapToObj(n -> "\"d%07d.example\"".formatted(n))
                        .collect(Collectors.joining(","));
        HttpRequest request =
                request("domain-groups/" + group + "/add-domains/", account)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"domains\": [" + names + "]}"))
                        .build();
        expect(201, client.send(request, BodyHandlers.ofString()));
    }

    private void everything(String what) throws Exception {
        check(what, "dmarc_due = now(), full_due = now()");
    }

    private void hourly(String what) throws Exception {
        check(what, "dmarc_due = now(), full_due = now() + interval '1 day'");
    }

    /** Has all domains looked up, and waits until they were. */
    private void check(String what, String due) throws Exception {
        Meter meter = new Meter();
        due(what, due);
        awaitAll();
        meter.print(what, domains);
    }

    private void due(String what, String due) throws SQLException {
        execute("update watched_domain w set " + due);
        if (number("select count(*) from watched_domain") != domains + FEW) {
            throw new IllegalStateException(what + ": not all domains are watched");
        }
    }

    /** One after the other in any order, at the pace of the mark. */
    private String spread() {
        String turn =
                "now() + interval '%f s' * (hashint8(w.domain_id)::bigint + 2147483648) / 4294967296"
                        .formatted(domains * 3600.0 / AN_HOUR);
        return "dmarc_due = %s, full_due = case when domain_id %% 24 = 0 then %s else now() + interval '1 day' end"
                .formatted(turn, turn);
    }

    /** How long the few domains of an account wait while all others are due for an hour. */
    private void turns() throws Exception {
        String few = "account_id = " + tokens.size();
        Meter meter = new Meter();
        due(
                "turns",
                "full_due = now() + interval '1 day', dmarc_due = case when %s then now() else now() - interval '1 hour' end"
                        .formatted(few));
        while (number("select count(*) from watched_domain where dmarc_due <= now() and " + few)
                > 0) {
            Thread.sleep(STEP_MILLIS / 10);
        }
        System.out.printf(
                "an account's %d domains waited %.2f s, while %,d of others were due before them%n",
                FEW, meter.seconds(), domains);
        awaitAll();
        meter.print("all of these", domains);
    }

    /**
     * Measures watching when it has as much to do as it must be able to, and somewhat more: a
     * domain that was looked up also gets a separate turn within the next hour.
     */
    private void pace() throws Exception {
        long before = number("select sum(generation) from watched_domain");
        // All of them have had their turn then.
        double round = domains * 3600.0 / AN_HOUR;
        double left = paceMinutes * 60;
        Meter meter = new Meter();
        while (left > 0) {
            due("pace", spread());
            for (double end = left - Math.min(left, round); left > end; ) {
                double step = Math.min(LOOK_SECONDS, left - end);
                Thread.sleep(Math.round(step * 1_000));
                left -= step;
                memory("at the mark's pace");
            }
        }
        meter.print(
                "watching 100,000 domains an hour",
                Math.toIntExact(number("select sum(generation) from watched_domain") - before));
        System.out.printf(
                "of these, %,d were still due%n",
                number("select count(*) from watched_domain where least(dmarc_due, full_due) < now()"));
        due("none", "dmarc_due = now() + interval '1 day', full_due = now() + interval '1 day'");
        awaitAll();
    }

    /**
     * Waits until no domain is due, or being looked up, that was due when this began. Checks that
     * failed would be made again half an hour later: they are told, and begun again at once.
     */
    private void awaitAll() throws Exception {
        String taken = "from watched_domain where leased_until is not null";
        String left =
                "select exists (select %s) or exists (select from watched_domain where least(dmarc_due, full_due) <= '%s')"
                        .formatted(taken, text("select now()"));
        String failed = taken + " and leased_until < now() + interval '29 minutes 40 seconds'";
        while (text(left).equals("t")) {
            long failures = number("select count(*) " + failed);
            if (failures > 0) {
                System.out.printf("%d checks have FAILED%n", failures);
                execute(
                        "update watched_domain set leased_until = null where domain_id in (select domain_id %s)"
                                .formatted(failed));
            }
            Thread.sleep(STEP_MILLIS);
        }
    }

    /** Waits until what was read has been judged. */
    private void judged() throws Exception {
        Meter meter = new Meter();
        String left =
                "select exists (select from policy_advice where judged is null or due <= now())";
        while (text(left).equals("t")) {
            Thread.sleep(STEP_MILLIS);
        }
        meter.print("policies judged after that", domains);
        execute("update policy_advice set due = now() + interval '1 day', again = null");
    }

    private void lists(String when) throws Exception {
        System.out.printf(
                "lists of %,d domains, %s: milliseconds, half, 99 of 100, longest%n",
                OF_ACCOUNT, when);
        Map<String, List<Double>> times = new LinkedHashMap<>();
        LISTS.forEach(list -> times.put(list, new ArrayList<>()));
        // In turn, so that all of them meet the same work.
        for (int i = -WARM_UP; i < CALLS; i++) {
            for (String list : LISTS) {
                long from = System.nanoTime();
                expect(200, client.send(request(list, 0).build(), BodyHandlers.ofString()));
                if (i >= 0) {
                    times.get(list).add((System.nanoTime() - from) / 1e6);
                }
            }
        }
        times.forEach((list, all) -> {
            double[] sorted = all.stream().mapToDouble(t -> t).sorted().toArray();
            System.out.printf(
                    "    %-40s %7.1f %7.1f %7.1f%n",
                    list, sorted[CALLS / 2], sorted[CALLS * 99 / 100], sorted[CALLS - 1]);
        });
    }

    private HttpRequest.Builder request(String path, int account) {
        return HttpRequest.newBuilder(URI.create(address + "/api/v1/" + path))
                .header("Authorization", "Token " + tokens.get(account));
    }

    private static void expect(int status, HttpResponse<String> answer) {
        if (answer.statusCode() != status) {
            throw new IllegalStateException(
                    answer.uri() + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    /** Time by the clock and of the processes, from a moment on. */
    private final class Meter {

        private final long begin = System.nanoTime();
        private final double program = cpu(service);
        private final double postgres = postgresCpu();
        private final double answering = cpu(dns);

        Meter() throws IOException {}

        double seconds() {
            return (System.nanoTime() - begin) / 1e9;
        }

        void print(String what, int count) throws IOException {
            double seconds = seconds();
            System.out.printf(
                    "%-34s %,8d in %6.1f s: %,8.0f/s; CPU: program %.1f s (%.2f ms each), PostgreSQL"
                            + " %.1f s (%.2f ms each), DNS %.1f s%n",
                    what,
                    count,
                    seconds,
                    count / seconds,
                    cpu(service) - program,
                    (cpu(service) - program) / count * 1e3,
                    postgresCpu() - postgres,
                    (postgresCpu() - postgres) / count * 1e3,
                    cpu(dns) - answering);
        }
    }

    private void memory(String when) throws Exception {
        run("jcmd", service, "GC.run");
        Matcher used = USED.matcher(run("jcmd", service, "GC.heap_info"));
        if (!used.find()) {
            throw new IllegalStateException("jcmd tells nothing of the heap");
        }
        long postgres = 0;
        for (String pid : postgresProcesses()) {
            postgres += status(pid, "RssAnon");
        }
        System.out.printf(
                "memory, %s: heap %d MB after GC, RSS %d MB, peak %d MB; PostgreSQL %d MB besides its"
                        + " buffers, database %d MB%n",
                when,
                Long.parseLong(used.group(1)) >> 10,
                status(service, "VmRSS"),
                status(service, "VmHWM"),
                postgres,
                number("select pg_database_size(current_database())") >> 20);
    }

    private static String run(String tool, String... args) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(said);
        }
        return said;
    }

    private List<String> postgresProcesses() throws IOException {
        List<String> all = new ArrayList<>(List.of(postmaster));
        all.addAll(
                List.of(
                        Files.readString(
                                        Path.of("/proc", postmaster, "task", postmaster, "children"))
                                .split(" ")));
        return all.stream().filter(pid -> Files.exists(Path.of("/proc", pid, "stat"))).toList();
    }

    /** Also of processes that have ended, which count with their parent. */
    private double postgresCpu() throws IOException {
        double sum = 0;
        for (String pid : postgresProcesses()) {
            sum += cpu(pid);
        }
        String[] values = stat(postmaster);
        return sum + (Long.parseLong(values[13]) + Long.parseLong(values[14])) / 100.0;
    }

    private static double cpu(String pid) throws IOException {
        String[] values = stat(pid);
        return (Long.parseLong(values[11]) + Long.parseLong(values[12])) / 100.0;
    }

    /**
     * Returns what Linux reports about a process, from its state on: its parent, times in
     * hundredths.
     */
    private static String[] stat(String pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", pid, "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }

    private static long status(String pid, String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", pid, "status"))) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
            }
        }
        return 0;
    }

    private void execute(String statement) throws SQLException {
        Calls.run(database, statement);
    }

    private long number(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    private String text(String query) throws SQLException {
        try (Statement statement = database.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getString(1);
        }
    }
}
