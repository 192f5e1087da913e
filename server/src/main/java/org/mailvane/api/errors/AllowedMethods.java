package org.mailvane.api.errors;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestMethod;

/** What the header {@code Allow} says. */
public final class AllowedMethods {

    /** In the order in which clients of this kind of API are used to see them. */
    private static final List<RequestMethod> ORDER =
            List.of(
                    RequestMethod.GET,
                    RequestMethod.POST,
                    RequestMethod.PUT,
                    RequestMethod.PATCH,
                    RequestMethod.DELETE,
                    RequestMethod.HEAD,
                    RequestMethod.OPTIONS);

    /** The header where a method is refused before it is known what the path has. */
    static final String ANYWHERE = join(ORDER.stream().map(RequestMethod::name).toList());

    private AllowedMethods() {}

    /** Whether any path has operations of this method. */
    static boolean isKnown(String method) {
        return ORDER.stream().anyMatch(known -> known.name().equals(method));
    }

    /** 405; the header is the caller's to set. */
    static ApiProblem refused(String method) {
        return ApiProblem.of(
                HttpStatus.METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "Method \"" + method + "\" not allowed.");
    }

    /** The header for a path with operations of these methods. */
    public static String header(Set<RequestMethod> methods) {
        return header(methods.stream().map(RequestMethod::name).toArray(String[]::new));
    }

    /** The same by name. {@code HEAD} comes with {@code GET}, and {@code OPTIONS} always. */
    public static String header(String @Nullable [] methods) {
        Set<String> allowed = new LinkedHashSet<>();
        if (methods != null) {
            allowed.addAll(Arrays.asList(methods));
        }
        if (allowed.contains(RequestMethod.GET.name())) {
            allowed.add(RequestMethod.HEAD.name());
        }
        allowed.add(RequestMethod.OPTIONS.name());
        return join(ORDER.stream().map(RequestMethod::name).filter(allowed::contains).toList());
    }

    private static String join(List<String> methods) {
        return String.join(", ", methods);
    }
}
