package org.mailvane.accounts;

import com.nimbusds.jose.JWSObject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.ProviderException.Reason;
import org.mailvane.platform.settings.Settings;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * The identity provider that an administrator has set, asked by OpenID Connect's code flow with
 * PKCE (RFC 7636), state and nonce. It is looked up when somebody wants to sign in by it, and never
 * at the start.
 *
 * <p>Nothing is stored of a sign-in on its way: state, nonce and verifier follow, each by a hash,
 * from a secret in a cookie of the browser that began it.
 */
@Service
public class IdentityProvider {

    /** How long what the provider says of itself is used. */
    static final Duration KNOWN_FOR = Duration.ofHours(1);

    /** How long it is left alone after it did not answer. */
    static final Duration LEFT_ALONE = Duration.ofSeconds(10);

    /** Characters of what a provider hands back at most. */
    static final int MAX_PARAMETER = 4_096;

    /**
     * Errors that a browser brings back of which nobody has said no (RFC 6749, section 4.1.2.1;
     * OpenID Connect Core, section 3.1.2.6): the provider can't, or this client is not set up
     * rightly there.
     */
    private static final Set<String> NOT_THE_PERSONS =
            Set.of(
                    "server_error",
                    "temporarily_unavailable",
                    "invalid_request",
                    "unauthorized_client",
                    "unsupported_response_type",
                    "invalid_scope",
                    "request_not_supported",
                    "request_uri_not_supported",
                    "registration_not_supported");

    private static final String ID = "provider";
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int SHOWN = 300;

    private static final ParameterizedTypeReference<Map<String, Object>> DOCUMENT =
            new ParameterizedTypeReference<>() {};

    private final Settings settings;
    private final Clock clock;
    private final ClientHttpRequestFactory calls;
    private final ReentrantLock lock = new ReentrantLock();

    private @Nullable Known known;
    private @Nullable String failure;
    private Instant failed = Instant.MIN;

    IdentityProvider(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.calls = new ProviderCalls();
    }

    /** What the provider says of itself, and what makes identities of its answers. */
    private record Known(
            ClientRegistration client,
            OidcAuthorizationCodeAuthenticationProvider flow,
            boolean saysIssuer,
            Instant until) {}

    /** What a browser comes back with (RFC 6749, section 4.1.2; RFC 9207). */
    public record Returned(
            @Nullable String code,
            @Nullable String state,
            @Nullable String error,
            @Nullable String issuer) {}

    /** Whether there is one. */
    public boolean isSet() {
        return settings.hasIdentityProvider();
    }

    /** A new secret for a browser that is going to be sent to the provider. */
    public static String newSecret() {
        return Secrets.random(Sessions.SECRET_LENGTH);
    }

    /**
     * Where to send the browser of this secret.
     *
     * @param back where it is to come back to, as the provider knows it too
     * @throws ProviderException when the provider can't be used
     */
    public URI address(String secret, String back) throws ProviderException {
        return URI.create(request(known().client(), secret, back).getAuthorizationRequestUri());
    }

    /**
     * Returns the identity of the person who has come back.
     *
     * @param secret of the browser; empty where it has none
     * @param back as of {@link #address}
     * @throws ProviderException if the identity can't be determined
     */
    ProviderIdentity identity(String secret, String back, Returned returned)
            throws ProviderException {
        // Before anything is asked of anybody, so that nobody makes us call the provider for them.
        if (!Sessions.isSecret(secret) || !same(returned.state(), derived("state", secret))) {
            throw new ProviderException(
                    Reason.NOT_OURS, "the state parameter does not match this browser's sign-in");
        }
        Known provider = known();
        String issuer = returned.issuer();
        if (issuer == null ? provider.saysIssuer() : !issuer.equals(settings.oidcIssuer())) {
            throw new ProviderException(
                    Reason.NOT_OURS, "the response is from another issuer: " + shown(issuer));
        }
        if (returned.error() != null) {
            throw new ProviderException(
                    NOT_THE_PERSONS.contains(returned.error()) ? Reason.UNAVAILABLE : Reason.DENIED,
                    "the provider reports " + shown(returned.error()));
        }
        String code = returned.code();
        if (code == null || code.isEmpty() || code.length() > MAX_PARAMETER) {
            throw new ProviderException(
                    Reason.NOT_OURS, "the authorization code is missing or too long");
        }
        return identity(provider, request(provider.client(), secret, back), code);
    }

