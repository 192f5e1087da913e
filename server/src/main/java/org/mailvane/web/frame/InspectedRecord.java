package org.mailvane.web.frame;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mailvane.api.ApiCatalogue;

/** The kinds of records that the inspectors look at, in the order of the page. */
public enum InspectedRecord {
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
    public boolean selected() {
        return selected;
    }

    /** Whether the text of one can be judged before it is published. */
    public boolean validated() {
        return validated;
    }

    /** As the page's address and the API's paths spell it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name in the bundles. */
    public String key() {
        return "inspector.record." + code();
    }

    /** The API's path, without a slash at its end. */
    public String apiPath(boolean text) {
        return ApiCatalogue.VERSION_ROOT + "/" + code() + (text ? "/validate" : "/inspect");
    }

    public static Optional<InspectedRecord> ofCode(String code) {
        return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
    }

    /** Those of which a text can be judged. */
    public static List<InspectedRecord> ofTexts() {
        return Arrays.stream(values()).filter(InspectedRecord::validated).toList();
    }
}
