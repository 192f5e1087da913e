package org.mailvane.api.binding;

import org.mailvane.api.errors.ApiProblem;

/**
 * The JSON body that a request sent. A controller method gets it as a parameter and reads it when
 * it has found out that there is what the request is about and that the caller may do this: so that
 * nobody is told what a body must be who is not told whether the thing exists.
 *
 * @param <T> a record whose components are the body's properties, in snake case. A component is
 *     {@link Given}, or of a plain type where the property must always be there. What a value must
 *     be follows from its type and from {@link Field}.
 */
@FunctionalInterface
public interface Sent<T extends Record> {

    /**
     * Reads it, once.
     *
     * @throws ApiProblem 400, 413 or 415 when it can't be read, or with what is wrong by field
     */
    T read();
}
