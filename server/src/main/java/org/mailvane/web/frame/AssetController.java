package org.mailvane.web.frame;

import java.time.Duration;
import java.util.Locale;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.web.frame.Assets.Asset;
import org.springframework.context.annotation.Profile;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Serves what pages load. */
@RestController
@Profile("service")
class AssetController {

    private static final CacheControl FOR_GOOD =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private final Assets assets;

    AssetController(Assets assets) {
        this.assets = assets;
    }

    @PublicPage
    @GetMapping(Routes.ASSETS + "{name}")
    ResponseEntity<byte[]> asset(
            @PathVariable String name,
            @RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "") String accepted) {
        Asset asset = assets.find(name).orElseThrow(ApiProblem::notFound);
        boolean zip = accepted.toLowerCase(Locale.ROOT).contains("gzip");
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.ok()
                        .cacheControl(FOR_GOOD)
                        .header(HttpHeaders.CONTENT_TYPE, asset.type())
                        .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        return zip
                ? answer.header(HttpHeaders.CONTENT_ENCODING, "gzip").body(asset.zipped())
                : answer.body(asset.plain());
    }
}
