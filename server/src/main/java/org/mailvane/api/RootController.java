package org.mailvane.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The roots: where the collections and the inspectors are. */
@RestController
class RootController {

    /** These come first, because the reference lists them first; the rest follows by name. */
    private static final List<String> FIRST =
            List.of("domains", "domain_groups", "issues", "tasks");

    private final ApiCatalogue catalogue;
    private final Links links;

    RootController(ApiCatalogue catalogue, Links links) {
        this.catalogue = catalogue;
        this.links = links;
    }

    @GetMapping({ApiCatalogue.ROOT, ApiCatalogue.VERSION_ROOT})
    @ApiOperation(
            action = "root",
            access = Access.PUBLIC,
            summary = "Where the collections and the inspectors are.")
    Map<String, String> root() {
        Map<String, String> byName = new LinkedHashMap<>();
        for (String path : catalogue.collections()) {
            byName.put(path.substring(path.lastIndexOf('/') + 1).replace('-', '_'), links.to(path));
        }
        Map<String, String> root = new LinkedHashMap<>();
        for (String name : FIRST) {
            String link = byName.remove(name);
            if (link != null) {
                root.put(name, link);
            }
        }
        root.putAll(byName);
        catalogue.tools().forEach((name, path) -> root.put(name, links.to(path)));
        return root;
    }
}
