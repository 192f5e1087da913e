package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Lets only those through to a page who have signed in, unless it is a {@link PublicPage}. */
public final class PageGate implements HandlerInterceptor {

    /** The package above those of the pages. */
    private static final String PAGES = "org.mailvane.web";

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod method) || !isPage(method) || isPublic(method)) {
            return true;
        }
        if (Visit.session(request) == null) {
            throw ApiProblem.of(
                    HttpStatus.UNAUTHORIZED, "not_authenticated", "Sign in to see this page.");
        }
        if (AnnotatedElementUtils.hasAnnotation(method.getBeanType(), AdminPage.class)
                && !Visit.admin(request)) {
            throw ApiProblem.forbidden();
        }
        if (Visit.expired(request)) {
            throw ApiProblem.of(
                    HttpStatus.PAYMENT_REQUIRED,
                    "subscription_expired",
                    "The account's subscription has expired.");
        }
        return true;
    }

    /** Whether what handles a request is a page of ours. */
    public static boolean isPage(HandlerMethod method) {
        return method.getBeanType().getPackageName().startsWith(PAGES);
    }

    private static boolean isPublic(HandlerMethod method) {
        return method.hasMethodAnnotation(PublicPage.class)
                || AnnotatedElementUtils.hasAnnotation(method.getBeanType(), PublicPage.class);
    }
}
