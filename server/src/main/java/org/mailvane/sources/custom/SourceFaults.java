package org.mailvane.sources.custom;

import java.util.function.Supplier;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.FieldErrors;

/** Reports to clients what is wrong, by field. */
public final class SourceFaults {

    private SourceFaults() {}

    /**
     * Does something that may be refused.
     *
     * @throws ApiProblem 400 when it is
     */
    public static <T> T told(Supplier<T> work) {
        try {
            return work.get();
        } catch (SourceRefusedException refused) {
            FieldErrors errors = new FieldErrors();
            for (SourceFault fault : refused.faults()) {
                if (fault.index().isPresent()) {
                    errors.add(fault.field(), fault.index().getAsInt(), fault.text());
                } else {
                    errors.add(fault.field(), fault.text());
                }
            }
            throw ApiProblem.invalid(errors);
        }
    }
}
