import org.mailvane.MailvaneApplication;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.sources.evidence.AddressResolver;
import org.mailvane.platform.store.Database;

import java.io.ByteArrayOutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Measures how long it takes until addresses that nobody has looked up are looked up and kept, each
 * with a confirmed name; {@code evidence.sh} runs it. The server of DNS is in the same process.
 */
public final class Evidence {

    private static final int FIRST = 0xC612_0000;
    private static final int PTR = 12;

    private Evidence() {}

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[1]);
        int latency = Integer.parseInt(args[2]);
        try (DatagramSocket dns = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            dns.setReceiveBufferSize(4 << 20);
            Thread.ofPlatform().daemon().start(() -> serve(dns, latency));
            Settings settings =
                    SettingsReader.read(
                            Map.of(
                                    Setting.DATA_DIR, args[0],
                                    Setting.HTTP_ADDRESS, "127.0.0.1:0",
                                    Setting.DNS_SERVERS, "127.0.0.1:" + dns.getLocalPort()),
                            Map.of(),
                            null);
            try (Database database = Database.forService(settings, System.err::println)) {
                database.migrate();
                try (var context = MailvaneApplication.service(settings, database)) {
                    measure(context.getBean(AddressResolver.class), database, count, latency);
                }
            }
        }
    }

    private static void measure(AddressResolver resolver, Database database, int count, int latency)
            throws Exception {
        List<IpAddress> addresses =
                IntStream.range(0, count).mapToObj(i -> IpAddress.v4(FIRST + (long) i)).toList();
        StopSign never = new StopSign(() -> false);
        for (String round : List.of("first", "again, all due")) {
            long begin = System.nanoTime();
            resolver.resolve(addresses, never);
            double seconds = (System.nanoTime() - begin) / 1e9;
            System.out.printf(
                    "%,d addresses, answers after %d ms, %s: %.1f s, %,.0f a second, %s confirmed%n",
                    count,
                    latency,
                    round,
                    seconds,
                    count / seconds,
                    sql(database, "select count(*) from address_evidence where confirmed"));
            sql(database, "update address_evidence set due = now() returning 1");
        }
    }

    private static String sql(Database database, String sql) throws Exception {
        DatabaseUrl url = database.url();
        try (Connection connection =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    /** Each address has a name with its number, and each such name its address. */
    private static void serve(DatagramSocket dns, int latency) {
        try (ScheduledExecutorService later = Executors.newScheduledThreadPool(1)) {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[1_500], 1_500);
                dns.receive(packet);
                byte[] answer = answer(Arrays.copyOf(packet.getData(), packet.getLength()));
                later.schedule(
                        () -> {
                            dns.send(
                                    new DatagramPacket(
                                            answer, answer.length, packet.getSocketAddress()));
                            return null;
                        },
                        latency,
                        TimeUnit.MILLISECONDS);
            }
        } catch (java.io.IOException closed) {
            // The measurement is over.
        }
    }

    private static byte[] answer(byte[] question) {
        int end = 12;
        StringBuilder name = new StringBuilder();
        while (question[end] != 0) {
            name.append(new String(question, end + 1, question[end], StandardCharsets.US_ASCII));
            name.append('.');
            end += question[end] + 1;
        }
        end += 5;
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        if (question[end - 3] == PTR) {
            String[] octets = name.toString().split("\\.");
            String host = String.join("-", octets[0], octets[1], octets[2], octets[3]);
            for (String label : List.of(host, "bench", "example")) {
                data.write(label.length());
                data.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
            }
            data.write(0);
        } else {
            String[] octets = name.substring(0, name.indexOf(".")).split("-");
            for (int i = 3; i >= 0; i--) {
                data.write(Integer.parseInt(octets[i]));
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(question, 0, 2);
        out.writeBytes(new byte[] {(byte) 0x81, (byte) 0x80, 0, 1, 0, 1, 0, 0, 0, 0});
        out.write(question, 12, end - 12);
        out.writeBytes(new byte[] {(byte) 0xC0, 12, 0, question[end - 3], 0, 1, 0, 0, 14, 16, 0});
        out.write(data.size());
        out.writeBytes(data.toByteArray());
        return out.toByteArray();
    }
}
