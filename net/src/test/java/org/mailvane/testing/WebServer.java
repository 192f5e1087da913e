package org.mailvane.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;

/**
 * A real web server, by HTTPS and by plain HTTP, that says what it is told to, well or badly. It
 * has a separate certificate authority, which issues a certificate for each host on demand.
 */
public final class WebServer implements AutoCloseable {

    /** What a certificate is like. */
    public enum Kind {
        /** For the host. */
        GOOD,
        /** For all hosts below the one above. */
        WILDCARD,
        /** For hosts whose first label begins like this one's. */
        PART_OF_LABEL,
        /** For another host. */
        OTHER_NAME,
        /** With the host as common name, and nowhere else. */
        COMMON_NAME_ONLY,
        /** For the host, until yesterday. */
        EXPIRED,
        /** For the host, from tomorrow. */
        FUTURE,
        /** For the host, by itself. */
        SELF_SIGNED
    }

    /** Says something to whoever asked. */
    @FunctionalInterface
    public interface Answer {

        /** Writes the whole response, head and body; afterwards the connection is closed. */
        void write(OutputStream out) throws IOException;
    }

    private static final Duration DAY = Duration.ofDays(1);

    private final ServerSocket encrypted;
    private final ServerSocket plain;
    private final KeyPair keys = keyPair();
    private final X509Certificate authority;
    private final SSLContext tls;
    private final Map<String, Kind> kinds = new ConcurrentHashMap<>();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean silent;

