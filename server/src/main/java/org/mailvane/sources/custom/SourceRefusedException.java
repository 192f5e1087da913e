package org.mailvane.sources.custom;

import java.util.List;
import org.mailvane.text.MessageFormatter;

/** The values of a custom source are refused, for these reasons. */
public final class SourceRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<SourceFault> faults;

    SourceRefusedException(List<SourceFault> faults) {
        super(
                String.join(
                        " ",
                        faults.stream()
                                .map(SourceFault::text)
                                .map(MessageFormatter.forPrograms()::format)
                                .toList()),
                null,
                false,
                false);
        this.faults = List.copyOf(faults);
    }

    SourceRefusedException(SourceFault fault) {
        this(List.of(fault));
    }

    /** Returns all that is wrong. */
    public List<SourceFault> faults() {
        return faults;
    }
}
