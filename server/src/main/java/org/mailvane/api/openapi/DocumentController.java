package org.mailvane.api.openapi;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.Access;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Links;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers the document of the API, for programs and for people. */
@RestController
class DocumentController {

    private static final String HTML = "text/html;charset=UTF-8";

    private final ApiCatalogue catalogue;
    private final Links links;
    private final JsonMapper json;

    private volatile @Nullable Made made;

    DocumentController(ApiCatalogue catalogue, Links links, JsonMapper json) {
        this.catalogue = catalogue;
        this.links = links;
        this.json = json;
    }

    /** The document, and the page that shows it. */
    private record Made(ObjectNode document, String page) {}

    @GetMapping(ApiCatalogue.ROOT + "/schema")
    @ApiOperation(
            action = "schema",
            access = Access.PUBLIC,
            summary = "Returns the API description as an OpenAPI 3.1 document.",
            meteredAnonymously = true)
    JsonNode schema() {
        return OpenApi.at(links.base(), made().document());
    }

    @GetMapping(value = ApiCatalogue.ROOT + "/docs", produces = HTML)
    @ApiOperation(
            action = "docs",
            access = Access.PUBLIC,
            summary =
                    "Returns the API reference as an HTML page, with an example for each"
                            + " operation.",
            meteredAnonymously = true)
    ResponseEntity<String> docs() {
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_TYPE, HTML)
                .header("Content-Security-Policy", DocsPage.CONTENT_SECURITY_POLICY)
                .body(DocsPage.at(links.base(), made().page()));
    }

    /** Made when first asked for, so that no start waits for it. */
    private Made made() {
        Made there = made;
        if (there == null) {
            ObjectNode document = OpenApi.describe(catalogue.operations(), json);
            there = new Made(document, DocsPage.of(document));
            made = there;
        }
        return there;
    }
}
