package org.mailvane.web;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mailvane.api.ApiCatalogue;

/** The kinds of records that the inspectors look at, in the order of the page. */
enum InspectedRecord {
    DMARC(false, true),
    SPF(false, true),
    DKIM(true, true),
    BIMI(true, false),
    TLS_RPT(false, false),
    MTA_STS(false, false),
    MTA_STS_POLICY(false, false);

    private final boolean selected;
    private final boolean validated;

    InspectedRecord(boolean selected, boolean validated) {
        this.selected = selected;
        this.validated = validated;
    }

    /** Whether a domain has several, told apart by selectors. */
    boolean selected() {
        return selected;
    }

    /** Whether the text of one can be judged before it is published. */
    boolean validated() {
        return validated;
    }

    /** As the page's address and the API's paths spell it. */
    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name in the bundles. */
    String key() {
        return "inspector.record." + code();
    }

    /** The API's path, without a slash at its end. */
    String apiPath(boolean text) {
        return ApiCatalogue.VERSION_ROOT + "/" + code() + (text ? "/validate" : "/inspect");
    }

    static Optional<InspectedRecord> ofCode(String code) {
        return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
    }

    /** Those of which a text can be judged. */
    static List<InspectedRecord> ofTexts() {
        return Arrays.stream(values()).filter(InspectedRecord::validated).toList();
    }
}
