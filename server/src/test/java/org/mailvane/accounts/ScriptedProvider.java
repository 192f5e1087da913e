package org.mailvane.accounts;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.mailvane.accounts.IdentityProvider.Returned;

/**
 * An identity provider that answers what a test says, right at first. It checks the verifier of
 * PKCE (RFC 7636, section 4.6), and counts how often each of its addresses is asked.
 */
final class ScriptedProvider implements AutoCloseable {

    static final String CLIENT = "us";
    static final String SECRET_OF_CLIENT = "a secret that is long enough to sign with it: HS256";

    /** The key that tokens are signed with; tests generate few, since each takes its time. */
    static final RSAKey FIRST_KEY = key("first");

    static final RSAKey SECOND_KEY = key("second");

    /** What the ID token says besides issuer, audience, subject, times and nonce. */
    final Map<String, Object> claims = new HashMap<>();

    /** Answers in place of those that would be right, by path: {@code token}, {@code keys}, ... */
    final Map<String, Canned> canned = new ConcurrentHashMap<>();

    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private final HttpServer server;

    /** What the browser was sent to last. */
    private Map<String, String> request = Map.of();

    volatile RSAKey signing = FIRST_KEY;
    volatile List<RSAKey> published = List.of(FIRST_KEY);
    volatile JWSAlgorithm algorithm = JWSAlgorithm.RS256;
    volatile boolean userInfo;

    /** An answer that a test gives. */
    record Canned(int status, String type, String body) {

        static Canned json(int status, String body) {
            return new Canned(status, "application/json", body);
        }
    }

    ScriptedProvider(Instant now) throws IOException {
        claims.put("iat", now);
        claims.put("exp", now.plusSeconds(300));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int asked(String path) {
        return asked.getOrDefault(path, 0);
    }

    /** What the browser comes back with that was sent there. */
    Returned comeBack(URI address) {
        Map<String, String> parameters = form(address.getRawQuery());
        request = parameters;
        return new Returned("the-code", parameters.get("state"), null, null);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().replaceAll(".*/", "");
        asked.merge(path, 1, Integer::sum);
        String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Canned answer = canned.get(path);
        if (answer == null) {
            answer =
                    switch (path) {
                        case "openid-configuration" -> Canned.json(200, document());
                        case "token" -> token(form(sent));
                        case "keys" -> Canned.json(200, new JWKSet(keys()).toString());
                        default -> Canned.json(404, "{}");
                    };
        }
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private List<com.nimbusds.jose.jwk.JWK> keys() {
        return List.copyOf(published.stream().map(RSAKey::toPublicJWK).toList());
    }

    private String document() {
        return """
        {"issuer": "ISSUER", "authorization_endpoint": "ISSUER/authorize",
         "token_endpoint": "ISSUER/token", "jwks_uri": "ISSUER/keys",USERINFO
         "subject_types_supported": ["public"], "response_types_supported": ["code"]}
        """
                .replace("USERINFO", userInfo ? " \"userinfo_endpoint\": \"ISSUER/me\"," : "")
                .replace("ISSUER", issuer());
    }

    private Canned token(Map<String, String> sent) {
        String verifier = sent.getOrDefault("code_verifier", "");
        if (!hash(verifier).equals(request.get("code_challenge"))
                || !"the-code".equals(sent.get("code"))
                || !sent.getOrDefault("redirect_uri", "").equals(request.get("redirect_uri"))) {
            return Canned.json(400, "{\"error\": \"invalid_grant\"}");
        }
        return Canned.json(
                200,
                "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"expires_in\": 60,"
                        + " \"id_token\": \""
                        + idToken()
                        + "\"}");
    }

    private String idToken() {
        JWTClaimsSet.Builder all =
                new JWTClaimsSet.Builder()
                        .issuer(issuer())
                        .audience(CLIENT)
                        .subject("subject")
                        .claim("nonce", request.get("nonce"));
        claims.forEach((name, value) ->
                all.claim(name, value instanceof Instant time ? Date.from(time) : value));
        try {
            if (JWSAlgorithm.NONE.equals(algorithm)) {
                return new PlainJWT(all.build()).serialize();
            }
            SignedJWT token =
                    new SignedJWT(
                            new JWSHeader.Builder(algorithm).keyID(signing.getKeyID()).build(),
                            all.build());
            token.sign(signer());
            return token.serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** With the public key or the client's secret, where the algorithm is one of secrets. */
    private JWSSigner signer() throws JOSEException {
        if (!JWSAlgorithm.Family.HMAC_SHA.contains(algorithm)) {
            return new RSASSASigner(signing);
        }
        return algorithm.equals(JWSAlgorithm.HS256)
                ? new MACSigner(SECRET_OF_CLIENT)
                : new MACSigner(signing.toPublicKey().getEncoded());
    }

    private static String hash(String text) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Map<String, String> form(String text) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String each : text.split("&", -1)) {
            String[] pair = each.split("=", 2);
            parameters.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        return parameters;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
