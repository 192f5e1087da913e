package org.mailvane.mailauth.bimi;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue.Phrase;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.https.Https.Failure;

/** The address of a file on the web, as a record or a certificate names it. */
final class WebFile {

    /** Time limit for one file. */
    static final Duration MAX_TIME = Duration.ofSeconds(10);

    /** Redirects that are followed. */
    static final int MAX_REDIRECTS = 3;

    /** Characters of an address. */
    static final int MAX_LENGTH = 2_000;

    private static final Pattern URL =
            Pattern.compile(
                    "([A-Za-z][A-Za-z0-9+.-]*):"
                            + "(?://(?:([^/?#@]*)@)?([^/?#:@]*)(?::(\\d{1,5}))?(?=[/?#]|$))?"
                            + "([^?#]*)([?#].*)?");

    private static final Pattern CHARACTERS =
            Pattern.compile("[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=%-]*");

    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private static final Pattern SECOND = Pattern.compile("(?i),\\s*[a-z][a-z0-9+.-]*://");

    private WebFile() {}

    /** Returns the finding about an address; empty if it can be fetched. */
    static Optional<Finding> problem(String address) {
        if (SECOND.matcher(address).find()) {
            return Optional.of(BimiFindings.URL_SEVERAL.with(address));
        }
        if (address.length() > MAX_LENGTH) {
            return syntax(address, FindingPhrase.URL_LONG.with(MAX_LENGTH));
        }
        if (!CHARACTERS.matcher(address).matches() || BAD_ESCAPE.matcher(address).find()) {
            return syntax(address, FindingPhrase.URL_CHARACTER.with());
        }
        Matcher url = URL.matcher(address);
        if (!url.matches() || !url.group(1).equalsIgnoreCase("https")) {
            return Optional.of(BimiFindings.URL_SCHEME.with(address));
        }
        if (url.group(3) == null) {
            return syntax(address, FindingPhrase.URL_HOST.with());
        }
        if (url.group(2) != null) {
            return syntax(address, FindingPhrase.URL_USER.with());
        }
        if (DomainName.parse(url.group(3)).filter(host -> host.parent().isPresent()).isEmpty()) {
            return Optional.of(BimiFindings.URL_HOST.with(url.group(3)));
        }
        return Optional.empty();
    }

    private static Optional<Finding> syntax(String address, Phrase why) {
        return Optional.of(BimiFindings.URL_SYNTAX.with(address, why));
    }

    /**
     * Returns the extension of the file in lower case, such as {@code .svg}; empty if there is
     * none.
     */
    static String suffix(String address) {
        Matcher url = URL.matcher(address);
        String path = url.matches() ? url.group(5) : address;
        String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        int dot = name.endsWith(".svg.gz") ? name.length() - 7 : name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot);
    }

    /** Fetches a file. */
    static Https.Fetched fetch(Https https, String address, int maxBytes) {
        return https.get(new Https.Request(address, maxBytes, MAX_TIME, MAX_REDIRECTS, false));
    }

    /** Returns a failure as a part of a sentence. */
    static FindingPhrase words(Https.NoResponse none) {
        return switch (none.failure()) {
            case BAD_URL -> FindingPhrase.WEB_BAD_URL;
            case NO_ADDRESS -> FindingPhrase.WEB_NO_ADDRESS;
            case DNS_FAILURE -> FindingPhrase.WEB_DNS;
            case ADDRESS_REFUSED -> FindingPhrase.WEB_REFUSED;
            case CONNECTION -> FindingPhrase.WEB_CONNECTION;
            case TIMEOUT -> FindingPhrase.WEB_TIMEOUT;
            case CERTIFICATE_NAME -> FindingPhrase.WEB_CERTIFICATE_NAME;
            case CERTIFICATE_DATE -> FindingPhrase.WEB_CERTIFICATE_DATE;
            case CERTIFICATE_TRUST -> FindingPhrase.WEB_CERTIFICATE_TRUST;
            case TLS -> FindingPhrase.WEB_TLS;
            case TOO_LARGE -> FindingPhrase.WEB_TOO_LARGE;
            case BAD_RESPONSE -> FindingPhrase.WEB_BAD_RESPONSE;
        };
    }

    static boolean isTooLarge(Https.NoResponse none) {
        return none.failure() == Failure.TOO_LARGE;
    }
}
