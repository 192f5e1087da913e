package org.mailvane.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.catalina.core.StandardHost;
import org.mailvane.api.binding.AnswerFormat;
import org.mailvane.api.binding.JsonAsAsked;
import org.mailvane.api.binding.PlainBody;
import org.mailvane.api.connections.WatchedProtocol;
import org.mailvane.api.csv.CsvConverter;
import org.mailvane.api.errors.ProblemWriter;
import org.mailvane.api.errors.RefusedByContainer;
import org.mailvane.api.limits.AnonymousRate;
import org.mailvane.api.limits.RateLimits;
import org.mailvane.platform.settings.Settings;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Configures the parts around the operations: caching, limits, refusals by the container. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration implements WebMvcConfigurer {

    /** After the gate: who may not call an operation is not counted. */
    private static final int AFTER_GATE = 1;

    private final RateLimits rates;
    private final AnswerFormat format = new AnswerFormat();

    HttpConfiguration(RateLimits rates) {
        this.rates = rates;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new AnonymousRate(rates))
                .addPathPatterns(ApiCatalogue.ROOT + "/**")
                .order(AFTER_GATE);
        registry.addInterceptor(new PlainBody()).excludePathPatterns("/error").order(AFTER_GATE);
        registry.addInterceptor(format)
                .addPathPatterns(ApiCatalogue.ROOT + "/**")
                .order(AFTER_GATE);
    }

    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
        negotiation.strategies(List.of(format, new JsonAsAsked()));
    }

    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
        // After that of JSON, which is what those get who take anything.
        converters.configureMessageConvertersList(all -> all.add(new CsvConverter()));
    }

    @Bean
    FilterRegistrationBean<ConditionalGet> conditionalGet() {
        FilterRegistrationBean<ConditionalGet> filter =
                new FilterRegistrationBean<>(new ConditionalGet());
        filter.addUrlPatterns(ApiCatalogue.ROOT + "/*");
        // Before Spring Security, whose own header against caching yields to one that is there.
        filter.setOrder(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1);
        return filter;
    }

    /**
     * Tomcat's folders are in the data directory, the same for each process: it would make others
     * for each in that of the system, and leave them when it is killed.
     */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> folders(Settings settings)
            throws IOException {
        Path base = settings.dataDir().resolve("tmp").resolve("tomcat");
        // Nothing is ever in it: what pages need is in the program.
        Path documents = Files.createDirectories(base.resolve("documents"));
        return factory -> {
            factory.setBaseDirectory(base.toFile());
            factory.setDocumentRoot(documents.toFile());
        };
    }

    /** Slow clients and those with very many connections leave room for others. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> connections(Settings settings) {
        return factory -> {
            factory.setProtocol(WatchedProtocol.class.getName());
            factory.addConnectorCustomizers(connector -> {
                WatchedProtocol protocol = (WatchedProtocol) connector.getProtocolHandler();
                factory.addEngineValves(
                        protocol.bound(settings.trustedProxies(), ClientAddress::customer));
            });
        };
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> refusals(
            ProblemWriter problems) {
        return factory ->
                factory.addContextCustomizers(context -> {
                    // What is too large is not waited for after its answer.
                    context.setSwallowAbortedUploads(false);
                    StandardHost host = (StandardHost) context.getParent();
                    host.getPipeline().addValve(new RefusedByContainer(problems));
                    // Found by its name, so that Tomcat adds no other.
                    host.setErrorReportValveClass(RefusedByContainer.class.getName());
                });
    }
}
