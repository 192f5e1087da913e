package org.mailvane.web.frame;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Profile;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.condition.PathPatternsRequestCondition;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;

/** Knows of which paths there is a page that a link can lead to, rather than a form alone. */
@Component
@Profile("service")
class ShownPages {

    private final ObjectProvider<RequestMappingHandlerMapping> mappings;

    /** Found when it is first asked for: controllers are made of what asks here. */
    private volatile @Nullable Found found;

    /**
     * The patterns of paths.
     *
     * @param all the more special ones first, as they are chosen for a request
     * @param shown those that a browser gets a page of
     */
    private record Found(List<PathPattern> all, Set<PathPattern> shown) {}

    ShownPages(
            @Qualifier("requestMappingHandlerMapping")
                    ObjectProvider<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
    }

    /** Whether a browser that goes to a local path, without its query, gets a page. */
    boolean has(String path) {
        PathContainer parsed = PathContainer.parsePath(path);
        Found known = found();
        return known.all().stream()
                .filter(pattern -> pattern.matches(parsed))
                .findFirst()
                .filter(known.shown()::contains)
                .isPresent();
    }

    /** The path itself where it is a page's, else the nearest page above, which had its form. */
    String nearest(String path) {
        String nearest = path;
        while (!has(nearest)) {
            int end = nearest.lastIndexOf('/');
            if (end <= 0) {
                return LocalPath.HOME;
            }
            nearest = nearest.substring(0, end);
        }
        return nearest;
    }

    private Found found() {
        @Nullable Found known = found;
        if (known == null) {
            List<RequestMappingInfo> pages =
                    mappings.getObject().getHandlerMethods().entrySet().stream()
                            .filter(entry -> PageGate.isPage(entry.getValue()))
                            .map(entry -> entry.getKey())
                            .toList();
            known =
                    new Found(
                            pages.stream()
                                    .flatMap(ShownPages::patterns)
                                    .distinct()
                                    .sorted(PathPattern.SPECIFICITY_COMPARATOR)
                                    .toList(),
                            pages.stream()
                                    .filter(ShownPages::isShown)
                                    .flatMap(ShownPages::patterns)
                                    .collect(Collectors.toUnmodifiableSet()));
            found = known;
        }
        return known;
    }

    private static boolean isShown(RequestMappingInfo info) {
        return info.getMethodsCondition().getMethods().contains(RequestMethod.GET)
                && info.getParamsCondition().isEmpty();
    }

    private static Stream<PathPattern> patterns(RequestMappingInfo info) {
        @Nullable PathPatternsRequestCondition paths = info.getPathPatternsCondition();
        return paths == null ? Stream.of() : paths.getPatterns().stream();
    }
}
