/**
 * The REST kernel: what all operations share. It knows no capability.
 *
 * <p>An operation is an ordinary controller method with {@link org.mailvane.api.ApiOperation}. From
 * Spring's mapping of these methods come the roots, the links' permissions and, in {@link
 * org.mailvane.api.ApiCatalogue}, everything else that lists operations.
 */
@ApplicationModule(
        allowedDependencies = {
            "platform :: metrics",
            "platform :: settings",
            "platform :: store",
            "text"
        })
@NullMarked
package org.mailvane.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
