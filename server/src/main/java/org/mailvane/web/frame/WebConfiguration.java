package org.mailvane.web.frame;

import java.util.List;
import org.mailvane.accounts.Sessions;
import org.mailvane.api.csv.CsvLists;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.api.errors.ProblemWriter;
import org.mailvane.api.limits.BodyMemory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Configures the parts around the pages: who is signed in, where forms come from, what browsers may
 * do.
 */
@Configuration(proxyBeanMethods = false)
@Profile("service")
class WebConfiguration implements WebMvcConfigurer {

    private final ObjectProvider<CsvLists> lists;
    private final ObjectProvider<FlashMessages> told;
    private final ObjectProvider<Pages> pages;

    WebConfiguration(
            ObjectProvider<CsvLists> lists,
            ObjectProvider<FlashMessages> told,
            ObjectProvider<Pages> pages) {
        this.lists = lists;
        this.told = told;
        this.pages = pages;
    }

    /** Everything that is not the API, whose chain comes first. */
    @Bean
    @Order(2)
    SecurityFilterChain webSecurity(
            HttpSecurity http,
            SessionCookie cookie,
            Sessions sessions,
            FormTokens tokens,
            ProblemWriter problems,
            BodyMemory memory,
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver failures) {
        return http.securityMatcher("/**")
                .csrf(csrf ->
                        csrf.csrfTokenRepository(tokens)
                                .csrfTokenRequestHandler(
                                        new FormTokenReader(tokens::hasCookie, tokens::isUpload)))
                // Those of the servlet container are not used: ours are in the database.
                .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(cache -> cache.disable())
                .logout(logout -> logout.disable())
                .headers(headers ->
                        headers.contentSecurityPolicy(csp -> csp.policyDirectives(Pages.POLICY))
                                .referrerPolicy(r -> r.policy(ReferrerPolicy.NO_REFERRER)))
                .exceptionHandling(exceptions ->
                        exceptions.accessDeniedHandler((request, response, denied) ->
                                problems.write(formRefused(), request, response)))
                .addFilterBefore(
                        new LargeForms(memory, tokens, cookie, sessions, failures),
                        CsrfFilter.class)
                .addFilterBefore(
                        new SessionFilter(cookie, sessions, failures),
                        BasicAuthenticationFilter.class)
                // Which page is for whom is the page's own declaration; PageGate asks it.
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new PageGate());
        registry.addInterceptor(new FlashMessageInterceptor(told, pages));
    }

    @Override
    public void addReturnValueHandlers(List<HandlerMethodReturnValueHandler> handlers) {
        handlers.add(new ListFiles(lists.getObject()));
    }

    /** The one thing that is refused here: a form that no page of ours has made. */
    private static ApiProblem formRefused() {
        return ApiProblem.of(
                HttpStatus.FORBIDDEN,
                "form_refused",
                "The form is not from a page of this service, or the page is too old."
                        + " Reload the page and try again.");
    }
}
