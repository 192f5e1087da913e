package org.mailvane.mailauth.dkim;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.message.BodyListener;
import org.mailvane.mailauth.message.HeaderField;
import org.mailvane.mailauth.message.MessageHeader;

/**
 * Verifies the DKIM signatures of one mail (RFC 6376, section 6; RFC 8301; RFC 8463).
 *
 * <p>It is made of the header, then receives the body as it is read, and then returns the results.
 * It never throws, whatever mail and DNS contain. It queries DNS once for each signature whose body
 * hash is right.
 */
public final class DkimVerifier implements BodyListener {

    /** Signatures of a mail that are verified, from the top: a mail rarely has three. */
    public static final int MAX_SIGNATURES = 8;

    /** Keys at one selector that are tried; more than one has no meaning (section 3.6.2.2). */
    public static final int MAX_KEYS = 3;

    /** Difference between the clocks of signer and verifier that does not matter. */
    public static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    /** Service type of keys for any mail (RFC 6376, section 3.6.1). */
    public static final String EMAIL = "email";

    private static final String KEYS = "_domainkey";

    private final MessageHeader header;
    private final List<DkimSignature> signatures;
    private final Set<String> services;
    private final Map<BodyForm, BodyHash> hashes = new HashMap<>();
    private final Map<DkimSignature, DkimResult> known = new HashMap<>();
    private boolean isRead;

    /** Signatures of the same form share a hash. */
    private record BodyForm(boolean isRelaxed, long length) {

        static BodyForm of(DkimSignature signature) {
            return new BodyForm(signature.hasRelaxedBody(), signature.length());
        }
    }

    /** Starts after the header of any mail. A header that is not usable has no signatures. */
    public DkimVerifier(MessageHeader header) {
        this(header, Set.of(EMAIL));
    }

    /**
     * Starts after a header. A header that is not usable has no signatures.
     *
     * @param services service types of keys that may sign the mail, besides {@code *}
     */
    public DkimVerifier(MessageHeader header, Set<String> services) {
        this.header = header;
        this.services = Set.copyOf(services);
        this.signatures =
                header.all(DkimSignature.FIELD).stream()
                        .limit(header.isUsable() ? MAX_SIGNATURES : 0)
                        .map(DkimSignature::parse)
                        .toList();
        for (DkimSignature signature : signatures) {
            if (signature.problem() == null) {
                hashes.computeIfAbsent(
                        BodyForm.of(signature),
                        form -> new BodyHash(form.isRelaxed(), form.length()));
            }
        }
    }

    @Override
    public void octets(byte[] buffer, int from, int to) {
        for (BodyHash hash : hashes.values()) {
            hash.octets(buffer, from, to);
        }
    }

    @Override
    public void endOfLine() {
        for (BodyHash hash : hashes.values()) {
            hash.endOfLine();
        }
    }

    /** Returns a result for each signature, from the top, after the body was read. */
    public List<DkimResult> results(Dns dns, Instant now) {
        return results(dns, now, domain -> true);
    }

    /**
     * Returns results, from the top, after the body was read: of signatures by the domains that are
     * needed, and of those that name no domain. What was verified before is not verified again.
     */
    public List<DkimResult> results(Dns dns, Instant now, Predicate<DomainName> isNeeded) {
        if (!isRead) {
            hashes.values().forEach(BodyHash::finish);
            isRead = true;
        }
        List<DkimResult> results = new ArrayList<>();
        for (DkimSignature signature : signatures) {
            if (signature.domain().filter(isNeeded.negate()).isEmpty()) {
                results.add(known.computeIfAbsent(signature, one -> result(one, dns, now)));
            }
        }
        return List.copyOf(results);
    }

