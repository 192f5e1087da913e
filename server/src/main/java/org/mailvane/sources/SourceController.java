package org.mailvane.sources;

import java.net.InetAddress;
import java.util.Collections;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.ApiProblem;
import org.mailvane.api.Characters;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the sources. */
@RestController
class SourceController {

    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern DOTTED_QUAD = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    private static final Pattern IPV6_CHARACTERS = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

    /**
     * The source of an address: its name, or null. No address has a name before there is a
     * catalogue.
     */
    @GetMapping(ApiCatalogue.VERSION_ROOT + "/find/source/{ip}")
    @ApiOperation(
            action = "find_source",
            access = Access.SIGNED_IN,
            summary = "The name of the source that an address belongs to.")
    ResponseEntity<Map<String, @Nullable String>> find(@PathVariable String ip) {
        return ResponseEntity.ok()
                // Spring takes what follows an address's last dot for the extension of a file, and
                // gives an answer of unknown extension a file name unless this header is there.
                .header(HttpHeaders.CONTENT_DISPOSITION, "inline")
                .body(Collections.singletonMap(checked(ip), null));
    }

    private static String checked(String ip) {
        if (!isAddress(ip)) {
            throw ApiProblem.invalid(
                    "ip", "\"" + Characters.shortened(ip) + "\" is no IPv4 or IPv6 address.");
        }
        return ip;
    }

    /**
     * The JDK's own reading is wider than people's: it takes {@code 5} for 0.0.0.5, and a zone or
     * brackets with an IPv6 address.
     */
    private static boolean isAddress(String text) {
        if (DOTTED_QUAD.matcher(text).matches()) {
            return true;
        }
        if (!text.contains(":") || !IPV6_CHARACTERS.matcher(text).matches()) {
            return false;
        }
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }
}
