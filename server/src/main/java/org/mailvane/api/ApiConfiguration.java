package org.mailvane.api;

import java.util.List;
import org.mailvane.api.binding.InstantSerializer;
import org.mailvane.api.binding.ParameterResolvers;
import org.mailvane.api.errors.ProblemWriter;
import org.mailvane.api.limits.BodyMemory;
import org.mailvane.api.limits.RateLimits;
import org.mailvane.api.limits.TokenRate;
import org.mailvane.api.openapi.OptionsFilter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.web.filter.UrlHandlerFilter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Puts the kernel together: signing in, paths, parameters, JSON. */
@Configuration(proxyBeanMethods = false)
public class ApiConfiguration implements WebMvcConfigurer {

    /** Megabytes of one upload, all its files together. */
    public static final int UPLOAD_LIMIT_MB = 256;

    /** Kilobytes of a request's head, as {@code server.max-http-request-header-size} says. */
    public static final int HEAD_LIMIT_KB = 16;

    /** Parts of one form, as {@code server.tomcat.max-part-count} says. */
    public static final int MAX_PARTS = 1_000;

    /**
     * Kilobytes of the head of one part of a form, as {@code server.tomcat.max-part-header-size}
     * says: with the longest file name that there is, in letters of several bytes.
     */
    public static final int PART_HEAD_LIMIT_KB = 4;

    /** Parameters of a request, as {@code server.tomcat.max-parameter-count} says. */
    public static final int MAX_PARAMETERS = 1_000;

    /** Seconds between two parts of a body, as {@code server.tomcat.connection-timeout} says. */
    public static final int PATIENCE_SECONDS = 20;

    private static final String BELOW_ROOT = ApiCatalogue.ROOT + "/**";

    private final BodyMemory memory;

    ApiConfiguration(BodyMemory memory) {
        this.memory = memory;
    }

    /** Before that of everything else. */
    @Bean
    @Order(1)
    SecurityFilterChain apiSecurity(
            HttpSecurity http,
            TokenVerifier verifier,
            RateLimits rates,
            ObjectProvider<SignedInBrowser> browsers,
            ObjectProvider<ApiCatalogue> catalogue,
            JsonMapper json,
            ProblemWriter problems) {
        return http.securityMatcher(ApiCatalogue.ROOT, BELOW_ROOT)
                // What changes anything is signed in by a header that browsers do not send by
                // themselves: nothing for another site to ride on.
                .csrf(csrf -> csrf.disable())
                .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(cache -> cache.disable())
                .logout(logout -> logout.disable())
                .addFilterBefore(
                        new ApiToken(
                                new KnownTokens(verifier, rates),
                                new SessionReading(browsers),
                                problems),
                        BasicAuthenticationFilter.class)
                .addFilterAfter(new TokenRate(rates, problems), ApiToken.class)
                .addFilterAfter(new OptionsFilter(catalogue, json, problems), TokenRate.class)
                // Each operation declares who may call it; ApiGate checks that.
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    /** Paths end in a slash; the same without it is served too. */
    @Bean
    UrlHandlerFilter trailingSlash() {
        return UrlHandlerFilter.trailingSlashHandler(ApiCatalogue.ROOT + "/**")
                .wrapRequest()
                .build();
    }

    @Bean
    JsonMapperBuilderCustomizer jsonForm() {
        return builder ->
                builder.addModule(new SimpleModule().addSerializer(new InstantSerializer()));
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new ApiGate()).addPathPatterns(BELOW_ROOT);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new ParameterResolvers.CallerResolver());
        resolvers.add(new ParameterResolvers.OptionalCallerResolver());
        resolvers.add(new ParameterResolvers.PageResolver());
        resolvers.add(new ParameterResolvers.SentResolver(memory));
        resolvers.add(new ParameterResolvers.FiltersResolver());
        resolvers.add(new ParameterResolvers.OrderingResolver());
    }
}
