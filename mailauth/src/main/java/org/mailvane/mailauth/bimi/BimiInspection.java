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
     * What was found of BIMI itself.
     *
     * @param dnsQuery the name that was asked for the record that counts; where there is none, for
     *     the domain's own
     * @param domain the domain that was inspected
     * @param selector which of its logos
     * @param policyDomain the domain whose record counts, itself or its organisational domain;
     *     empty where there is none
     * @param cname the name that an alias leads to; empty where there is none
     * @param valid whether nothing is wrong, neither with the record, nor with what it leads to,
     *     nor with DMARC
     * @param records the texts at the name, those that are no BIMI records too
     * @param messages what is to be said of the whole
     * @param authority the mark certificate; empty members where the record names none
     * @param indicator the logo; empty members where the record names none
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

        /** What was found. */
        public Bimi {
            records = List.copyOf(records);
            messages = List.copyOf(messages);
        }
    }

    /**
     * One text record.
     *
     * @param txt as it stands in DNS, its strings joined
     * @param isBimi whether receivers take it for a BIMI record
     * @param valid whether nothing is wrong with it
     * @param messages what is to be said of it
     * @param tags what it holds
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
     * @param certificateUrl where it was fetched; empty where the record names none
     * @param valid whether nothing is wrong with it; true where the record names none
     * @param starts from when it holds; null where none could be read
     * @param expires until when it holds; null where none could be read
     * @param issuer who issued it, as a distinguished name (RFC 2253)
     * @param subject whose mark it is, as a distinguished name with the names of mark certificates
     * @param certificateType {@code VMC} or {@code CMC}; empty where it is neither
     * @param markType what kind of mark it is, in the certificate's words; empty where it says
     *     nothing
     * @param subjectAlternativeNames the names that it holds for
     * @param indicator the logo that stands in it
     * @param messages what is to be said of it
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
     * @param indicatorUrl where it was fetched; empty where the record names none
     * @param valid whether nothing is wrong with it; true where the record names none
     * @param svg the picture
     * @param messages what is to be said of how it was fetched
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
     * @param messages what is to be said of it; positions are characters of the text
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
