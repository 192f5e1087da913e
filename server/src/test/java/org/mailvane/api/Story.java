package org.mailvane.api;

import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.openapi.Example;
import org.mailvane.api.openapi.Examples;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Calls of a service that the documentation shows, normalized so that the same story reads the same
 * the next time.
 */
public final class Story implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-11-20T10:18:50.875874Z");

    private static final JsonMapper JSON = new JsonMapper();

    /** Headers of answers that are worth showing; others are the same everywhere. */
    private static final List<String> SHOWN =
            List.of(
                    "allow",
                    "content-type",
                    "link",
                    "location",
                    "retry-after",
                    "www-authenticate",
                    "x-ignored-properties");

    private static final Map<Pattern, String> STEADY =
            Map.of(
                    Pattern.compile("mvt_[0-9a-z]{40}"),
                    "mvt_0123456789abcdefghijklmnopqrstuvwxyz0123",
                    Pattern.compile("mvt_\\.\\.\\.[0-9a-z]{4}"),
                    "mvt_...0123",
                    Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
                    "5f0c1f9e-3d55-4d8e-9b0a-6a1d3c7e2b41",
                    Pattern.compile("(?<=\"verification_token\":\")[^\"]+"),
                    "0123456789abcdef0123456789abcdef",
                    Pattern.compile(
                            "(?<=\"search_token\":\"|[?&]search_token=|/detail-viewer/|/aggregate-report/)"
                                    + "[A-Za-z0-9]{16}"),
                    "aB3dE5fG7hJ9kL2m",
                    Pattern.compile(
                            "(?<=\"account_token\":\")[^\"]+|(?<=mailto:)[0-9a-z]{8}(?=@mailvane\\.example)"),
                    "k3v9x2ab");

    private final DnsServer dns =
            DnsServer.of(
                    """
                    example.com                 MX   10 mx.example.com
                    mx.example.com              A    203.0.113.25
                    example.com                 TXT  "v=spf1 ip4:203.0.113.0/28 include:_spf.example.net -all"
                    _spf.example.net            TXT  "v=spf1 ip4:198.51.100.0/29 -all"
                    _dmarc.example.com          TXT  "v=DMARC1; p=none; rua=mailto:dmarc@example.com"
                    s1._domainkey.example.com   TXT  "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
                    default._bimi.example.com   TXT  "v=BIMI1; l=; a="
                    _smtp._tls.example.com      TXT  "v=TLSRPTv1; rua=mailto:tls@example.com"
                    _mta-sts.example.com        TXT  "v=STSv1; id=20261120101500"
                    mta-sts.example.com         A    192.0.2.80
                    shop.example                SOA  ns.shop.example hostmaster.shop.example 7 3600 600 86400 60
                    shop.example                MX   10 mx.shop.example
                    shop.example                TXT  "v=spf1 mx ptr -all"
                    mx.shop.example             A    203.0.113.33
                    news.shop.example           A    203.0.113.34
                    _dmarc.shop.example         TXT  "v=DMARC1; p=none; rua=mailto:dmarc@shop.example"
                    """);
    private final TestClock clock = new TestClock(NOW);
    private final Database database = TestDatabases.migrated();
    private final TestService service =
            TestService.start(
                    Map.of(
                            Setting.PUBLIC_URL,
                            Examples.BASE,
                            Setting.OIDC_ISSUER,
                            "https://login.example.com",
                            Setting.DNS_SERVERS,
                            dns.setting()),
                    database,
                    clock);
    private final ApiDocument document = ApiDocument.of(service);
    private final Map<String, Example> successes = new TreeMap<>();
    private final Map<String, Example> errors = new TreeMap<>();

    public TestService service() {
        return service;
    }

    public TestSql sql() {
        return new TestSql(database);
    }

    TestClock clock() {
        return clock;
    }

    public ApiDocument document() {
        return document;
    }

    public Map<String, Example> successes() {
        return successes;
    }

    public Map<String, Example> errors() {
        return errors;
    }

    /** One call of the story. */
    final class Call {

        private final String method;
        private final String path;
        private final @Nullable String token;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private @Nullable JsonNode body;

        private Call(@Nullable String token, String method, String path) {
            this.token = token;
            this.method = method;
            this.path = path;
        }

        /** With a JSON body. */
        Call json(String text) {
            body = JSON.readTree(text);
            return header("Content-Type", "application/json");
        }

        /** With a body of another type. */
        Call text(String type, String text) {
            body = JsonNodeFactory.instance.stringNode(text);
            return header("Content-Type", type);
        }

        Call header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /** Makes the call, which is the example of an operation that succeeds. */
        JsonNode succeeds(String operationId, int status) {
            return remember(successes, operationId, status);
        }

        /** Makes the call, which is the example of an operation that refuses. */
        JsonNode fails(String operationId, int status) {
            return remember(errors, operationId, status);
        }

        private JsonNode remember(Map<String, Example> examples, String operationId, int status) {
            checkIsOf(operationId);
            Answer answer = make();
            if (answer.status() != status) {
                throw new AssertionError(
                        "%s %s: %d instead of %d: %s"
                                .formatted(method, path, answer.status(), status, answer.text()));
            }
            Example before = examples.put(operationId, example(answer));
            if (before != null) {
                throw new AssertionError("two examples of " + operationId);
            }
            return bodyOf(answer);
        }

        private void checkIsOf(String operationId) {
            ApiDocument.Operation operation = document.byId().get(operationId);
            String bare = URI.create(path).getPath();
            if (operation == null || !operation.matches(method, bare)) {
                throw new AssertionError(method + " " + path + " is not " + operationId);
            }
        }

        private Answer make() {
            Map<String, String> sent = new HashMap<>(headers);
            sent.put(RequestId.HEADER, "example");
            BodyPublisher publisher =
                    body == null
                            ? BodyPublishers.noBody()
                            : BodyPublishers.ofString(
                                    body.isString() ? body.stringValue() : body.toString());
            return service.call(method, token, path, publisher, sent);
        }

        private Example example(Answer answer) {
            Map<String, String> sent = new LinkedHashMap<>();
            if (token != null) {
                sent.put("Authorization", "Token $TOKEN");
            }
            sent.putAll(headers);
            Map<String, String> shown = new LinkedHashMap<>();
            for (String name : SHOWN) {
                if (!answer.header(name).isEmpty()) {
                    shown.put(name, steady(answer.header(name)));
                }
            }
            return new Example(
                    new Example.Request(
                            method, steady(path), sent, body == null ? null : steady(body)),
                    new Example.Response(answer.status(), shown, steady(bodyOf(answer))));
        }
    }

    Call get(@Nullable String token, String path) {
        return new Call(token, "GET", path);
    }

    Call post(@Nullable String token, String path) {
        return new Call(token, "POST", path);
    }

    Call put(@Nullable String token, String path) {
        return new Call(token, "PUT", path);
    }

    Call patch(@Nullable String token, String path) {
        return new Call(token, "PATCH", path);
    }

    Call delete(@Nullable String token, String path) {
        return new Call(token, "DELETE", path);
    }

    private static JsonNode bodyOf(Answer answer) {
        if (answer.header("content-type").contains("json")) {
            return answer.json();
        }
        return answer.text().isEmpty()
                ? JsonNodeFactory.instance.nullNode()
                : JsonNodeFactory.instance.stringNode(answer.text());
    }

    private static JsonNode steady(JsonNode node) {
        try {
            return JSON.readTree(steady(node.toString()));
        } catch (JacksonException broken) {
            throw new AssertionError("no JSON any more: " + node, broken);
        }
    }

    private static String steady(String text) {
        String result = text;
        for (Map.Entry<Pattern, String> each : STEADY.entrySet()) {
            result = each.getKey().matcher(result).replaceAll(each.getValue());
        }
        return result;
    }

    @Override
    public void close() {
        service.close();
        dns.close();
    }
}
