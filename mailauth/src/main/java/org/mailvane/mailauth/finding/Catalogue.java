package org.mailvane.mailauth.finding;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that can be found, in the order of the documentation. */
public final class Catalogue {

    private static final List<FindingKind> ALL =
            Stream.<FindingKind[]>of(
                            DnsFindings.values(),
                            DmarcFindings.values(),
                            SpfFindings.values(),
                            DkimFindings.values(),
                            BimiFindings.values(),
                            MtaStsFindings.values(),
                            TlsRptFindings.values(),
                            MxFindings.values())
                    .flatMap(Arrays::stream)
                    .toList();

    private Catalogue() {}

    /** All of them. */
    public static List<FindingKind> all() {
        return ALL;
    }

    /** The one of a code. */
    public static Optional<FindingKind> of(String code) {
        return ALL.stream().filter(kind -> kind.entry().code().equals(code)).findFirst();
    }
}
