package org.mailvane.sources;

import java.net.InetAddress;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.ApiProblem;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the sources. */
@RestController
class SourceController {

    /**
     * The source of an address: its name, or null. No address has a name before there is a
     * catalogue.
     */
    @GetMapping(ApiCatalogue.VERSION_ROOT + "/find/source/{ip}")
    @ApiOperation(action = "find_source", access = Access.SIGNED_IN)
    Map<String, @Nullable String> find(@PathVariable String ip) {
        return Collections.singletonMap(checked(ip), null);
    }

    private static String checked(String ip) {
        try {
            InetAddress.ofLiteral(ip);
            return ip;
        } catch (IllegalArgumentException noAddress) {
            throw ApiProblem.invalid(
                    "ip",
                    "\""
                            + (ip.length() <= 40 ? ip : ip.substring(0, 40) + "...")
                            + "\" is no IPv4 or IPv6 address.");
        }
    }
}
