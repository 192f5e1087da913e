package org.mailvane.web;

import java.net.URI;
import org.mailvane.api.Links;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes who opens the printed address to the one thing to look at so far: the API's page. */
@RestController
@Profile("service")
class HomeController {

    private final Links links;

    HomeController(Links links) {
        this.links = links;
    }

    @GetMapping("/")
    ResponseEntity<Void> home() {
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create(links.to("/api/docs")))
                .build();
    }
}
