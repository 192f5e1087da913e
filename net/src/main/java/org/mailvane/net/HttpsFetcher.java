package org.mailvane.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.https.Https;

/**
 * Fetches from hosts that strangers name, and only from public ones: each host is resolved once,
 * addresses that are not public are left out, and connections use exactly the remaining addresses.
 * This applies to each redirect.
 *
 * <p>Each fetch runs in a separate thread, whose interruption closes its socket, so that the time
 * limit applies whatever the fetch waits for.
 */
public final class HttpsFetcher implements Https {

    /** Fetches at once. Others wait for their turn, within their own time. */
    static final int MAX_AT_ONCE = 128;

    /** Time for one address of a host, so that the next one has a chance. */
    static final Duration CONNECT_TIME = Duration.ofSeconds(10);

    /** Characters of a header, and of the status line, with the end of the line. */
    static final int MAX_HEADER_LENGTH = 8_192;

    /** Headers of a response. */
    static final int MAX_HEADERS = 100;

    private static final Http1Config HEAD =
            Http1Config.custom()
                    .setMaxLineLength(MAX_HEADER_LENGTH)
                    // The one at which it is too many.
                    .setMaxHeaderCount(MAX_HEADERS + 1)
                    .build();

    private static final int HTTP_PORT = 80;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final AddressCheck check;
    private final FetchUrl.Ports ports;
    private final FetchTls tls;
    private final Semaphore turns = new Semaphore(MAX_AT_ONCE, true);

    private HttpsFetcher(AddressCheck check, FetchUrl.Ports ports, FetchTls tls) {
        this.check = check;
        this.ports = ports;
        this.tls = tls;
    }

    /**
     * Fetches as the options say.
     *
     * @param dns is asked for the addresses of hosts
     */
    public static HttpsFetcher of(FetchOptions options, Dns dns) {
        return of(options, dns, HTTP_PORT);
    }

    /** The same with another port of plain HTTP. */
    static HttpsFetcher of(FetchOptions options, Dns dns, int httpPort) {
        return new HttpsFetcher(
                new AddressCheck(dns, options.allowed()),
                new FetchUrl.Ports(options.httpsPort(), httpPort),
                new FetchTls(options.authorities()));
    }

    /** What the product calls itself. */
    static String userAgent() {
        @Nullable String version = HttpsFetcher.class.getPackage().getImplementationVersion();
        return "Mailvane/" + (version == null ? "development" : version);
    }