    private DkimResult result(DkimSignature signature, Dns dns, Instant now) {
        BodyHash body = hashes.get(BodyForm.of(signature));
        DkimDetail problem = signature.problem();
        if (problem == null && body != null) {
            problem = judge(signature, body, now.getEpochSecond());
        }
        return problem == null && body != null
                ? withKey(signature, body, dns)
                : signature.result(problem == null ? DkimDetail.SYNTAX : problem, 0, false);
    }

    /** Returns what is wrong before any key is known; null where nothing is. */
    private static @Nullable DkimDetail judge(DkimSignature signature, BodyHash body, long now) {
        Long time = signature.time();
        Long expiry = signature.expiry();
        if (time != null && time > now + CLOCK_SKEW.toSeconds()) {
            return DkimDetail.FROM_THE_FUTURE;
        }
        if (expiry != null && expiry < now - CLOCK_SKEW.toSeconds()) {
            return DkimDetail.EXPIRED;
        }
        boolean isShorter =
                signature.length() != BodyHash.WHOLE && body.total() < signature.length();
        return isShorter || !Arrays.equals(body.hash(), signature.bodyHash())
                ? DkimDetail.BODY_CHANGED
                : null;
    }

    private DkimResult withKey(DkimSignature signature, BodyHash body, Dns dns) {
        Optional<DnsName> name = keyName(signature);
        DnsAnswer answer =
                name.map(asked -> dns.ask(asked, RecordType.TXT))
                        .orElseGet(() -> DnsAnswer.without(DnsAnswer.Status.NO_SUCH_NAME));
        if (answer.status().isFailure()) {
            return signature.result(DkimDetail.KEY_UNANSWERED, 0, false);
        }
        byte[] data = signedData(signature);
        DkimResult first = signature.result(DkimDetail.KEY_MISSING, 0, false);
        boolean isFirst = true;
        for (DnsRecord.Text text : answer.texts(MAX_KEYS, DkimKey::isKey)) {
            String record = text.joined();
            if (!DkimKey.isKey(record)) {
                continue;
            }
            DkimResult result = withKey(signature, body, DkimKey.parse(record), data);
            boolean isRight = result.isPass() || result.detail() == DkimDetail.BODY_NOT_COVERED;
            if (isFirst || isRight) {
                first = result;
                isFirst = false;
            }
            if (isRight) {
                break;
            }
        }
        return first;
    }

    private DkimResult withKey(DkimSignature signature, BodyHash body, DkimKey key, byte[] data) {
        DkimDetail detail = key.refusal(signature, services);
        if (detail == null) {
            detail = key.verify(data, signature.signature());
        }
        if (detail == DkimDetail.VERIFIED && body.total() > signature.length()) {
            detail = DkimDetail.BODY_NOT_COVERED;
        }
        return signature.result(detail, key.bits(), key.isTesting());
    }

    private static Optional<DnsName> keyName(DkimSignature signature) {
        return signature
                .domain()
                .flatMap(domain -> DnsName.of(domain).below(KEYS))
                .flatMap(keys ->
                        signature.selector().flatMap(selector -> keys.below(selector.value())));
    }

    /**
     * Returns the signed data (section 3.7): for each name the fields from the bottom, each once,
     * and nothing if no field is left (section 5.4.2); finally the signature's own field.
     */
    private byte[] signedData(DkimSignature signature) {
        Map<String, List<HeaderField>> left = new HashMap<>();
        for (HeaderField field : header.fields()) {
            // It was not there when it was signed.
            if (!field.equals(signature.field())) {
                left.computeIfAbsent(field.name(), name -> new ArrayList<>()).add(field);
            }
        }
        boolean isRelaxed = signature.hasRelaxedHeader();
        StringBuilder data = new StringBuilder();
        for (String name : signature.signedFields()) {
            List<HeaderField> fields = left.getOrDefault(name, List.of());
            if (!fields.isEmpty()) {
                data.append(Canonical.field(fields.removeLast(), isRelaxed)).append("\r\n");
            }
        }
        data.append(Canonical.field(signature.unsigned(), isRelaxed));
        return data.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
