package org.mailvane.intake.imap;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.platform.settings.OAuthClient;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.springframework.stereotype.Service;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gets access tokens by refresh tokens (RFC 6749, section 6). A refresh token that comes in place
 * of the one that was used is kept in the database, for later and for other servers.
 */
@Service
class AccessTokens {

    /** How long a token endpoint may take for its whole answer. */
    static final Duration TIME = Duration.ofSeconds(30);

    /** Bytes of its answer at most. */
    static final int MAX_ANSWER = 64 << 10;

    /** How long before its end a token is not used any more. */
    private static final Duration MARGIN = Duration.ofMinutes(2);

    /** How long a token is used whose expiry is not known. */
    private static final Duration UNTOLD = Duration.ofMinutes(10);

    /** Longer than any provider's token lives. */
    static final long MAX_SECONDS = 86_400;

    /** Characters of what an endpoint says that are handed on. */
    private static final int SHOWN = 300;

    private static final JsonMapper JSON = new JsonMapper();

    private final OAuthTokenTable table;
    private final Clock clock;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .connectTimeout(Duration.ofSeconds(10))
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
    private final Map<String, Access> current = new ConcurrentHashMap<>();

    /** One token of a name is got at a time: two that use one refresh token may make it void. */
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    AccessTokens(OAuthTokenTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    private record Access(String token, Instant until) {}

    /** What a token endpoint says. */
    private record Said(
            @Nullable String access,
            @Nullable Duration lives,
            @Nullable String refresh,
            @Nullable Message error) {}

    /** Returns the token that was got before, as long as it lives. */
    Optional<String> known(OAuthClient client) {
        return Optional.ofNullable(current.get(client.name()))
                .filter(known -> clock.instant().isBefore(known.until))
                .map(Access::token);
    }

    /**
     * Returns a token by which a mailbox can be read now.
     *
     * @throws SignInRefused when the provider does not give one
     * @throws IOException when it does not answer
     */
    String token(Scope scope, OAuthClient client) throws IOException {
        ReentrantLock lock = locks.computeIfAbsent(client.name(), name -> new ReentrantLock());
        lock.lock();
        try {
            Optional<String> known = known(client);
            if (known.isPresent()) {
                return known.get();
            }
            Access got = get(scope, client);
            current.put(client.name(), got);
            return got.token;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a token that a mail server does not take. */
    void forget(OAuthClient client, String token) {
        current.computeIfPresent(
                client.name(), (name, known) -> known.token.equals(token) ? null : known);
    }

    private Access get(Scope scope, OAuthClient client) throws IOException {
        byte[] configured = sha256(client.refreshToken());
        String used = refreshToken(scope, client, configured);
        Said said = ask(client, used);
        String newer = refreshToken(scope, client, configured);
        if (said.error != null && !newer.equals(used)) {
            // Another server has got a newer one meanwhile, which made ours void.
            used = newer;
            said = ask(client, used);
        }
        if (said.access == null) {
            throw new SignInRefused(
                    Message.of("imports.oauth.no_token")
                            .with("client", client.toString())
                            .with("answer", withoutSecrets(said.error, client, used)));
        }
        String refresh = said.refresh;
        if (refresh != null && !refresh.equals(used)) {
            table.put(scope, client.name(), configured, refresh, clock.instant());
        }
        Duration lives = said.lives == null ? UNTOLD : said.lives;
        return new Access(said.access, clock.instant().plus(lives).minus(MARGIN));
    }

    private String refreshToken(Scope scope, OAuthClient client, byte[] configured) {
        Optional<String> newer = table.find(scope, client.name(), configured);
        return newer.orElse(client.refreshToken());
    }

    private Said ask(OAuthClient client, String refreshToken) throws IOException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "refresh_token");
        form.put("refresh_token", refreshToken);
        form.put("client_id", client.clientId());
        if (!client.clientSecret().isEmpty()) {
            form.put("client_secret", client.clientSecret());
        }
        HttpRequest request =
                HttpRequest.newBuilder(client.tokenUrl())
                        .timeout(TIME)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Accept", "application/json")
                        .POST(BodyPublishers.ofString(encoded(form)))
                        .build();
        HttpResponse<byte[]> response = send(client, request);
        int status = response.statusCode();
        if (status >= 500 || status == 429) {
            throw new ImapException(
                    Message.of("imports.oauth.status")
                            .with("client", client.toString())
                            .with("status", String.valueOf(status)));
        }
        return said(status, response.body());
    }

    private HttpResponse<byte[]> send(OAuthClient client, HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(
                        request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER));
        try {
            return answer.get(TIME.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new ImapException(
                    Message.of("imports.oauth.unreachable")
                            .with("client", client.toString())
                            .with("reason", String.valueOf(failed.getCause())),
                    failed);
        } catch (TimeoutException slow) {
            answer.cancel(true);
            throw new ImapException(
                    Message.of("imports.oauth.slow")
                            .with("client", client.toString())
                            .with("seconds", TIME.toSeconds()),
                    slow);
        } catch (InterruptedException stopped) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("stopped", stopped);
        }
    }

    private static Said said(int status, byte[] body) {
        JsonNode json;
        try {
            json = JSON.readTree(body);
        } catch (JacksonException none) {
            return new Said(
                    null,
                    null,
                    null,
                    Message.of("imports.oauth.answer_not_json")
                            .with("status", String.valueOf(status)));
        }
        String access = text(json, "access_token");
        if (status != 200 || access == null) {
            String error = text(json, "error");
            String description = text(json, "error_description");
            return new Said(
                    null,
                    null,
                    null,
                    error == null && description == null
                            ? Message.of("imports.oauth.answer_status")
                                    .with("status", String.valueOf(status))
                            : Message.verbatim(
                                    oneLine(
                                            Stream.of(error, description)
                                                    .filter(Objects::nonNull)
                                                    .collect(Collectors.joining(": ")))));
        }
        // Some write the number as a text.
        long seconds = json.path("expires_in").asLong(0);
        return new Said(access, lifetime(seconds), text(json, "refresh_token"), null);
    }

    /** Returns how long a token lives; null where the provider does not say it. */
    static @Nullable Duration lifetime(long seconds) {
        return seconds <= 0 ? null : Duration.ofSeconds(Math.min(seconds, MAX_SECONDS));
    }

    private static @Nullable String text(JsonNode json, String name) {
        JsonNode value = json.path(name);
        return value.isString() && !value.asString().isEmpty() ? value.asString() : null;
    }

    /** An endpoint may repeat what it was sent. */
    private static Message withoutSecrets(
            @Nullable Message said, OAuthClient client, String refreshToken) {
        if (said == null || !said.isVerbatim()) {
            return Objects.requireNonNull(said, "the response without a token has a reason");
        }
        String shown = MessageFormatter.forPrograms().format(said);
        for (String secret : List.of(refreshToken, client.refreshToken(), client.clientSecret())) {
            if (!secret.isEmpty()) {
                shown = shown.replace(secret, "***");
                shown = shown.replace(URLEncoder.encode(secret, StandardCharsets.UTF_8), "***");
            }
        }
        return Message.verbatim(
                shown.length() <= SHOWN ? shown : shown.substring(0, SHOWN) + "...");
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ").strip();
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(e ->
                        e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
