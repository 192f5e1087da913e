package org.mailvane.traffic.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.SpfResult;

/**
 * What a record says beyond its sums, as it is kept: once for each content and domain, since the
 * same results come again every day.
 *
 * @param hash the first 128 bits of SHA-256 over everything else
 * @param reporter who reported it
 * @param policyDomain whose policy it was about
 * @param envelopeFrom domain of the envelope sender
 * @param envelopeTo domain of the envelope recipient
 * @param dkim DKIM results as JSON
 * @param spf SPF results as JSON
 * @param reasons override reasons as JSON
 */
record Detail(
        UUID hash,
        String reporter,
        String policyDomain,
        @Nullable String envelopeFrom,
        @Nullable String envelopeTo,
        String dkim,
        String spf,
        String reasons) {

    /** About how large it is. */
    int characters() {
        return dkim.length()
                + spf.length()
                + reasons.length()
                + (envelopeFrom == null ? 0 : envelopeFrom.length())
                + (envelopeTo == null ? 0 : envelopeTo.length());
    }

    /** Makes details; it keeps its buffers, and so serves one thread. */
    static final class Maker {

        private final MessageDigest digest = sha256();
        private final StringBuilder json = new StringBuilder();

        Detail of(AggregateReport report, AggregateRecord record) {
            String dkim = dkim(record.dkim());
            String spf = spf(record.spf());
            String reasons = reasons(record.reasons());
            String policyDomain = report.policy().domain();
            digest.reset();
            add(report.orgName());
            add(policyDomain);
            add(record.envelopeFrom());
            add(record.envelopeTo());
            add(dkim);
            add(spf);
            add(reasons);
            return new Detail(
                    first128Bits(digest.digest()),
                    report.orgName(),
                    policyDomain,
                    record.envelopeFrom(),
                    record.envelopeTo(),
                    dkim,
                    spf,
                    reasons);
        }

        private static UUID first128Bits(byte[] hash) {
            ByteBuffer bytes = ByteBuffer.wrap(hash);
            return new UUID(bytes.getLong(), bytes.getLong());
        }

        /** Absence and the end of a value get bytes that no UTF-8 text holds. */
        private void add(@Nullable String value) {
            if (value == null) {
                digest.update((byte) 0xfe);
            } else {
                digest.update(value.getBytes(StandardCharsets.UTF_8));
            }
            digest.update((byte) 0xff);
        }

        private String dkim(List<DkimResult> results) {
            json.setLength(0);
            json.append('[');
            for (DkimResult result : results) {
                begin();
                member('d', result.domain());
                member('s', result.selector());
                member('r', ResultWord.ofDkim(result.result()).letter());
                optionalMember('h', result.humanResult());
                json.append('}');
            }
            return json.append(']').toString();
        }

        private String spf(List<SpfResult> results) {
            json.setLength(0);
            json.append('[');
            for (SpfResult result : results) {
                begin();
                member('d', result.domain());
                member('s', result.scope());
                member('r', ResultWord.ofSpf(result.result()).letter());
                optionalMember('h', result.humanResult());
                json.append('}');
            }
            return json.append(']').toString();
        }

        private String reasons(List<OverrideReason> reasons) {
            json.setLength(0);
            json.append('[');
            for (OverrideReason reason : reasons) {
                begin();
                member('t', reason.type());
                member('c', reason.comment());
                json.append('}');
            }
            return json.append(']').toString();
        }

        private void begin() {
            json.append(json.length() == 1 ? "{" : ",{");
        }

        private void optionalMember(char name, @Nullable String value) {
            if (value != null) {
                member(name, value);
            }
        }

        private void member(char name, String value) {
            if (json.charAt(json.length() - 1) != '{') {
                json.append(',');
            }
            json.append('"').append(name).append("\":\"");
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == '"' || c == '\\') {
                    json.append('\\').append(c);
                } else if (c >= ' ') {
                    json.append(c);
                } else if (c != 0) {
                    json.append("\\u00").append(hex(c >> 4)).append(hex(c));
                }
            }
            json.append('"');
        }

        private static char hex(int value) {
            return Character.forDigit(value & 0xf, 16);
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
