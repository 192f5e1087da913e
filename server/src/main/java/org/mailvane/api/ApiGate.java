package org.mailvane.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Lets a request through to an operation only where its {@link Access} allows the caller. */
public final class ApiGate implements HandlerInterceptor {

    /** The signed-in caller of the request that this thread serves. */
    public static Optional<Caller> caller() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication != null && authentication.getPrincipal() instanceof Caller caller
                ? Optional.of(caller)
                : Optional.empty();
    }

    /**
     * The caller of something that is not for everybody.
     *
     * @throws ApiProblem when there is none, or the account has run out
     */
    public static Caller signedIn(HttpServletRequest request) {
        Caller caller = caller().orElseThrow(() -> notSignedIn(request));
        if (ApiToken.expired(request)) {
            throw ApiProblem.of(
                    HttpStatus.PAYMENT_REQUIRED,
                    "subscription_expired",
                    "The account's subscription has expired.");
        }
        return caller;
    }

    private static ApiProblem notSignedIn(HttpServletRequest request) {
        String detail = "Authentication credentials were not provided.";
        if (request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            // Many send "Bearer", as other services want it.
            detail +=
                    " The Authorization header must be the word Token, one space and the"
                            + " token.";
        }
        return ApiProblem.of(HttpStatus.UNAUTHORIZED, "not_authenticated", detail);
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod method)) {
            return true;
        }
        ApiOperation operation = method.getMethodAnnotation(ApiOperation.class);
        if (operation == null) {
            return true;
        }
        if (operation.access() != Access.PUBLIC) {
            if (!signedIn(request).may(operation)) {
                throw ApiProblem.forbidden();
            }
            SessionReading.restrict(request, response);
        }
        response.setStatus(operation.status()[0]);
        return true;
    }
}
