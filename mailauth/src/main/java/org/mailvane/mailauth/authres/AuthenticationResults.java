package org.mailvane.mailauth.authres;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.message.HeaderField;
import org.mailvane.mailauth.message.MessageHeader;

/**
 * An Authentication-Results field (RFC 8601, section 2.2): what one receiver found about a mail.
 * Everybody can write such a field, so only that of a receiver who is trusted counts.
 *
 * @param authservId who wrote it; empty if it does not say, as Microsoft's
 * @param results one for each method, in the order of the field; none where it says {@code none}
 */
public record AuthenticationResults(String authservId, List<MethodResult> results) {

    /** The name of the field. */
    public static final String FIELD = "authentication-results";

    /** Characters of a field that are read; nothing is taken of a longer one. */
    public static final int MAX_LENGTH = 64 * 1024;

    /** Results of a field that are read. */
    public static final int MAX_RESULTS = 100;

    /** Properties of a result that are read. */
    public static final int MAX_PROPERTIES = 50;

    /** Comments within each other. */
    public static final int MAX_DEPTH = 20;

    private static final String PASS = "pass";

    /**
     * The result of a method (section 2.3).
     *
     * @param method such as {@code dkim}, in lower case and without its version
     * @param result such as {@code pass}, in lower case
     * @param reason why, in words; empty if it does not say
     * @param properties what it is about
     */
    public record MethodResult(
            String method, String result, String reason, List<Property> properties) {

        /** A result that was read. */
        public MethodResult {
            properties = List.copyOf(properties);
        }

        /** Returns the first value of a property, such as {@code header.d}. */
        public Optional<String> value(String name) {
            return properties.stream()
                    .filter(property -> property.name().equals(name))
                    .map(Property::value)
                    .findFirst();
        }

        /**
         * Returns the domain that a property names: itself, or the domain of an address.
         *
         * @param name such as {@code smtp.mailfrom}
         */
        public Optional<DomainName> domain(String name) {
            return value(name)
                    .flatMap(
                            value -> DomainName.parse(value.substring(value.lastIndexOf('@') + 1)));
        }
    }

    /**
     * The subject of a result.
     *
     * @param name type and property, such as {@code smtp.mailfrom}, in lower case; the property
     *     alone where the receiver leaves the type out
     * @param value as it was written, without quotation marks
     */
    public record Property(String name, String value) {}

    /** Results that were read. */
    public AuthenticationResults {
        results = List.copyOf(results);
    }

    /** Reads the value of a field; what can't be read ends it. Never throws. */
    public static AuthenticationResults parse(String value) {
        return new ResultsReader(value).read();
    }

    /**
     * Returns what a trusted receiver wrote: the topmost field with such a name. A receiver puts
     * its field above all that came with the mail (section 5); what is further down, even with the
     * same name, may be the sender's.
     *
     * @param authservIds how the receivers name themselves, in any case; an empty one for a
     *     receiver that does not
     */
    public static Optional<AuthenticationResults> trusted(
            MessageHeader header, Set<String> authservIds) {
        return header.all(FIELD).stream()
                .map(HeaderField::text)
                .map(AuthenticationResults::parse)
                .filter(results ->
                        authservIds.stream()
                                .anyMatch(id -> results.authservId.equalsIgnoreCase(id.strip())))
                .findFirst();
    }

    /** Returns the results of a method. */
    public Stream<MethodResult> of(String method) {
        return results.stream().filter(result -> result.method().equals(method));
    }

    /**
     * Returns the domains whose DKIM signatures passed, by {@code header.d} or {@code header.i}.
     */
    public List<DomainName> dkimPasses() {
        return of("dkim")
                .filter(result -> result.result().equals(PASS))
                .flatMap(result ->
                        result.domain("header.d").or(() -> result.domain("header.i")).stream())
                .toList();
    }

    /** Returns the domain for which SPF passed, by {@code smtp.mailfrom} or {@code smtp.helo}. */
    public Optional<DomainName> spfPass() {
        return of("spf")
                .filter(result -> result.result().equals(PASS))
                .findFirst()
                .flatMap(result ->
                        result.domain("smtp.mailfrom").or(() -> result.domain("smtp.helo")));
    }

    /** Returns whether the receiver says that DMARC passed for an author domain. */
    public boolean isDmarcPass(DomainName author) {
        return isDmarc(PASS, author);
    }

    /** Returns whether the receiver says that DMARC failed for an author domain. */
    public boolean isDmarcFail(DomainName author) {
        return isDmarc("fail", author);
    }

    private boolean isDmarc(String word, DomainName author) {
        return of("dmarc")
                .findFirst()
                .filter(result -> result.result().equals(word))
                .flatMap(result -> result.domain("header.from"))
                .filter(author::equals)
                .isPresent();
    }
}