    private WebServer(String address) {
        try {
            encrypted = new ServerSocket(0, 50, inet(address));
            plain = new ServerSocket(0, 50, inet(address));
            authority = certificate("Test Authority", List.of(), true, false, Instant.now());
            tls = SSLContext.getInstance("TLS");
            tls.init(new KeyManager[] {new Certificates()}, null, null);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
        Thread.ofVirtual().start(() -> serve(encrypted, true));
        Thread.ofVirtual().start(() -> serve(plain, false));
    }

    /** A server on 127.0.0.1. */
    public static WebServer start() {
        return at("127.0.0.1");
    }

    /** A server on an address of this machine. */
    public static WebServer at(String address) {
        return new WebServer(address);
    }

    /** An address of numbers, without asking anybody. */
    public static InetAddress inet(String address) throws UnknownHostException {
        return InetAddress.getByAddress(IpAddress.parse(address).orElseThrow().octets());
    }

    /** The port of HTTPS. */
    public int port() {
        return encrypted.getLocalPort();
    }

    /** The port of plain HTTP. */
    public int plainPort() {
        return plain.getLocalPort();
    }

    /** Returns the certificate that must be trusted. */
    public X509Certificate authority() {
        return authority;
    }

    /** Writes the authority's certificate into a file, for who is to trust it. */
    public Path authority(Path folder) {
        try {
            return Files.writeString(
                    folder.resolve("authority.pem"),
                    "-----BEGIN CERTIFICATE-----\n"
                            + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                    .encodeToString(authority.getEncoded())
                            + "\n-----END CERTIFICATE-----\n");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Gives a host a certificate of another kind than a good one. */
    public WebServer certificate(String host, Kind kind) {
        kinds.put(host, kind);
        return this;
    }

    /** From now on, nothing is said to who connects, not even a handshake. */
    public void fallSilent() {
        silent = true;
    }

    /** Answers a path, at any host, with a body. */
    public WebServer serve(String path, String mediaType, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return answer(
                path,
                out -> {
                    write(
                            out,
                            "HTTP/1.1 200 OK\r\nContent-Type: "
                                    + mediaType
                                    + "\r\nContent-Length: "
                                    + bytes.length
                                    + "\r\n\r\n");
                    out.write(bytes);
                });
    }

    /** Answers a path, at any host, with just this. */
    public WebServer say(String path, String response) {
        return answer(path, out -> write(out, response));
    }

    /** Answers a path, at any host, so. */
    public WebServer answer(String path, Answer answer) {
        answers.put(path, answer);
        return this;
    }

    /** The requests so far, as {@code host path}, without the port. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** The heads of the requests so far, as they came. */
    public List<String> heads() {
        return List.copyOf(heads);
    }

    /** How often somebody connected. */
    public int connections() {
        return connections.get();
    }

    /** Writes text. */
    public static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private void serve(ServerSocket server, boolean secure) {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(client, secure));
            } catch (SocketException closed) {
                return;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    private void serve(Socket client, boolean secure) {
        try (client) {
            if (silent) {
                while (client.getInputStream().read() >= 0) {
                    // Until the other side has had enough.
                }
                return;
            }
            if (secure) {
                SSLSocket secured =
                        (SSLSocket)
                                tls.getSocketFactory()
                                        .createSocket(client, null, client.getPort(), true);
                secured.setUseClientMode(false);
                talk(secured);
            } else {
                talk(client);
            }
        } catch (IOException gone) {
            // The client doesn't like the certificate, or has had enough, or the server is closed.
        }
    }

    private void talk(Socket client) throws IOException {
        BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(
                                client.getInputStream(), StandardCharsets.ISO_8859_1));
        StringBuilder head = new StringBuilder();
        String host = "";
        for (@Nullable String line = in.readLine();
                line != null && !line.isEmpty();
                line = in.readLine()) {
            head.append(line).append('\n');
            if (line.toLowerCase(Locale.ROOT).startsWith("host:")) {
                host = line.substring(5).strip().replaceFirst(":\\d+$", "");
            }
        }
        if (head.isEmpty()) {
            return;
        }
        String path = head.toString().split(" ", 3)[1];
        heads.add(head.toString());
        requests.add(host + " " + path);
        OutputStream out = client.getOutputStream();
        answers.getOrDefault(
                        path, o -> write(o, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))
                .write(out);
        out.flush();
    }

    /** Which certificate a host gets, whose name the client says. */
    private final class Certificates extends X509ExtendedKeyManager {

        private final Map<String, X509Certificate> made = new ConcurrentHashMap<>();

        @Override
        public @Nullable String chooseServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
            if (!keyType.equals("EC") || !(socket instanceof SSLSocket secured)) {
                return null;
            }
            ExtendedSSLSession session = (ExtendedSSLSession) secured.getHandshakeSession();
            for (SNIServerName name : session.getRequestedServerNames()) {
                if (name instanceof SNIHostName host) {
                    return host.getAsciiName();
                }
            }
            return "unnamed.example";
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {
                made.computeIfAbsent(
                        alias, host -> ofHost(host, kinds.getOrDefault(host, Kind.GOOD)))
            };
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return keys.getPrivate();
        }

        @Override
        public String @Nullable [] getClientAliases(String keyType, Principal[] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseClientAlias(
                String[] keyTypes, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public String @Nullable [] getServerAliases(String keyType, Principal[] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String keyType, Principal[] issuers, SSLEngine engine) {
            return null;
        }
    }

    private X509Certificate ofHost(String host, Kind kind) {
        Instant now = Instant.now();
        String above = host.substring(host.indexOf('.') + 1);
        return switch (kind) {
            case GOOD -> certificate(host, List.of(host), false, true, now);
            case WILDCARD -> certificate(above, List.of("*." + above), false, true, now);
            case PART_OF_LABEL ->
                    certificate(host, List.of(host.charAt(0) + "*." + above), false, true, now);
            case OTHER_NAME -> certificate(host, List.of("other.example"), false, true, now);
            case COMMON_NAME_ONLY -> certificate(host, List.of(), false, true, now);
            case EXPIRED ->
                    certificate(host, List.of(host), false, true, now.minus(DAY.multipliedBy(11)));
            case FUTURE ->
                    certificate(host, List.of(host), false, true, now.plus(DAY.multipliedBy(2)));
            case SELF_SIGNED -> certificate(host, List.of(host), false, false, now);
        };
    }

    /** A certificate from a day before a time to ten days after. */
    private X509Certificate certificate(
            String subject, List<String> hosts, boolean ca, boolean byAuthority, Instant time) {
        X500Name name = new X500Name("CN=" + subject);
        var builder =
                new JcaX509v3CertificateBuilder(
                        byAuthority ? new X500Name("CN=Test Authority") : name,
                        BigInteger.valueOf(System.nanoTime()),
                        Date.from(time.minus(DAY)),
                        Date.from(time.plus(DAY.multipliedBy(10))),
                        name,
                        // One key for all of them: what is looked at is what they say.
                        keys.getPublic());
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
            if (!hosts.isEmpty()) {
                GeneralName[] names =
                        hosts.stream()
                                .map(host -> new GeneralName(GeneralName.dNSName, host))
                                .toArray(GeneralName[]::new);
                builder.addExtension(
                        Extension.subjectAlternativeName, false, new GeneralNames(names));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(
                                    new JcaContentSignerBuilder("SHA256withECDSA")
                                            .build(keys.getPrivate())));
        } catch (CertIOException failed) {
            throw new UncheckedIOException(failed);
        } catch (GeneralSecurityException | OperatorCreationException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static KeyPair keyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        try {
            encrypted.close();
            plain.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
