package org.mailvane.web.frame;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mailvane.timeline.Change;

/** Kinds of changes that are asked for together. */
public enum ChangeKind {
    RECORDS("DMARC|SPF|DKIM|BIMI|MTA_STS|TLS_RPT|MX"),
    POLICIES("DMARC_POLICY"),
    SOURCES("NEW_SOURCE"),
    TRAFFIC("VOLUME|THREAT|REPORTS"),
    DOMAINS("DOMAIN|SUBDOMAIN");

    /** What the names of its changes begin with. */
    private final Pattern begins;

    ChangeKind(String begins) {
        this.begins = Pattern.compile("(?:" + begins + ")(?:_|$)");
    }

    /** As addresses spell it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its name in the bundles. */
    public String key() {
        return "change.kind." + code();
    }

    public List<Change> changes() {
        return Arrays.stream(Change.values())
                .filter(change -> begins.matcher(change.name()).lookingAt())
                .toList();
    }

    public static Optional<ChangeKind> ofCode(String code) {
        return Arrays.stream(values()).filter(each -> each.code().equals(code)).findFirst();
    }
}
