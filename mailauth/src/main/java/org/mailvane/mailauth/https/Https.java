package org.mailvane.mailauth.https;

import java.time.Duration;
import java.util.List;

/**
 * Fetches a file by HTTPS. Implementations check the certificate, refuse addresses that are not
 * public, and respect the limits of the request.
 */
@FunctionalInterface
public interface Https {

    /** Fetches a file. Never throws for what the other side does or fails to do. */
    Fetched get(Request request);

    /**
     * A request to fetch a file.
     *
     * @param url an address, as it came from outside; one that is not an https address is answered
     *     with {@link Failure#BAD_URL}
     * @param maxBytes the limit of the body, beyond which the result is {@link Failure#TOO_LARGE}
     * @param maxTime the limit for everything together
     * @param maxRedirects how many are followed; with 0 a redirect is the response, as RFC 8461,
     *     section 3.3 requires
     * @param plainAllowed whether an http address is allowed: for content that is itself signed,
     *     such as lists of revoked certificates (RFC 5280, section 8)
     */
    record Request(
            String url, int maxBytes, Duration maxTime, int maxRedirects, boolean plainAllowed) {

        /** Creates a request for an https address, without redirects. */
        public Request(String url, int maxBytes, Duration maxTime) {
            this(url, maxBytes, maxTime, 0, false);
        }
    }

    /** The result of a request. */
    sealed interface Fetched {}

    /** A response, of whatever status. */
    final class Response implements Fetched {

        private final int status;
        private final String mediaType;
        private final String location;
        private final byte[] body;

        /**
         * A response.
         *
         * @param status of HTTP
         * @param mediaType the Content-Type in lower case without parameters; empty if there is
         *     none
         * @param location of a redirect; else empty
         * @param body its bytes, without content coding
         */
        public Response(int status, String mediaType, String location, byte[] body) {
            this.status = status;
            this.mediaType = mediaType;
            this.location = location;
            this.body = body.clone();
        }

        /** Its status. */
        public int status() {
            return status;
        }

        /** The Content-Type in lower case without parameters; empty if there is none. */
        public String mediaType() {
            return mediaType;
        }

        /** Returns the target of a redirect; empty if it is not one. */
        public String location() {
            return location;
        }

        /** The bytes of the body. */
        public byte[] body() {
            return body.clone();
        }
    }

    /**
     * No response.
     *
     * @param reason why
     * @param values of the reason's arguments, in their order: text, whole numbers and {@link
     *     org.mailvane.mailauth.dns.AddressPurpose}
     */
    record NoResponse(Reason reason, List<Object> values) implements Fetched {

        /**
         * No response.
         *
         * @throws IllegalArgumentException if there are more or fewer values than arguments
         */
        public NoResponse {
            values = List.copyOf(values);
            if (values.size() != reason.arguments().size()) {
                throw new IllegalArgumentException(
                        "%s has the arguments %s and not %d"
                                .formatted(reason, reason.arguments(), values.size()));
            }
        }

        /** Returns the kind of the reason. */
        public Failure failure() {
            return reason.failure();
        }
    }

    /** The reason why a response is missing. */
    enum Failure {
        /** The address is none of https, or has parts that are refused, such as a user name. */
        BAD_URL,
        /** The host's name does not exist or has no address. */
        NO_ADDRESS,
        /** DNS did not answer. */
        DNS_FAILURE,
        /** All its addresses are such as are not asked: loopback, private, link-local... */
        ADDRESS_REFUSED,
        /** Nobody listens there, or the connection broke. */
        CONNECTION,
        /** It took too long. */
        TIMEOUT,
        /** The certificate is of another name (RFC 9525). */
        CERTIFICATE_NAME,
        /** The certificate is not valid yet, or no longer. */
        CERTIFICATE_DATE,
        /** The certificate does not lead to a trusted root. */
        CERTIFICATE_TRUST,
        /** TLS failed otherwise. */
        TLS,
        /** The body is larger than it may be. */
        TOO_LARGE,
        /** The answer is not an HTTP response, or redirects form a loop. */
        BAD_RESPONSE
    }

    /** The exact reason why a response is missing. Codes never change. */
    enum Reason {
        URL_LONG(Failure.BAD_URL, "url_long", "limit"),
        URL_MALFORMED(Failure.BAD_URL, "url_malformed"),
        URL_NOT_HTTPS(Failure.BAD_URL, "url_not_https"),
        URL_WITHOUT_HOST(Failure.BAD_URL, "url_without_host"),
        URL_USER(Failure.BAD_URL, "url_user"),
        URL_HOST(Failure.BAD_URL, "url_host"),
        URL_HOST_NUMBER(Failure.BAD_URL, "url_host_number"),
        URL_PORT(Failure.BAD_URL, "url_port", "port"),
        REDIRECT_MALFORMED(Failure.BAD_URL, "redirect_malformed"),
        NAME_UNKNOWN(Failure.NO_ADDRESS, "name_unknown"),
        WITHOUT_ADDRESS(Failure.NO_ADDRESS, "without_address"),
        DNS_TIMEOUT(Failure.DNS_FAILURE, "dns_timeout"),
        DNS_NOT_ASKED(Failure.DNS_FAILURE, "dns_not_asked"),
        DNS_SERVERS(Failure.DNS_FAILURE, "dns_servers"),
        ADDRESS_SPECIAL(Failure.ADDRESS_REFUSED, "address_special", "address", "purpose"),
        NOT_CONNECTED(Failure.CONNECTION, "not_connected"),
        DISCONNECTED(Failure.CONNECTION, "disconnected"),
        SLOW(Failure.TIMEOUT, "slow"),
        INTERRUPTED(Failure.TIMEOUT, "interrupted"),
        LIMIT_REACHED(Failure.TIMEOUT, "limit_reached"),
        CERTIFICATE_NAME(Failure.CERTIFICATE_NAME, "certificate_name", "names"),
        CERTIFICATE_WITHOUT_NAMES(Failure.CERTIFICATE_NAME, "certificate_without_names"),
        CERTIFICATE_EXPIRED(Failure.CERTIFICATE_DATE, "certificate_expired"),
        CERTIFICATE_NOT_YET(Failure.CERTIFICATE_DATE, "certificate_not_yet"),
        CERTIFICATE_UNTRUSTED(Failure.CERTIFICATE_TRUST, "certificate_untrusted"),
        HANDSHAKE(Failure.TLS, "handshake", "message"),
        TOO_LARGE(Failure.TOO_LARGE, "too_large", "limit"),
        ENCODED(Failure.BAD_RESPONSE, "encoded", "encoding"),
        NOT_HTTP(Failure.BAD_RESPONSE, "not_http"),
        REDIRECTS(Failure.BAD_RESPONSE, "redirects", "limit");

        private final Failure failure;
        private final String code;

        // List.of makes it immutable, which its type does not say.
        @SuppressWarnings("ImmutableEnumChecker")
        private final List<String> arguments;

        Reason(Failure failure, String code, String... arguments) {
            this.failure = failure;
            this.code = code;
            this.arguments = List.of(arguments);
        }

        /** Returns its kind. */
        public Failure failure() {
            return failure;
        }

        /** Returns the stable code. */
        public String code() {
            return code;
        }

        /** Returns the names of its values, in the order in which {@link #with} takes them. */
        public List<String> arguments() {
            return arguments;
        }

        /**
         * Returns the result of a request that failed for this reason.
         *
         * @throws IllegalArgumentException if there are more or fewer values than arguments
         */
        public NoResponse with(Object... values) {
            return new NoResponse(this, List.of(values));
        }
    }
}
