package org.mailvane.mailauth.bimi;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.DmarcInspection;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;

/**
 * The result of inspecting a domain's BIMI.
 *
 * @param bimi what was found of it
 * @param dmarc the domain's DMARC, without which no logo is shown
 */
public record BimiInspection(Bimi bimi, DmarcInspection dmarc) {

    /**
     * The result for BIMI itself.
     *
     * @param dnsQuery the name queried for the applicable record; if there is none, the name for
     *     the domain's own record
     * @param domain the domain that was inspected
     * @param selector the selector of the logo
     * @param policyDomain the domain whose record applies: itself or its organisational domain;
     *     empty if there is none
     * @param cname the target of a CNAME; empty if there is none
     * @param valid whether the record, the files that it references, and DMARC are all without
     *     errors
     * @param records the texts at the name, including those that are not BIMI records
     * @param messages findings about the whole
     * @param authority the mark certificate; empty members if the record names none
     * @param indicator the logo; empty members if the record names none
     */
    public record Bimi(
            String dnsQuery,
            String domain,
            String selector,
            String policyDomain,
            String cname,
            boolean valid,
            List<TextRecord> records,
            List<Finding> messages,
            Authority authority,
            Indicator indicator) {

        /** Copies the lists. */
        public Bimi {
            records = List.copyOf(records);
            messages = List.copyOf(messages);
        }
    }

    /**
     * One text record.
     *
     * @param txt as published in DNS, its strings joined
     * @param isBimi whether receivers treat it as a BIMI record
     * @param valid whether it has no errors
     * @param messages findings about it
     * @param tags its tags
     */
    public record TextRecord(
            String txt, boolean isBimi, boolean valid, List<Finding> messages, List<Tag> tags)
            implements TaggedRecord {

        /** A text record. */
        public TextRecord {
            messages = List.copyOf(messages);
            tags = List.copyOf(tags);
        }
    }

    /**
     * A mark certificate.
     *
     * @param certificateUrl where it was fetched; empty if the record names none
     * @param valid whether it has no errors; true if the record names none
     * @param starts start of its validity; null if none could be read
     * @param expires end of its validity; null if none could be read
     * @param issuer the issuer, as a distinguished name (RFC 2253)
     * @param subject the owner of the mark, as a distinguished name with the names of mark
     *     certificates
     * @param certificateType {@code VMC} or {@code CMC}; empty if it is neither
     * @param markType the kind of mark, in the certificate's words; empty if it does not say
     * @param subjectAlternativeNames the names that it is valid for
     * @param indicator the logo that it contains
     * @param messages findings about it
     */
    public record Authority(
            String certificateUrl,
            boolean valid,
            @Nullable Instant starts,
            @Nullable Instant expires,
            String issuer,
            String subject,
            String certificateType,
            String markType,
            List<String> subjectAlternativeNames,
            Svg indicator,
            List<Finding> messages) {

        /** None. */
        static final Authority NONE = unread("", List.of());

        /** A mark certificate. */
        public Authority {
            subjectAlternativeNames = List.copyOf(subjectAlternativeNames);
            messages = List.copyOf(messages);
        }

        /** One of which nothing could be read. */
        static Authority unread(String url, List<Finding> messages) {
            boolean valid = messages.stream().noneMatch(message -> message.level() == Level.ERR);
            return new Authority(
                    url, valid, null, null, "", "", "", "", List.of(), Svg.NONE, messages);
        }
    }

    /**
     * A logo.
     *
     * @param indicatorUrl where it was fetched; empty if the record names none
     * @param valid whether nothing is wrong with it; true where the record names none
     * @param svg the picture
     * @param messages findings about how it was fetched
     */
    public record Indicator(String indicatorUrl, boolean valid, Svg svg, List<Finding> messages) {

        /** None. */
        static final Indicator NONE = new Indicator("", true, Svg.NONE, List.of());

        /** A logo. */
        public Indicator {
            messages = List.copyOf(messages);
        }
    }

    /**
     * A picture.
     *
     * @param txt its text, not compressed, at most {@link SvgReader#MAX_SHOWN} characters of it
     * @param valid whether it keeps to the profile
     * @param messages findings about it; positions are characters of the text
     * @param attributes those of its outermost element
     */
    public record Svg(String txt, boolean valid, List<Finding> messages, List<Tag> attributes) {

        /** None. */
        static final Svg NONE = new Svg("", true, List.of(), List.of());

        /** A picture. */
        public Svg {
            messages = List.copyOf(messages);
            attributes = List.copyOf(attributes);
        }
    }
}