    private ProviderIdentity identity(
            Known provider, OAuth2AuthorizationRequest request, String code)
            throws ProviderException {
        OAuth2AuthorizationResponse response =
                OAuth2AuthorizationResponse.success(code)
                        .redirectUri(Objects.requireNonNull(request.getRedirectUri()))
                        .state(Objects.requireNonNull(request.getState()))
                        .build();
        try {
            Object user =
                    Objects.requireNonNull(
                                    provider.flow()
                                            .authenticate(
                                                    new OAuth2LoginAuthenticationToken(
                                                            provider.client(),
                                                            new OAuth2AuthorizationExchange(
                                                                    request, response))))
                            .getPrincipal();
            return identity((OidcUser) Objects.requireNonNull(user));
        } catch (OAuth2AuthenticationException refused) {
            throw new ProviderException(
                    reason(refused),
                    shown(refused.getError().getErrorCode() + ": " + refused.getMessage()));
        } catch (RuntimeException failed) {
            // The library checks only in part what it is answered: what has another form than
            // it expects ends in whatever exception.
            throw new ProviderException(Reason.UNAVAILABLE, shown(failed.getMessage()));
        }
    }

    /**
     * Returns the reason why a code did not lead to an identity: the provider failed, unless it
     * does not know the code or its token can't be believed. Missing keys count as a failure of the
     * provider, too.
     */
    private static Reason reason(OAuth2AuthenticationException refused) {
        return switch (refused.getError().getErrorCode()) {
            case OAuth2ErrorCodes.INVALID_GRANT, "invalid_nonce" -> Reason.NOT_OURS;
            case "invalid_id_token" ->
                    refused.getCause() instanceof JwtException unread
                                    && !(unread instanceof BadJwtException)
                            ? Reason.UNAVAILABLE
                            : Reason.NOT_OURS;
            default -> Reason.UNAVAILABLE;
        };
    }

    private ProviderIdentity identity(OidcUser user) throws ProviderException {
        String subject = user.getSubject();
        if (subject == null
                || subject.isEmpty()
                || subject.length() > ProviderIdentity.MAX_SUBJECT
                || !isText(user.getIdToken(), IdTokenClaimNames.SUB)) {
            throw new ProviderException(
                    Reason.NOT_OURS, "the subject (sub) is missing or too long");
        }
        return new ProviderIdentity(
                settings.oidcIssuer(),
                subject,
                user.getEmail(),
                Boolean.TRUE.equals(user.getEmailVerified()));
    }

    /**
     * Whether a claim is a text in the token itself. The library makes a text of a number, and
     * large numbers that differ may become the same text (OpenID Connect Core 1.0, section 2,
     * demands a text as the subject).
     */
    private static boolean isText(OidcIdToken token, String claim) {
        try {
            Map<String, Object> claims =
                    JWSObject.parse(token.getTokenValue()).getPayload().toJSONObject();
            return claims != null && claims.get(claim) instanceof String;
        } catch (ParseException unreadable) {
            return false;
        }
    }

