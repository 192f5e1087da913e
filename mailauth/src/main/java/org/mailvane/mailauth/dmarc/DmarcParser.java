package org.mailvane.mailauth.dmarc;

import java.util.List;
import org.mailvane.mailauth.dmarc.DmarcRecord.Psd;
import org.mailvane.mailauth.tag.TagList;

/** Reads DMARC records (RFC 9989, sections 4.7 and 4.8). It never throws. */
final class DmarcParser {

    private DmarcParser() {}

    static DmarcRecord parse(String text) {
        TagList tags = TagList.parse(text);
        boolean isDmarc =
                !tags.entries().isEmpty()
                        && tags.entries().getFirst().name().equals("v")
                        && tags.entries().getFirst().value().equals("DMARC1");
        DmarcPolicy p = tags.first("p").flatMap(e -> DmarcPolicy.of(e.value())).orElse(null);
        DmarcPolicy sp = tags.first("sp").flatMap(e -> DmarcPolicy.of(e.value())).orElse(null);
        boolean usable = isDmarc && p != null;
        return new DmarcRecord(
                text,
                isDmarc,
                p,
                sp,
                null,
                Psd.UNKNOWN,
                false,
                DmarcRecord.ALL,
                List.of(),
                List.of(),
                usable,
                usable,
                List.of(),
                List.of());
    }
}