    /**
     * {@inheritDoc}
     *
     * <p>A thread that is interrupted meanwhile gets {@link Failure#TIMEOUT} and stays interrupted.
     */
    @Override
    public Fetched get(Request request) {
        CompletableFuture<Fetched> result = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("fetch").start(() -> fetch(request, result));
        try {
            return result.get(request.maxTime().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return Reason.SLOW.with();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Reason.INTERRUPTED.with();
        } catch (ExecutionException defect) {
            throw new IllegalStateException(defect.getCause());
        } finally {
            // Where it is still at it, or only putting away what came.
            thread.interrupt();
        }
    }

    private void fetch(Request request, CompletableFuture<Fetched> result) {
        try {
            turns.acquire();
            try {
                follow(request, result);
            } finally {
                turns.release();
            }
        } catch (NoFetch failed) {
            result.complete(failed.response());
        } catch (InterruptedException givenUp) {
            result.complete(Reason.INTERRUPTED.with());
        } catch (RuntimeException | Error defect) {
            result.completeExceptionally(defect);
        }
    }

    private void follow(Request request, CompletableFuture<Fetched> result) throws NoFetch {
        String url = request.url();
        for (int redirects = 0; ; redirects++) {
            FetchUrl hop = FetchUrl.parse(url, request.plainAllowed(), ports);
            boolean last = request.maxRedirects() == 0;
            @Nullable String next = fetch(hop, request, last, result);
            if (next == null) {
                return;
            }
            if (redirects == request.maxRedirects()) {
                throw new NoFetch(Reason.REDIRECTS, request.maxRedirects());
            }
            url = resolved(hop, next);
        }
    }

    private static String resolved(FetchUrl from, String location) throws NoFetch {
        try {
            return from.uri().resolve(location).toString();
        } catch (IllegalArgumentException malformed) {
            throw new NoFetch(Reason.REDIRECT_MALFORMED);
        }
    }

    /** Fetches from one host; gives where it redirects to where that is to be followed. */
    private @Nullable String fetch(
            FetchUrl url, Request request, boolean last, CompletableFuture<Fetched> result)
            throws NoFetch {
        HttpGet get = new HttpGet(uri(url));
        try (CloseableHttpClient client = client(url, request);
                ClassicHttpResponse response = client.executeOpen(null, get, null)) {
            try {
                String location = location(response);
                if (!last && !location.isEmpty()) {
                    return location;
                }
                result.complete(
                        new Response(
                                response.getCode(),
                                mediaType(response),
                                location,
                                body(response, request.maxBytes())));
                return null;
            } finally {
                // Else what is left of the body would be read to its end.
                get.cancel();
            }
        } catch (IOException failed) {
            throw failure(failed);
        }
    }

    private static URI uri(FetchUrl url) throws NoFetch {
        try {
            return url.uri();
        } catch (IllegalArgumentException malformed) {
            throw new NoFetch(Reason.URL_MALFORMED);
        }
    }

    /** For one host, so that nothing of one fetch is known to another. */
    private CloseableHttpClient client(FetchUrl url, Request request) throws NoFetch {
        Timeout connecting = Timeout.of(min(CONNECT_TIME, request.maxTime()));
        Timeout waiting = Timeout.of(request.maxTime());
        BasicHttpClientConnectionManager connections =
                BasicHttpClientConnectionManager.create(
                        null,
                        new Vetted(check.addresses(url)),
                        RegistryBuilder.<TlsSocketStrategy>create()
                                .register("https", tls.with(url.host()))
                                .build(),
                        ManagedHttpClientConnectionFactory.builder()
                                .http1Config(HEAD)
                                // The usual one passes over lines until one is a response's first.
                                .responseParserFactory(new DefaultHttpResponseParserFactory(HEAD))
                                .build());
        connections.setConnectionConfig(
                ConnectionConfig.custom()
                        .setConnectTimeout(connecting)
                        .setSocketTimeout(waiting)
                        .build());
        return HttpClientBuilder.create()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(
                        RequestConfig.custom()
                                .setResponseTimeout(waiting)
                                .setProtocolUpgradeEnabled(false)
                                .build())
                .setUserAgent(userAgent())
                .setDefaultHeaders(
                        List.of(
                                header(HttpHeaders.ACCEPT_ENCODING, "identity"),
                                header(HttpHeaders.CONNECTION, "close")))
                .disableAuthCaching()
                .disableAutomaticRetries()
                .disableContentCompression()
                .disableCookieManagement()
                .disableRedirectHandling()
                .build();
    }

    private static Header header(String name, String value) {
        return new BasicHeader(name, value);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /** Knows the addresses of one host, which were checked, and no others. */
    private record Vetted(List<InetAddress> addresses) implements DnsResolver {

        @Override
        public InetAddress[] resolve(String host) {
            return addresses.toArray(InetAddress[]::new);
        }

        @Override
        public String resolveCanonicalHostname(String host) throws UnknownHostException {
            throw new UnknownHostException(host);
        }
    }

    private static String location(ClassicHttpResponse response) {
        @Nullable Header location = response.getFirstHeader(HttpHeaders.LOCATION);
        return location != null && REDIRECTS.contains(response.getCode())
                ? location.getValue()
                : "";
    }

    private static String mediaType(ClassicHttpResponse response) {
        @Nullable Header header = response.getFirstHeader(HttpHeaders.CONTENT_TYPE);
        if (header == null) {
            return "";
        }
        String value = header.getValue();
        int parameters = value.indexOf(';');
        return (parameters < 0 ? value : value.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    private static byte[] body(ClassicHttpResponse response, int maxBytes)
            throws IOException, NoFetch {
        for (Header coding : response.getHeaders(HttpHeaders.CONTENT_ENCODING)) {
            if (!coding.getValue().isBlank() && !coding.getValue().equalsIgnoreCase("identity")) {
                throw new NoFetch(Reason.ENCODED, coding.getValue());
            }
        }
        @Nullable HttpEntity entity = response.getEntity();
        if (entity == null) {
            return new byte[0];
        }
        if (entity.getContentLength() > maxBytes) {
            throw tooLarge(maxBytes);
        }
        InputStream content = entity.getContent();
        byte[] body = content.readNBytes(maxBytes);
        if (body.length == maxBytes && content.read() >= 0) {
            throw tooLarge(maxBytes);
        }
        return body;
    }

    private static NoFetch tooLarge(int maxBytes) {
        return new NoFetch(Reason.TOO_LARGE, maxBytes);
    }

    private static NoFetch failure(IOException failed) {
        return switch (failed) {
            case SSLException tls -> FetchTls.failure(tls);
            case SocketTimeoutException late -> new NoFetch(Reason.SLOW);
            case InterruptedIOException givenUp -> new NoFetch(Reason.INTERRUPTED);
            case ConnectException refused -> new NoFetch(Reason.NOT_CONNECTED);
            case ClientProtocolException malformed -> new NoFetch(Reason.NOT_HTTP);
            case MessageConstraintException tooMuch -> new NoFetch(Reason.NOT_HTTP);
            case TruncatedChunkException cut -> new NoFetch(Reason.DISCONNECTED);
            case MalformedChunkCodingException malformed -> new NoFetch(Reason.NOT_HTTP);
            default -> new NoFetch(Reason.DISCONNECTED);
        };
    }
}
