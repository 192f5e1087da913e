package org.mailvane.web;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.mailvane.accounts.People;
import org.mailvane.web.frame.PageGate;
import org.mailvane.web.frame.PublicPage;
import org.mailvane.web.frame.Routes;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Finds all pages that there are, so that none is forgotten by what holds of every page. */
public final class PagePaths {

    private PagePaths() {}

    /** The visitors of a page. */
    public enum For {
        EVERYBODY,
        SIGNED_IN
    }

    /** The paths of pages that are asked by this method. */
    public static Set<String> of(People people, RequestMethod method, Set<For> whom) {
        return of(people, method, whom, false);
    }

    /** As {@link #of(People, RequestMethod, Set)}, without files that are not pages. */
    public static Set<String> pages(People people, Set<For> whom) {
        return of(people, RequestMethod.GET, whom, true);
    }

    private static Set<String> of(
            People people, RequestMethod method, Set<For> whom, boolean onlyPages) {
        RequestMappingHandlerMapping mapping =
                people.service.part(
                        "requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
        Set<String> paths = new TreeSet<>();
        mapping.getHandlerMethods()
                .forEach((info, handler) -> {
                    boolean page = PageGate.isPage(handler);
                    boolean open =
                            handler.hasMethodAnnotation(PublicPage.class)
                                    || handler.getBeanType().isAnnotationPresent(PublicPage.class);
                    if (page
                            && !(onlyPages && isFile(info))
                            && info.getMethodsCondition().getMethods().contains(method)
                            && whom.contains(open ? For.EVERYBODY : For.SIGNED_IN)) {
                        pathsOf(info).forEach(paths::add);
                    }
                });
        return paths;
    }

    /** Files are what is loaded by pages, and what says that it produces something else. */
    private static boolean isFile(RequestMappingInfo info) {
        return info.getPatternValues().stream().anyMatch(path -> path.startsWith(Routes.ASSETS))
                || info.getProducesCondition().getProducibleMediaTypes().stream()
                        .anyMatch(type -> !type.isCompatibleWith(MediaType.TEXT_HTML));
    }

    private static Stream<String> pathsOf(RequestMappingInfo info) {
        return info.getPatternValues().stream()
                .map(path ->
                        path.replace("{id}", "1")
                                .replace("{report}", PageSamples.REPORT)
                                .replaceAll("\\{\\w+}", "0".repeat(32)));
    }
}
