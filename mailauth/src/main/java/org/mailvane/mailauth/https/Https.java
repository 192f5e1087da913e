package org.mailvane.mailauth.https;

import java.time.Duration;

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
     * @param failure why
     * @param detail the same more exactly, for people
     */
    record NoResponse(Failure failure, String detail) implements Fetched {}

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
}
