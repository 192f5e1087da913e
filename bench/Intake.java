import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Sends mails to a running service and watches it work them; {@code intake.sh} runs it. */
public final class Intake {

    /** Mails of one connection: servers do not send all they have over one. */
    private static final int MAILS_OF_CONNECTION = 100;

    private static final long STEP_MILLIS = 200;

    private Intake() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("port")) {
            try (ServerSocket free = new ServerSocket(0)) {
                System.out.println(free.getLocalPort());
            }
            return;
        }
        List<byte[]> mails = mails(Path.of(args[1]));
        int count = Integer.parseInt(args[5]) == 0 ? mails.size() : Integer.parseInt(args[5]);
        String[] connection = Files.readString(Path.of(args[6])).strip().split(" ");
        try (Connection database =
                DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:" + connection[1] + "/postgres",
                        "mailvane",
                        connection[2])) {
            execute(
                    database,
                    "update account set settings = settings || '{\"add_domains_by_mail\": true}'");
            Watch watch = new Watch(database, args[7]);
            Sender sender = new Sender(mails, count, Integer.parseInt(args[2]), args[3]);
            long begin = System.nanoTime();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[4]); i++) {
                threads.add(Thread.ofPlatform().start(sender));
            }
            while (threads.stream().anyMatch(Thread::isAlive)) {
                watch.look();
                Thread.sleep(STEP_MILLIS);
            }
            double sent = (System.nanoTime() - begin) / 1e9;
            long left = watch.queued();
            System.out.printf(
                    "%d mails accepted in %.1f s over %s connections: %.0f mails/s; %d in the queue by then%n",
                    count, sent, args[4], count / sent, left);
            while (watch.queued() > 0) {
                watch.look();
                Thread.sleep(STEP_MILLIS);
            }
            double all = (System.nanoTime() - begin) / 1e9;
            long records = number(database, "select sum(records) from ledger_entry");
            System.out.printf(
                    "queue empty after %.1f s, %.1f s after the last mail%n", all, all - sent);
            System.out.printf(
                    "%d reports, %d duplicates, %d waiting, %d failed; %d records: %.0f records/s, %.0f mails/s%n",
                    number(database, "select sum(imported) from ledger_entry"),
                    number(database, "select sum(duplicate) from ledger_entry"),
                    number(database, "select sum(waiting) from ledger_entry"),
                    number(database, "select sum(failed) from ledger_entry"),
                    records,
                    records / all,
                    count / all);
            watch.print();
        }
    }

    /** The corpus, as it goes over the line: CRLF, and a further dot where a line begins with one. */
    private static List<byte[]> mails(Path corpus) throws IOException {
        List<byte[]> mails = new ArrayList<>();
        for (String folder : List.of("eml", "arf", "tlsrpt")) {
            if (!Files.isDirectory(corpus.resolve(folder))) {
                continue;
            }
            try (Stream<Path> files = Files.list(corpus.resolve(folder))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".eml")).sorted().toList()) {
                    mails.add(onTheLine(Files.readAllBytes(file)));
                }
            }
        }
        return mails;
    }

    private static byte[] onTheLine(byte[] mail) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(mail.length + 100);
        byte before = '\n';
        for (byte each : mail) {
            if (before == '\n' && each == '.') {
                line.write('.');
            }
            if (each == '\n' && before != '\r') {
                line.write('\r');
            }
            line.write(each);
            before = each;
        }
        if (before != '\n') {
            line.writeBytes(new byte[] {'\r', '\n'});
        }
        return line.toByteArray();
    }

    /** Sends mails, one after the other on each of the threads that run it. */
    private record Sender(
            List<byte[]> mails, int count, int port, String recipient, AtomicInteger next)
            implements Runnable {

        Sender(List<byte[]> mails, int count, int port, String recipient) {
            this(mails, count, port, recipient, new AtomicInteger());
        }

        @Override
        public void run() {
            try {
                while (next.get() < count) {
                    send();
                }
            } catch (IOException failed) {
                System.err.println("A connection failed: " + failed.getMessage());
            }
        }

        private void send() throws IOException {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setTcpNoDelay(true);
                OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 64 << 10);
                BufferedReader in =
                        new BufferedReader(
                                new InputStreamReader(
                                        socket.getInputStream(), StandardCharsets.US_ASCII));
                expect(in, "220");
                say(out, in, "EHLO bench.example", "250");
                for (int i = 0; i < MAILS_OF_CONNECTION; i++) {
                    int number = next.getAndIncrement();
                    if (number >= count) {
                        break;
                    }
                    say(out, in, "MAIL FROM:<bounce@reporter.example>", "250");
                    say(out, in, "RCPT TO:<" + recipient + ">", "250");
                    say(out, in, "DATA", "354");
                    if (count > mails.size()) {
                        out.write(("X-Copy: " + number + "\r\n").getBytes(StandardCharsets.US_ASCII));
                    }
                    out.write(mails.get(number % mails.size()));
                    say(out, in, ".", "250");
                }
                say(out, in, "QUIT", "221");
            }
        }

        private static void say(OutputStream out, BufferedReader in, String line, String code)
                throws IOException {
            out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
            expect(in, code);
        }

        private static void expect(BufferedReader in, String code) throws IOException {
            String line = in.readLine();
            while (line != null && line.length() > 3 && line.charAt(3) == '-') {
                line = in.readLine();
            }
            if (line == null || !line.startsWith(code)) {
                throw new IOException("expected " + code + ": " + line);
            }
        }
    }

    /** The queue and the service's memory while it works. */
    private static final class Watch {

        private final Connection database;
        private final String pid;
        private final long begin;
        private final List<Long> memory = new ArrayList<>();

        Watch(Connection database, String pid) throws IOException {
            this.database = database;
            this.pid = pid;
            begin = status("VmRSS");
        }

        long queued() throws SQLException {
            return number(database, "select count(*) from ledger_entry where state = 'queued'");
        }

        void look() throws IOException {
            memory.add(status("VmRSS"));
        }

        void print() throws IOException {
            int quarter = Math.max(1, memory.size() / 4);
            System.out.printf(
                    "JVM's RSS: %d MB at the begin, %d MB on average of the second quarter, %d MB of the last, %d MB peak%n",
                    begin,
                    average(memory.subList(Math.min(quarter, memory.size() - 1), 2 * quarter)),
                    average(memory.subList(memory.size() - quarter, memory.size())),
                    status("VmHWM"));
        }

        private static long average(List<Long> some) {
            return (long) some.stream().mapToLong(Long::longValue).average().orElse(0);
        }

        private long status(String name) throws IOException {
            for (String line : Files.readAllLines(Path.of("/proc", pid, "status"))) {
                if (line.startsWith(name + ":")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
                }
            }
            return 0;
        }
    }

    private static void execute(Connection database, String sql) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(Connection database, String sql) throws SQLException {
        try (Statement statement = database.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }
}
