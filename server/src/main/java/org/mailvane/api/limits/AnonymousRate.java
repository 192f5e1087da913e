package org.mailvane.api.limits;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.mailvane.api.ApiGate;
import org.mailvane.api.ApiOperation;
import org.mailvane.api.Forwarded;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Refuses calls without a token to operations that count them, when there were too many. */
public final class AnonymousRate implements HandlerInterceptor {

    private final RateLimits rates;

    public AnonymousRate(RateLimits rates) {
        this.rates = rates;
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && ApiGate.caller().isEmpty()) {
            ApiOperation operation = method.getMethodAnnotation(ApiOperation.class);
            if (operation != null && operation.meteredAnonymously()) {
                rates.countAddress(Forwarded.of(request).client());
            }
        }
        return true;
    }
}
