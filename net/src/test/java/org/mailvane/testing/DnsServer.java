package org.mailvane.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.NSRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/**
 * A real server of DNS, by UDP and TCP at one port of 127.0.0.1, that answers from lines as a
 * resolver would:
 *
 * <pre>
 * example.com           SOA    ns.example.com hostmaster.example.com 7 3600 600 86400 60
 * example.com     300   MX     10 mx.example.com
 * _dmarc.example.com    TXT    "v=DMARC1; " "p=none"
 * www.example.com       CNAME  example.com
 * *.wild.example.com    A      192.0.2.1
 * moving.example.com    A      192.0.2.1 | 192.0.2.2
 * </pre>
 *
 * The second word may be a TTL. With bars between addresses, each question gets the next one, and
 * the last stays. In strings, {@code \x41} is an octet. Names without records at or below them do
 * not exist; the answer then has the nearest SOA record above, if any.
 *
 * <p>A name can misbehave, for every type: see {@link Behaviour}; {@code lost.example.com DROP 2}
 * drops the first two questions, without a number all.
 */
public final class DnsServer implements AutoCloseable {

    /**
     * What a server may do to a question. A number after the name says how often, if the constant
     * says so.
     */
    public enum Behaviour {
        /** No answer; so often. */
        DROP,
        /** The failure of that name; so often. */
        SERVFAIL,
        /** The failure of that name; so often. */
        REFUSED,
        /** The failure of that name; so often. */
        NOTIMP,
        /** A server from before EDNS: FORMERR without the question, to whoever uses that. */
        NO_EDNS,
        /** The answer after so many milliseconds. */
        DELAY,
        /** By UDP nothing but that it is too long. */
        TRUNCATED,
        /** By TCP, the connection is closed instead of an answer. */
        HANGUP,
        /** First, so many answers with another number. */
        WRONG_ID,
        /** First, so many answers to another question. */
        WRONG_QUESTION,
        /** First, so many copies of the question. */
        ECHO,
        /** A referral to other servers, from a server that resolves nothing. */
        LAME,
        /** An answer that ends in the middle. */
        BROKEN,
        /** Of an alias, only the alias. */
        ALIAS_ONLY
    }

    private static final int BACKLOG = 50;
    private static final int TTL = 300;
    private static final int MAX_ALIASES = 20;
    private static final int PLAIN_UDP_SIZE = 512;

    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern OCTET = Pattern.compile("\\\\x([0-9A-Fa-f]{2})|\\\\(.)");

    private final Map<DnsName, Map<RecordType, List<Line>>> lines = new ConcurrentHashMap<>();
    private final Map<DnsName, Script> scripts = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger questions = new AtomicInteger();
    private volatile int failing;
    private volatile boolean unscripted;
    private final List<Integer> ports = new CopyOnWriteArrayList<>();
    private final DatagramSocket udp;
    private final ServerSocket tcp;

    private record Line(int ttl, List<byte[]> data, AtomicInteger turn) {

        /** The data, or of several the next. */
        byte[] next() {
            return data.get(Math.min(turn.getAndIncrement(), data.size() - 1));
        }
    }

    private record Script(Behaviour behaviour, AtomicInteger number) {

        /** Whether it still has effect. */
        boolean counts() {
            return number.getAndUpdate(n -> n > 0 ? n - 1 : n) != 0;
        }
    }

