package org.mailvane.web.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Leads from an address that tells what was not done to the page itself: {@link FlashMessages}. */
final class FlashMessageInterceptor implements HandlerInterceptor {

    private final ObjectProvider<FlashMessages> told;
    private final ObjectProvider<Pages> pages;

    FlashMessageInterceptor(ObjectProvider<FlashMessages> told, ObjectProvider<Pages> pages) {
        this.told = told;
        this.pages = pages;
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method
                && PageGate.isPage(method)
                && told.getObject().isMadeUp(request, response)) {
            pages.getObject().redirect(LocalPath.orHome(FlashMessages.path(request)), response);
            return false;
        }
        return true;
    }
}
