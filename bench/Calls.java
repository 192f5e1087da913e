import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/**
 * Calls lists of a running service and prints how long that takes.
 *
 * @param address where the service is
 * @param tokens of those who call, one after the other
 * @param calls how often each list is called, after as many calls to warm up
 */
record Calls(String address, List<String> tokens, int calls) {

    /** The service's database; {@code file} is what the service says of it. */
    static Connection database(String file) throws Exception {
        String[] connection = Files.readString(Path.of(file)).strip().split(" ");
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + connection[1] + "/postgres",
                "mailvane",
                connection[2]);
    }

    /** Runs statements that are separated by a semicolon at the end of a line. */
    static void run(Connection database, String statements) throws SQLException {
        try (Statement statement = database.createStatement()) {
            for (String one : statements.split(";\n")) {
                if (!one.isBlank()) {
                    statement.execute(one);
                }
            }
        }
    }

    /** Prints a line for each list: half of the calls, 95 of 100, and the longest. */
    void measure(List<String> queries) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String query : queries) {
                System.out.printf("%-44s", query);
                for (String token : tokens) {
                    measure(client, query, token);
                }
                System.out.println();
            }
        }
    }

    private void measure(HttpClient client, String query, String token) throws Exception {
        measure(
                client,
                HttpRequest.newBuilder(URI.create(address + "/api/v1/" + query))
                        .header("Authorization", "Token " + token)
                        .build(),
                calls);
    }

    /** Prints how long a request takes: half of the calls, 95 of 100, and the longest. */
    static void measure(HttpClient client, HttpRequest request, int calls) throws Exception {
        double[] times = new double[calls];
        for (int i = -calls; i < calls; i++) {
            long from = System.nanoTime();
            int status = client.send(request, BodyHandlers.ofByteArray()).statusCode();
            if (status != 200) {
                throw new IllegalStateException(request.uri() + ": " + status);
            }
            if (i >= 0) {
                times[i] = (System.nanoTime() - from) / 1e6;
            }
        }
        Arrays.sort(times);
        System.out.printf(
                " %7.1f %6.1f %6.1f", times[calls / 2], times[calls * 95 / 100], times[calls - 1]);
    }
}
