package org.mailvane.accounts;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.AbstractClientHttpRequest;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Calls of the identity provider, whose addresses an administrator has set and nobody else. Each is
 * bounded in time, from its begin to the last byte of the answer, and in size; no redirect is
 * followed.
 */
final class ProviderCalls implements ClientHttpRequestFactory {

    /** How long a call may take with its whole answer. */
    static final Duration TIME = Duration.ofSeconds(10);

    /** Bytes of an answer at most. */
    static final int MAX_ANSWER = 256 << 10;

    /** What the JDK's client sets itself. */
    private static final Set<String> RESTRICTED = Set.of("content-length", "host", "connection");

    private final HttpClient http =
            HttpClient.newBuilder()
                    .connectTimeout(TIME)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
    private final Duration time;

    ProviderCalls() {
        this(TIME);
    }

    /** With another time, for what is slow on purpose. */
    ProviderCalls(Duration time) {
        this.time = time;
    }

    @Override
    public ClientHttpRequest createRequest(URI uri, HttpMethod method) {
        return new Call(uri, method);
    }

    private final class Call extends AbstractClientHttpRequest {

        private final URI uri;
        private final HttpMethod method;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();

        Call(URI uri, HttpMethod method) {
            this.uri = uri;
            this.method = method;
        }

        @Override
        public HttpMethod getMethod() {
            return method;
        }

        @Override
        public URI getURI() {
            return uri;
        }

        @Override
        protected OutputStream getBodyInternal(HttpHeaders headers) {
            return body;
        }

        @Override
        protected ClientHttpResponse executeInternal(HttpHeaders headers) throws IOException {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(uri)
                            .timeout(time)
                            .method(
                                    method.name(),
                                    body.size() == 0
                                            ? BodyPublishers.noBody()
                                            : BodyPublishers.ofByteArray(body.toByteArray()));
            headers.forEach((name, values) -> {
                if (!RESTRICTED.contains(name.toLowerCase(Locale.ROOT))) {
                    values.forEach(value -> request.header(name, value));
                }
            });
            return new Answer(send(request.build()));
        }
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(
                        request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER));
        try {
            return answer.get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new IOException(String.valueOf(failed.getCause()), failed);
        } catch (TimeoutException slow) {
            answer.cancel(true);
            throw new IOException("no complete response within " + time.toMillis() + " ms", slow);
        } catch (InterruptedException stopped) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("stopped", stopped);
        }
    }

    private record Answer(HttpResponse<byte[]> response) implements ClientHttpResponse {

        @Override
        public HttpStatusCode getStatusCode() {
            return HttpStatusCode.valueOf(response.statusCode());
        }

        @Override
        public String getStatusText() {
            return "";
        }

        @Override
        public InputStream getBody() {
            return new ByteArrayInputStream(response.body());
        }

        @Override
        public HttpHeaders getHeaders() {
            HttpHeaders headers = new HttpHeaders();
            response.headers()
                    .map()
                    .forEach((name, values) -> headers.put(name, List.copyOf(values)));
            return headers;
        }

        @Override
        public void close() {
            // The answer is whole already.
        }
    }
}
