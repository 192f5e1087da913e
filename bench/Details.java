import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Fills a running service's database and measures reports of the detail viewer; {@code details.sh} runs it. */
public final class Details {

    private static final List<String> ORDERS =
            List.of(
                    "message_count", "from_domain", "ip", "ptr", "reason", "dkim_result", "dkim_policy_result",
                    "spf_result", "spf_policy_result", "policy_applied", "spf_d", "dkim_d");

    private static final Pattern TOKEN = Pattern.compile("\"search_token\":\\s*\"([A-Za-z0-9]{16})\"");
    private static final Pattern COUNT = Pattern.compile("\"count\":\\s*([0-9]+)");
    private static final Pattern SOURCE = Pattern.compile("\"number\":\\s*([0-9]+)");
    private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);
    private static final int HEAVY_AT_ONCE = 20;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;
    private final String token;
    private final int calls;

    /** Another one for each report, so that none is found again. */
    private int reports;

    private Details(String address, String token, int calls) {
        this.address = address;
        this.token = token;
        this.calls = calls;
    }

    public static void main(String[] args) throws Exception {
        try (Connection database = Calls.database(args[0]);
                Statement statement = database.createStatement()) {
            ResultSet domains = statement.executeQuery("select count(*) from domain");
            domains.next();
            if (domains.getLong(1) == 0) {
                DetailData.fill(args[0]);
            }
            awaitPacked(statement);
        }
        new Details(args[1], args[2], Integer.parseInt(args[3])).measure();
        try (Connection database = Calls.database(args[0]);
                Statement statement = database.createStatement()) {
            yardstick(statement);
        }
    }

    /** The service looks for months to pack every minute. */
    private static void awaitPacked(Statement statement) throws Exception {
        long from = System.nanoTime();
        while (true) {
            ResultSet left = statement.executeQuery("select exists (select from unpacked_month)");
            left.next();
            if (!left.getBoolean(1)) {
                break;
            }
            Thread.sleep(1_000);
        }
        System.out.printf("packed after %.0f s more%n", (System.nanoTime() - from) / 1e9);
        statement.execute("vacuum analyze fact_block");
    }

    /** How fast this machine is: the heaviest report's rows by one statement of the database, on one core. */
    private static void yardstick(Statement statement) throws Exception {
        statement.execute("set max_parallel_workers_per_gather = 0");
        statement.execute("set work_mem = '512MB'");
        double[] took = new double[3];
        for (int i = 0; i < took.length; i++) {
            long from = System.nanoTime();
            statement.execute(
                    """
                    select f.header_from, f.address, f.source, f.category, f.disposition, f.dkim_aligned,
                        f.spf_aligned, f.detail, sum(f.messages)
                    from fact f join domain d on d.id = f.domain_id
                    where d.name in (%s) and f.day > current_date - 365
                    group by 1, 2, 3, 4, 5, 6, 7, 8 order by 9 desc limit 25
                    """
                            .formatted(names(0, DetailData.LARGEST).replace('"', '\'')));
            took[i] = (System.nanoTime() - from) / 1e6;
        }
        print("by one statement: the first 25 rows of the heaviest", took);
    }

    private void measure() throws Exception {
        System.out.println("milliseconds at the client; half of the times, and the longest");
        report("ordinary: 30 domains, a year", names(DetailData.LARGEST, DetailData.ORDINARY), "", 60, 30);
        String heavy = report("heaviest: 30 largest domains, a year", names(0, DetailData.LARGEST), "", 4, 6);
        report(
                "the same, of one reporter and with an SPF result",
                names(0, DetailData.LARGEST),
                ", \"providers\": [\"Postbox 1\"], \"spf_result\": [\"+\"]",
                1,
                3);
        report("the same, from one country", names(0, DetailData.LARGEST), ", \"country_code\": [\"DE\"]", 1, 3);
        String data = "aggregate-report/" + heavy + "/";
        long rows = number(COUNT, get(data + "domains/?limit=1"));
        String source = "" + number(SOURCE, get(data + "sources/"));
        System.out.printf("%d rows; pages of 25 at any offset, %d calls each%n", rows, calls);
        SplittableRandom random = new SplittableRandom(1);
        for (String order : ORDERS) {
            pages(data + "domains/?ordering=" + order, rows, random);
            pages(data + "domains/?ordering=-" + order, rows, random);
        }
        pages(data + "domains/?ordering=-ip,message_count", rows, random);
        String ofSource = data + "domains/?source_number=" + source;
        pages(ofSource + "&ordering=ptr", number(COUNT, get(ofSource + "&limit=1")), random);
        for (String query : List.of("sources/", "source/" + source + "/", "charts/")) {
            print(query, IntStream.range(0, calls).mapToDouble(i -> time(data + query)).toArray());
        }
        csv(data + "domains/?format=csv");
        atOnce();
    }

    private static String names(int from, int count) {
        return IntStream.rangeClosed(from + 1, from + count)
                .mapToObj(n -> '"' + DetailData.domain(n) + '"')
                .collect(Collectors.joining(","));
    }

    /** Asks for reports one after the other, of which the first ones only warm up; answers the last one's token. */
    private String report(String what, String names, String more, int warm, int times) throws Exception {
        double[] took = new double[times];
        String last = "";
        for (int i = -warm; i < times; i++) {
            long from = System.nanoTime();
            last = post(names, more);
            awaitReady(last);
            if (i >= 0) {
                took[i] = (System.nanoTime() - from) / 1e6;
            }
        }
        print(what, took);
        return last;
    }

    private String post(String names, String more) throws Exception {
        String body =
                """
                {"start_date": "%s", "end_date": "%s", "filter_option": "n", "domains": [%s]%s}
                """
                        .formatted(TODAY.minusDays(364), TODAY.plusDays(reports++), names, more);
        HttpResponse<String> response =
                client.send(
                        request("detail-viewer/").POST(BodyPublishers.ofString(body)).build(),
                        BodyHandlers.ofString());
        if (response.statusCode() != 202) {
            throw new IllegalStateException(response.body());
        }
        Matcher found = TOKEN.matcher(response.body());
        found.find();
        return found.group(1);
    }

    private void awaitReady(String report) throws Exception {
        String progress = get("aggregate-report/" + report + "/progress/");
        while (!progress.contains("\"ready\"")) {
            if (progress.contains("\"failed\"")) {
                throw new IllegalStateException(progress);
            }
            Thread.sleep(10);
            progress = get("aggregate-report/" + report + "/progress/");
        }
    }

    private HttpRequest.Builder request(String query) {
        return HttpRequest.newBuilder(URI.create(address + "/api/v1/" + query))
                .header("Authorization", "Token " + token)
                .header("Content-Type", "application/json");
    }

    private String get(String query) throws Exception {
        HttpResponse<String> response = client.send(request(query).build(), BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(query + ": " + response.body());
        }
        return response.body();
    }

    private double time(String query) {
        long from = System.nanoTime();
        try {
            get(query);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
        return (System.nanoTime() - from) / 1e6;
    }

    private void pages(String query, long rows, SplittableRandom random) {
        long pages = (rows + 24) / 25;
        print(
                query.substring(query.indexOf('?')),
                IntStream.range(0, calls)
                        .mapToDouble(i -> time(query + "&page=" + (1 + random.nextLong(pages))))
                        .toArray());
    }

    private static long number(Pattern pattern, String body) {
        Matcher found = pattern.matcher(body);
        if (!found.find()) {
            throw new IllegalStateException(body);
        }
        return Long.parseLong(found.group(1));
    }

    private void csv(String query) throws Exception {
        long from = System.nanoTime();
        long lines = 0;
        long bytes = 0;
        byte[] buffer = new byte[1 << 16];
        try (InputStream body = client.send(request(query).build(), BodyHandlers.ofInputStream()).body()) {
            for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                bytes += read;
                for (int i = 0; i < read; i++) {
                    lines += buffer[i] == '\n' ? 1 : 0;
                }
            }
        }
        double seconds = (System.nanoTime() - from) / 1e9;
        System.out.printf("csv: %d lines, %d MB in %.1f s%n", lines, bytes >> 20, seconds);
    }

    /** Lists, while heavy reports are worked out. */
    private void atOnce() throws Exception {
        List<String> lists = List.of("domains/", "sources/", "detail-viewer/");
        List<List<Double>> times = new ArrayList<>();
        lists.forEach(list -> times.add(new ArrayList<>()));
        List<String> reports = new ArrayList<>();
        long from = System.nanoTime();
        for (int i = 0; i < HEAVY_AT_ONCE; i++) {
            reports.add(post(names(0, DetailData.LARGEST), ""));
        }
        while (!reports.isEmpty()) {
            for (int i = 0; i < lists.size(); i++) {
                times.get(i).add(time(lists.get(i)));
            }
            if (get("aggregate-report/" + reports.getFirst() + "/progress/").contains("\"ready\"")) {
                reports.removeFirst();
            }
            Thread.sleep(20);
        }
        System.out.printf(
                "%d heavy reports at once: all ready in %.1f s; lists meanwhile, 50 and 99 of 100, longest%n",
                HEAVY_AT_ONCE, (System.nanoTime() - from) / 1e9);
        for (int i = 0; i < lists.size(); i++) {
            double[] sorted = times.get(i).stream().mapToDouble(t -> t).sorted().toArray();
            System.out.printf(
                    "%-60s %8.1f %8.1f %8.1f (%d calls)%n",
                    lists.get(i),
                    sorted[sorted.length / 2],
                    sorted[sorted.length * 99 / 100],
                    sorted[sorted.length - 1],
                    sorted.length);
        }
    }

    private static void print(String what, double[] times) {
        Arrays.sort(times);
        System.out.printf("%-60s %8.1f %8.1f%n", what, times[times.length / 2], times[times.length - 1]);
    }
}