    private DnsServer() {
        try {
            ServerSocket stream = new ServerSocket(0, BACKLOG, loopback());
            @Nullable DatagramSocket datagram = sameOf(stream);
            while (datagram == null) {
                stream.close();
                stream = new ServerSocket(0, BACKLOG, loopback());
                datagram = sameOf(stream);
            }
            tcp = stream;
            udp = datagram;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        // A separate thread, since its socket's buffer takes only some hundred questions.
        Thread.ofPlatform().daemon().start(this::serveUdp);
        Thread.ofVirtual().start(this::serveTcp);
    }

    /** A socket of UDP at the same port, where that is free. */
    private static @Nullable DatagramSocket sameOf(ServerSocket stream) throws IOException {
        try {
            return new DatagramSocket(stream.getLocalPort(), loopback());
        } catch (BindException taken) {
            return null;
        }
    }

    /** A server of these lines; blank ones and those that begin with # count nothing. */
    public static DnsServer of(String lines) {
        DnsServer server = new DnsServer();
        server.add(lines);
        return server;
    }

    /**
     * Forgets all lines and questions. Every question fails until there are lines again, but one:
     * asked for aliases, as by whoever wants to know whether a name exists, every name does.
     */
    public void reset() {
        failEvery(1);
        unscripted = true;
        lines.clear();
        scripts.clear();
        asked.clear();
        ports.clear();
    }

    /** Adds lines. */
    public void add(String text) {
        if (unscripted) {
            unscripted = false;
            failing = 0;
        }
        text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(this::addLine);
    }

    /** Removes all records at a name. */
    public void remove(String name) {
        lines.remove(name(name));
        scripts.remove(name(name));
    }

    /** From now on no name misbehaves. */
    public void forgetScripts() {
        scripts.clear();
    }

    /** From now on the last of each so many questions is answered with SERVFAIL; with 0 none is. */
    public void failEvery(int number) {
        unscripted = false;
        questions.set(0);
        failing = number;
    }

    /** Where it is. */
    public InetSocketAddress address() {
        return new InetSocketAddress(loopback(), tcp.getLocalPort());
    }

    /** The same, as {@code MAILVANE_DNS_SERVERS} has it. */
    public String setting() {
        return "127.0.0.1:" + tcp.getLocalPort();
    }

    /**
     * Returns the questions so far, as {@code name TYPE}, followed by {@code TCP} if they came by
     * TCP.
     */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    /** The ports that questions by UDP came from. */
    public List<Integer> ports() {
        return List.copyOf(ports);
    }

    private void addLine(String line) {
        String[] words = line.split("\\s+", 2);
        DnsName name = name(words[0]);
        String[] rest = words[1].split("\\s+", 2);
        int ttl = TTL;
        if (rest[0].matches("\\d+")) {
            ttl = Integer.parseInt(rest[0]);
            rest = rest[1].split("\\s+", 2);
        }
        String kind = rest[0];
        String data = rest.length > 1 ? rest[1] : "";
        Optional<Behaviour> behaviour =
                Arrays.stream(Behaviour.values()).filter(b -> b.name().equals(kind)).findFirst();
        if (behaviour.isPresent()) {
            int number = data.isEmpty() ? -1 : Integer.parseInt(data);
            scripts.put(name, new Script(behaviour.get(), new AtomicInteger(number)));
            lines.computeIfAbsent(name, n -> new ConcurrentHashMap<>());
            return;
        }
        RecordType type = RecordType.valueOf(kind);
        lines.computeIfAbsent(name, n -> new ConcurrentHashMap<>())
                .computeIfAbsent(type, t -> new CopyOnWriteArrayList<>())
                .add(new Line(ttl, data(type, data), new AtomicInteger()));
    }

    private static List<byte[]> data(RecordType type, String text) {
        String[] words = text.split("\\s+", -1);
        return switch (type) {
            case A, AAAA ->
                    Arrays.stream(text.split("\\s*\\|\\s*", -1))
                            .map(address -> IpAddress.parse(address).orElseThrow().octets())
                            .toList();
            case MX ->
                    List.of(
                            joined(
                                    new byte[] {
                                        (byte) (Integer.parseInt(words[0]) >> 8),
                                        (byte) Integer.parseInt(words[0])
                                    },
                                    wire(name(words[1]))));
            case NS, CNAME, PTR -> List.of(wire(name(text)));
            case TXT, SPF -> List.of(strings(text));
            case SOA -> List.of(zone(words));
            case TLSA -> List.of(HexFormat.of().parseHex(text.replace(" ", "")));
        };
    }

    private static byte[] zone(String[] words) {
        ByteBuffer numbers = ByteBuffer.allocate(20);
        for (int i = 2; i < 7; i++) {
            numbers.putInt((int) Long.parseLong(words[i]));
        }
        return joined(wire(name(words[0])), wire(name(words[1])), numbers.array());
    }

    private static byte[] strings(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Matcher string = STRING.matcher(text);
        while (string.find()) {
            byte[] octets = octets(string.group(1)).getBytes(StandardCharsets.ISO_8859_1);
            out.write(octets.length);
            out.writeBytes(octets);
        }
        return out.toByteArray();
    }

    private static String octets(String escaped) {
        return OCTET.matcher(escaped)
                .replaceAll(match ->
                        Matcher.quoteReplacement(
                                match.group(1) == null
                                        ? match.group(2)
                                        : String.valueOf(
                                                (char) Integer.parseInt(match.group(1), 16))));
    }

    private static DnsName name(String text) {
        return DnsName.parse(octets(text)).orElseThrow(() -> new IllegalArgumentException(text));
    }

    private static byte[] wire(DnsName name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (!name.value().isEmpty()) {
            for (String label : name.value().split("\\.", -1)) {
                out.write(label.length());
                out.writeBytes(label.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        out.write(0);
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private void serveUdp() {
        while (!udp.isClosed()) {
            DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
            try {
                udp.receive(packet);
                byte[] question = Arrays.copyOf(packet.getData(), packet.getLength());
                ports.add(packet.getPort());
                answer(
                        question,
                        false,
                        answer -> {
                            try {
                                udp.send(
                                        new DatagramPacket(
                                                answer, answer.length, packet.getSocketAddress()));
                            } catch (IOException gone) {
                                // The server is closed; nobody waits for this any more.
                            }
                        });
            } catch (SocketException closed) {
                return;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    private void serveTcp() {
        while (!tcp.isClosed()) {
            try {
                Socket client = tcp.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (SocketException closed) {
                return;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            byte[] question = new byte[in.readUnsignedShort()];
            in.readFully(question);
            CompletableFuture<Void> done = new CompletableFuture<>();
            boolean answers =
                    answer(
                            question,
                            true,
                            answer -> {
                                try {
                                    client.getOutputStream()
                                            .write(
                                                    ByteBuffer.allocate(2 + answer.length)
                                                            .putShort((short) answer.length)
                                                            .put(answer)
                                                            .array());
                                } catch (IOException gone) {
                                    // The asker has given up.
                                }
                                done.complete(null);
                            });
            if (answers) {
                done.join();
            }
        } catch (IOException gone) {
            // The asker has given up, or the server is closed.
        }
    }

    private interface Sink {

        void send(byte[] answer);
    }

    /** Whether there is an answer, now or later. */
    private boolean answer(byte[] bytes, boolean stream, Sink sink) throws IOException {
        Message question = new Message(bytes);
        @Nullable Record asks = question.getQuestion();
        if (asks == null) {
            return false;
        }
        DnsName name = name(asks.getName());
        RecordType type =
                Arrays.stream(RecordType.values())
                        .filter(t -> t.number() == asks.getType())
                        .findFirst()
                        .orElseThrow();
        asked.add(name + " " + type + (stream ? " TCP" : ""));
        if (unscripted && type == RecordType.CNAME) {
            sink.send(answerTo(question).toWire());
            return true;
        }
        if (failing > 0 && questions.incrementAndGet() % failing == 0) {
            byte @Nullable [] failure = odd(question, Behaviour.SERVFAIL, name, type, stream);
            sink.send(Objects.requireNonNull(failure));
            return true;
        }
        @Nullable Script script = scripts.get(name);
        @Nullable Behaviour behaviour = script == null ? null : script.behaviour;
        if (script != null && behaviour == Behaviour.DELAY) {
            byte[] answer = normal(question, name, type, stream);
            CompletableFuture.delayedExecutor(script.number.get(), TimeUnit.MILLISECONDS)
                    .execute(() -> sink.send(answer));
            return true;
        }
        if (script != null && isStray(behaviour)) {
            for (int i = script.number.get(); i != 0 && !stream; i--) {
                sink.send(stray(question, behaviour));
            }
        } else if (script != null && script.counts()) {
            byte @Nullable [] odd = odd(question, script.behaviour, name, type, stream);
            if (odd == null) {
                return false;
            }
            sink.send(odd);
            return true;
        }
        sink.send(normal(question, name, type, stream));
        return true;
    }

    private static boolean isStray(@Nullable Behaviour behaviour) {
        return behaviour == Behaviour.WRONG_ID
                || behaviour == Behaviour.WRONG_QUESTION
                || behaviour == Behaviour.ECHO;
    }

    private byte[] stray(Message question, @Nullable Behaviour behaviour) throws IOException {
        Message stray = question.clone();
        if (behaviour == Behaviour.ECHO) {
            return stray.toWire();
        }
        stray.getHeader().setFlag(Flags.QR);
        if (behaviour == Behaviour.WRONG_ID) {
            stray.getHeader().setID(question.getHeader().getID() ^ 1);
        } else {
            stray.removeAllRecords(Section.QUESTION);
            stray.addRecord(
                    Record.newRecord(new Name(wire(name("other.example"))), Type.A, DClass.IN),
                    Section.QUESTION);
        }
        return stray.toWire();
    }

    private byte @Nullable [] odd(
            Message question, Behaviour behaviour, DnsName name, RecordType type, boolean stream)
            throws IOException {
        Message answer = answerTo(question);
        switch (behaviour) {
            case DROP -> {
                return null;
            }
            case HANGUP -> {
                if (stream) {
                    return null;
                }
                answer.getHeader().setFlag(Flags.TC);
            }
            case SERVFAIL -> answer.getHeader().setRcode(Rcode.SERVFAIL);
            case REFUSED -> answer.getHeader().setRcode(Rcode.REFUSED);
            case NOTIMP -> answer.getHeader().setRcode(Rcode.NOTIMP);
            case NO_EDNS -> {
                if (question.getOPT() == null) {
                    return normal(question, name, type, stream);
                }
                answer.removeAllRecords(Section.QUESTION);
                answer.getHeader().setRcode(Rcode.FORMERR);
            }
            case TRUNCATED -> {
                if (stream) {
                    return normal(question, name, type, true);
                }
                answer.getHeader().setFlag(Flags.TC);
            }
            case LAME -> {
                answer.getHeader().unsetFlag(Flags.RA);
                answer.addRecord(
                        new NSRecord(Name.root, DClass.IN, TTL, new Name(wire(name("ns.example")))),
                        Section.AUTHORITY);
            }
            case BROKEN -> {
                byte[] whole = normal(question, name, type, stream);
                return Arrays.copyOf(whole, whole.length - 3);
            }
            case ALIAS_ONLY -> {
                addAliases(answer, name, type, 1);
            }
            default -> throw new IllegalArgumentException(behaviour.name());
        }
        return answer.toWire();
    }

    private byte[] normal(Message question, DnsName name, RecordType type, boolean stream)
            throws IOException {
        Message answer = answerTo(question);
        DnsName at = addAliases(answer, name, type, MAX_ALIASES);
        Map<RecordType, List<Line>> here = at(at);
        List<Line> found = here.getOrDefault(type, List.of());
        for (Line line : found) {
            answer.addRecord(
                    Record.newRecord(
                            new Name(wire(at)), type.number(), DClass.IN, line.ttl, line.next()),
                    Section.ANSWER);
        }
        if (found.isEmpty()) {
            if (here.isEmpty() && !exists(at)) {
                answer.getHeader().setRcode(Rcode.NXDOMAIN);
            }
            zoneOf(at).ifPresent(zone -> answer.addRecord(zone, Section.AUTHORITY));
        }
        byte[] wire = answer.toWire(65_535);
        @Nullable OPTRecord extended = question.getOPT();
        int size = extended == null ? PLAIN_UDP_SIZE : extended.getPayloadSize();
        if (stream || wire.length <= size) {
            return wire;
        }
        Message cut = answerTo(question);
        cut.getHeader().setFlag(Flags.TC);
        return cut.toWire();
    }

    private static Message answerTo(Message question) {
        Message answer = new Message(question.getHeader().getID());
        answer.getHeader().setFlag(Flags.QR);
        answer.getHeader().setFlag(Flags.RD);
        answer.getHeader().setFlag(Flags.RA);
        answer.addRecord(question.getQuestion(), Section.QUESTION);
        return answer;
    }

    /** Where aliases lead from a name, which are added to the answer. */
    private DnsName addAliases(Message answer, DnsName name, RecordType type, int most)
            throws IOException {
        DnsName at = name;
        for (int i = 0; i < most && type != RecordType.CNAME; i++) {
            List<Line> alias = at(at).getOrDefault(RecordType.CNAME, List.of());
            if (alias.isEmpty()) {
                return at;
            }
            Name target = new Name(alias.getFirst().data.getFirst());
            answer.addRecord(
                    new CNAMERecord(new Name(wire(at)), DClass.IN, alias.getFirst().ttl, target),
                    Section.ANSWER);
            at = name(target);
        }
        return at;
    }

    private Optional<SOARecord> zoneOf(DnsName name) throws IOException {
        for (@Nullable DnsName at = name; at != null; at = at.parent().orElse(null)) {
            List<Line> zone =
                    lines.getOrDefault(at, Map.of()).getOrDefault(RecordType.SOA, List.of());
            if (!zone.isEmpty()) {
                return Optional.of(
                        (SOARecord)
                                Record.newRecord(
                                        new Name(wire(at)),
                                        Type.SOA,
                                        DClass.IN,
                                        zone.getFirst().ttl,
                                        zone.getFirst().data.getFirst()));
            }
        }
        return Optional.empty();
    }

    private Map<RecordType, List<Line>> at(DnsName name) {
        @Nullable Map<RecordType, List<Line>> exact = lines.get(name);
        if (exact != null || exists(name)) {
            return exact == null ? Map.of() : exact;
        }
        // The closest name that exists decides which wildcard counts (RFC 4592, section 3.3.1).
        for (@Nullable DnsName above = name.parent().orElse(null);
                above != null;
                above = above.parent().orElse(null)) {
            @Nullable Map<RecordType, List<Line>> wild =
                    above.below("*").map(lines::get).orElse(null);
            if (wild != null) {
                return wild;
            }
            if (exists(above)) {
                return Map.of();
            }
        }
        return new HashMap<>();
    }

    private boolean exists(DnsName name) {
        return lines.keySet().stream().anyMatch(other -> other.isWithin(name));
    }

    private static DnsName name(Name name) {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < name.labels() - 1; i++) {
            byte[] label = name.getLabel(i);
            labels.add(new String(label, 1, label.length - 1, StandardCharsets.ISO_8859_1));
        }
        return labels.isEmpty()
                ? DnsName.ROOT
                : DnsName.parse(String.join(".", labels)).orElseThrow();
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Override
    public void close() {
        udp.close();
        try {
            tcp.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
