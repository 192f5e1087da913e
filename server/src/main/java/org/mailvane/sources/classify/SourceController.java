package org.mailvane.sources.classify;

import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.Characters;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.IpAddress;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** HTTP side of the sources. */
@RestController
class SourceController {

    private final SourceReasons reasons;
    private final Dns dns;

    SourceController(SourceReasons reasons, Dns dns) {
        this.reasons = reasons;
        this.dns = dns;
    }

    /** Returns the source of an address: its name, or null. */
    @GetMapping(ApiCatalogue.VERSION_ROOT + "/find/source/{ip}")
    @ApiOperation(
            action = "find_source",
            access = Access.SIGNED_IN,
            summary = "Returns the name of the source that an IP address belongs to.")
    ResponseEntity<Map<String, @Nullable String>> find(Caller caller, @PathVariable String ip) {
        IpAddress address = checked(ip);
        String name = reasons.nameOf(caller.scope(), address, dns).orElse(null);
        return ResponseEntity.ok()
                // Spring takes what follows an address's last dot for the extension of a file, and
                // gives an answer of unknown extension a file name unless this header is there.
                .header(HttpHeaders.CONTENT_DISPOSITION, "inline")
                .body(Collections.singletonMap(ip, name));
    }

    private static IpAddress checked(String ip) {
        return IpAddress.parse(ip)
                .orElseThrow(() ->
                        ApiProblem.invalid(
                                "ip",
                                "\""
                                        + Characters.shortened(ip)
                                        + "\" is not an IPv4 or IPv6 address."));
    }
}