    /** The request for a code, always the same for the same secret. */
    private static OAuth2AuthorizationRequest request(
            ClientRegistration client, String secret, String back) {
        String nonce = derived("nonce", secret);
        String verifier = derived("verifier", secret);
        return OAuth2AuthorizationRequest.authorizationCode()
                .authorizationUri(
                        Objects.requireNonNull(client.getProviderDetails().getAuthorizationUri()))
                .clientId(client.getClientId())
                .redirectUri(back)
                .scopes(client.getScopes())
                .state(derived("state", secret))
                .attributes(attributes -> {
                    attributes.put(OidcParameterNames.NONCE, nonce);
                    attributes.put(PkceParameterNames.CODE_VERIFIER, verifier);
                })
                .additionalParameters(parameters -> {
                    // What the library compares the token's nonce with is the hash of ours.
                    parameters.put(OidcParameterNames.NONCE, hash(nonce));
                    parameters.put(PkceParameterNames.CODE_CHALLENGE, hash(verifier));
                    parameters.put(PkceParameterNames.CODE_CHALLENGE_METHOD, "S256");
                })
                .build();
    }

    /** One of them can't be made of another, nor the secret of any. */
    private static String derived(String purpose, String secret) {
        return hash(purpose + " " + secret);
    }

    private static String hash(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean same(@Nullable String given, String own) {
        return given != null
                && MessageDigest.isEqual(
                        given.getBytes(StandardCharsets.UTF_8),
                        own.getBytes(StandardCharsets.UTF_8));
    }

    // ---- what the provider says of itself -------------------------------------------------------

    /** Runs one lookup at a time; callers that wait for it share its result. */
    private Known known() throws ProviderException {
        lock.lock();
        try {
            Instant now = clock.instant();
            if (known != null && now.isBefore(known.until())) {
                return known;
            }
            if (failure != null && now.isBefore(failed.plus(LEFT_ALONE))) {
                throw new ProviderException(Reason.UNAVAILABLE, failure);
            }
            try {
                Known found = discovered(now);
                known = found;
                failure = null;
                return found;
            } catch (ProviderException unusable) {
                failure = String.valueOf(unusable.getMessage());
                failed = clock.instant();
                throw unusable;
            }
        } finally {
            lock.unlock();
        }
    }

    private Known discovered(Instant now) throws ProviderException {
        String issuer = settings.oidcIssuer();
        checkAddress(issuer, "MAILVANE_OIDC_ISSUER");
        if (settings.oidcClientId().isEmpty()) {
            throw new ProviderException(Reason.UNAVAILABLE, "MAILVANE_OIDC_CLIENT_ID is empty");
        }
        Map<String, Object> document = document(issuer);
        // OpenID Connect Discovery, section 4.3: the same, to the letter.
        if (document == null || !issuer.equals(document.get("issuer"))) {
            throw new ProviderException(
                    Reason.UNAVAILABLE,
                    "MAILVANE_OIDC_ISSUER is %s, but its discovery document says %s"
                            .formatted(
                                    issuer,
                                    document == null
                                            ? "nothing"
                                            : shown(String.valueOf(document.get("issuer")))));
        }
        ClientRegistration client;
        try {
            client = client(document);
        } catch (IllegalArgumentException | ClassCastException wrong) {
            throw new ProviderException(
                    Reason.UNAVAILABLE, "invalid discovery document: " + shown(wrong.getMessage()));
        }
        checkAddress(
                client.getProviderDetails().getAuthorizationUri(), "its authorization endpoint");
        checkAddress(client.getProviderDetails().getTokenUri(), "its token endpoint");
        checkAddress(client.getProviderDetails().getJwkSetUri(), "its key set");
        return new Known(
                client,
                flow(client),
                Boolean.TRUE.equals(document.get("authorization_response_iss_parameter_supported")),
                now.plus(KNOWN_FOR));
    }

    private @Nullable Map<String, Object> document(String issuer) throws ProviderException {
        try {
            return RestClient.builder()
                    .requestFactory(calls)
                    .build()
                    .get()
                    .uri(URI.create(issuer.replaceAll("/+$", "") + DISCOVERY))
                    .accept(MediaType.APPLICATION_JSON)
                    .retrieve()
                    .body(DOCUMENT);
        } catch (RuntimeException failed) {
            // Such as a media type that is none.
            throw new ProviderException(
                    Reason.UNAVAILABLE, "no discovery document: " + shown(failed.getMessage()));
        }
    }

    private ClientRegistration client(Map<String, Object> document) {
        ClientRegistration.Builder builder =
                ClientRegistrations.fromOidcConfiguration(document)
                        .registrationId(ID)
                        .clientId(settings.oidcClientId())
                        .redirectUri("{baseUrl}")
                        .scope(OidcScopes.OPENID, OidcScopes.EMAIL);
        String secret = settings.oidcClientSecret();
        return secret.isEmpty()
                ? builder.clientAuthenticationMethod(ClientAuthenticationMethod.NONE).build()
                : builder.clientSecret(secret).build();
    }

    /** Over plain HTTP anybody on the way could say who somebody is. */
    private static void checkAddress(@Nullable String address, String what)
            throws ProviderException {
        URI uri;
        try {
            uri = URI.create(Objects.requireNonNullElse(address, ""));
        } catch (IllegalArgumentException wrong) {
            throw new ProviderException(Reason.UNAVAILABLE, what + " is not a URL");
        }
        boolean fits =
                "https".equals(uri.getScheme())
                        ? uri.getHost() != null
                        : "http".equals(uri.getScheme())
                                && uri.getHost() != null
                                && HERE.contains(uri.getHost());
        if (!fits) {
            throw new ProviderException(
                    Reason.UNAVAILABLE, what + " is not an https URL: " + shown(address));
        }
    }

    /** The library's flow, whose every call is one of ours. */
    private OidcAuthorizationCodeAuthenticationProvider flow(ClientRegistration client) {
        RestClientAuthorizationCodeTokenResponseClient tokens =
                new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setRestClient(
                RestClient.builder()
                        .requestFactory(calls)
                        .configureMessageConverters(converters ->
                                converters
                                        .addCustomConverter(new FormHttpMessageConverter())
                                        .addCustomConverter(
                                                new OAuth2AccessTokenResponseHttpMessageConverter()))
                        .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                        .build());
        OidcAuthorizationCodeAuthenticationProvider flow =
                new OidcAuthorizationCodeAuthenticationProvider(tokens, users());
        NimbusJwtDecoder decoder = decoder(client);
        flow.setJwtDecoderFactory(any -> decoder);
        return flow;
    }

    private OidcUserService users() {
        DefaultOAuth2UserService further = new DefaultOAuth2UserService();
        RestTemplate template = new RestTemplate(calls);
        template.setErrorHandler(new OAuth2ErrorResponseErrorHandler());
        further.setRestOperations(template);
        OidcUserService users = new OidcUserService();
        users.setOauth2UserService(further);
        // Some say the address there alone; else it is a call for nothing.
        users.setRetrieveUserInfo(IdentityProvider::lacksEmail);
        return users;
    }

    private static boolean lacksEmail(OidcUserRequest request) {
        String address =
                request.getClientRegistration().getProviderDetails().getUserInfoEndpoint().getUri();
        return request.getIdToken().getEmail() == null && address != null && !address.isEmpty();
    }

    private NimbusJwtDecoder decoder(ClientRegistration client) {
        NimbusJwtDecoder decoder =
                NimbusJwtDecoder.withJwkSetUri(
                                Objects.requireNonNull(client.getProviderDetails().getJwkSetUri()))
                        // By a key of the provider's: never by the client's secret, nor unsigned.
                        .jwsAlgorithms(all -> all.addAll(List.of(SignatureAlgorithm.values())))
                        .restOperations(new RestTemplate(calls))
                        .build();
        JwtTimestampValidator times = new JwtTimestampValidator();
        times.setClock(clock);
        OidcIdTokenValidator token = new OidcIdTokenValidator(client);
        token.setClock(clock);
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(times, token));
        decoder.setClaimSetConverter(OidcIdTokenDecoderFactory.createDefaultClaimTypeConverter());
        return decoder;
    }

    private static String shown(@Nullable String text) {
        String line = String.valueOf(text).replaceAll("\\p{Cntrl}+", " ").strip();
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }
}
