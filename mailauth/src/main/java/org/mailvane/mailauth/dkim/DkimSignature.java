package org.mailvane.mailauth.dkim;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.mailauth.finding.Cut;
import org.mailvane.mailauth.message.HeaderField;
import org.mailvane.mailauth.tag.TagList;
import org.mailvane.mailauth.tag.TagList.Entry;

/**
 * A DKIM-Signature field as parsed (RFC 6376, section 3.5). Where it has a problem, what could be
 * read is there for people, and nothing of it may be relied on.
 */
final class DkimSignature {

    /** The name of the field. */
    static final String FIELD = "dkim-signature";

    /** Characters of a text that a result shows. */
    static final int MAX_SHOWN = 320;

    /** Digits of {@code t} and {@code x} (RFC 6376, section 3.5). */
    private static final Pattern TIME = Pattern.compile("[0-9]{1,12}");

    /** Digits of {@code l} (RFC 6376, section 3.5). */
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,76}");

    /** Digits that fit a long; no body is longer. */
    private static final int LONG_DIGITS = 18;

    private static final List<String> REQUIRED = List.of("v", "a", "b", "bh", "d", "h", "s");

    private final HeaderField field;
    private final TagList tags;
    private final Optional<DomainName> domain;
    private final Optional<Selector> selector;
    private @Nullable DkimDetail problem;
    private boolean hasRelaxedHeader;
    private boolean hasRelaxedBody;
    private long length = BodyHash.WHOLE;
    private @Nullable Long time;
    private @Nullable Long expiry;
    private byte[] bodyHash = {};
    private byte[] signature = {};

    private DkimSignature(HeaderField field) {
        this.field = field;
        this.tags = TagList.parse(field.value());
        this.domain = DomainName.parse(readable("d"));
        this.selector = Selector.parse(tag("s"));
        this.problem = read();
    }

    /** Reads a field. */
    static DkimSignature parse(HeaderField field) {
        return new DkimSignature(field);
    }

    /** Returns what keeps it from being verified; null where nothing does. */
    @Nullable DkimDetail problem() {
        return problem;
    }

    HeaderField field() {
        return field;
    }

    Optional<DomainName> domain() {
        return domain;
    }

    Optional<Selector> selector() {
        return selector;
    }

    Optional<SignatureAlgorithm> algorithm() {
        return SignatureAlgorithm.of(tag("a"));
    }

    boolean hasRelaxedHeader() {
        return hasRelaxedHeader;
    }

    boolean hasRelaxedBody() {
        return hasRelaxedBody;
    }

    /** Returns how many octets of the body are signed; {@link BodyHash#WHOLE} without {@code l}. */
    long length() {
        return length;
    }

    /** Returns when it was made, in seconds since 1970; null if it does not say. */
    @Nullable Long time() {
        return time;
    }

    /** Returns the last second in which it is good; null if it does not say. */
    @Nullable Long expiry() {
        return expiry;
    }

    byte[] bodyHash() {
        return bodyHash.clone();
    }

    byte[] signature() {
        return signature.clone();
    }

    /** Returns the names of the signed fields in lower case, one for each time that it is named. */
    List<String> signedFields() {
        return items("h");
    }

    /**
     * Returns the domain of {@code i}, or {@code d} where there is none; empty without an at sign.
     */
    private Optional<DomainName> identityDomain() {
        if (tags.first("i").isEmpty()) {
            return domain;
        }
        String identity = readable("i");
        int at = identity.lastIndexOf('@');
        return at < 0 ? Optional.empty() : DomainName.parse(identity.substring(at + 1));
    }

    /** Returns whether the signer is of the very domain, not of one below it. */
    boolean isIdentityOfDomain() {
        return identityDomain().equals(domain);
    }

    /** Returns the field as it was when it was signed: without the signature (section 3.7). */
    HeaderField unsigned() {
        Entry b = tags.first("b").orElseThrow();
        String raw = field.raw();
        int value = raw.indexOf(':') + 1;
        int from = raw.indexOf('=', value + b.position()) + 1;
        int semicolon = raw.indexOf(';', from);
        String rest = semicolon < 0 ? "" : raw.substring(semicolon);
        return new HeaderField(field.name(), raw.substring(0, from) + rest);
    }

    /** Returns a result with what the signature says of itself. */
    DkimResult result(DkimDetail detail, int keyBits, boolean isTesting) {
        String identity =
                tags.first("i").isPresent()
                        ? readable("i")
                        : domain.map(name -> "@" + name).orElse("");
        return new DkimResult(
                detail,
                domain,
                Cut.begin(readable("s"), MAX_SHOWN),
                Cut.begin(identity, MAX_SHOWN),
                Cut.begin(readable("a"), MAX_SHOWN),
                keyBits,
                isTesting);
    }

    private @Nullable DkimDetail read() {
        boolean isList =
                !tags.isCut()
                        && tags.repeated().isEmpty()
                        && tags.entries().stream().allMatch(Entry::hasEquals);
        if (!isList) {
            return DkimDetail.SYNTAX;
        }
        if (REQUIRED.stream().anyMatch(name -> tag(name).isEmpty())) {
            return DkimDetail.TAG_MISSING;
        }
        if (!tag("v").equals("1")) {
            return DkimDetail.VERSION;
        }
        if (tag("a").equalsIgnoreCase(SignatureAlgorithm.HISTORIC)) {
            return DkimDetail.ALGORITHM_HISTORIC;
        }
        if (algorithm().isEmpty()) {
            return DkimDetail.ALGORITHM_UNKNOWN;
        }
        if (!readCanonicalization()) {
            return DkimDetail.CANONICALIZATION_UNKNOWN;
        }
        if (tags.first("q").isPresent() && !items("q").contains("dns/txt")) {
            return DkimDetail.QUERY_UNKNOWN;
        }
        if (domain.isEmpty() || selector.isEmpty() || !readOctets() || !readNumbers()) {
            return DkimDetail.SYNTAX;
        }
        boolean isOwn =
                identityDomain()
                        .filter(name -> name.equals(domain.get()) || name.isBelow(domain.get()))
                        .isPresent();
        if (!isOwn) {
            return DkimDetail.IDENTITY_FOREIGN;
        }
        return signedFields().contains("from") ? null : DkimDetail.FROM_NOT_SIGNED;
    }

    private boolean readCanonicalization() {
        if (tags.first("c").isEmpty()) {
            return true;
        }
        List<String> names = List.of(tag("c").toLowerCase(Locale.ROOT).split("/", -1));
        boolean areKnown =
                names.size() <= 2
                        && names.stream()
                                .allMatch(name -> name.equals("simple") || name.equals("relaxed"));
        hasRelaxedHeader = names.getFirst().equals("relaxed");
        // The body's is simple where only the header's is named (section 3.5).
        hasRelaxedBody = names.size() == 2 && names.getLast().equals("relaxed");
        return areKnown;
    }

    private boolean readOctets() {
        Base64Text hash = Base64Text.parse(tag("bh"));
        Base64Text b = Base64Text.parse(tag("b"));
        boolean areOctets =
                hash.wrongAt() < 0 && !hash.isIncomplete() && b.wrongAt() < 0 && !b.isIncomplete();
        if (areOctets) {
            bodyHash = hash.octets();
            signature = b.octets();
        }
        return areOctets;
    }

    private boolean readNumbers() {
        if (tags.first("l").isPresent()) {
            String digits = tag("l");
            if (!LENGTH.matcher(digits).matches()) {
                return false;
            }
            String number = digits.replaceFirst("^0+(?=.)", "");
            // One less than the whole: longer than any body, so that it never fits.
            length = number.length() > LONG_DIGITS ? BodyHash.WHOLE - 1 : Long.parseLong(number);
        }
        if (!isTimeOrMissing("t") || !isTimeOrMissing("x")) {
            return false;
        }
        time = tags.first("t").map(entry -> Long.valueOf(entry.value())).orElse(null);
        expiry = tags.first("x").map(entry -> Long.valueOf(entry.value())).orElse(null);
        return time == null || expiry == null || expiry > time;
    }

    private boolean isTimeOrMissing(String name) {
        return tags.first(name).isEmpty() || TIME.matcher(tag(name)).matches();
    }

    /** Returns the items of a list with colons, in lower case. */
    private List<String> items(String name) {
        return Arrays.stream(tag(name).split(":", -1))
                .map(item -> item.strip().toLowerCase(Locale.ROOT))
                .toList();
    }

    private String tag(String name) {
        return tags.first(name).map(Entry::value).orElse("");
    }

    private String readable(String name) {
        return DnsRecord.Text.readable(tag(name));
    }
}
