package org.mailvane;

import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;
import org.mailvane.accounts.PasswordCost;
import org.mailvane.api.binding.UploadFolder;
import org.mailvane.demo.DemoClock;
import org.mailvane.demo.DemoNetwork;
import org.mailvane.demo.DemoPast;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.jobs.WorkLoops;
import org.mailvane.platform.settings.Settings;
import org.mailvane.platform.store.Database;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.modulith.Modulithic;

/**
 * The parts put together: as the service, or without its outside for a command. The settings and
 * the database are there before, and the caller closes the database after.
 *
 * <p>Spring does not scan for components: {@link ComponentIndex} names them.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@Modulithic
public class MailvaneApplication {

    /** Starts the service: HTTP, and what works in the background. */
    public static ConfigurableApplicationContext service(Settings settings, Database database) {
        return service(settings, database, Tuning.of(Clock.systemUTC()));
    }

    /** As {@link #service(Settings, Database)}, with another clock, pace and cost of passwords. */
    public static ConfigurableApplicationContext service(
            Settings settings, Database database, Tuning tuning) {
        return service(builder(settings, database, tuning), settings);
    }

    /**
     * As {@link #service(Settings, Database)}, where DNS knows the demo's domains.
     *
     * @param past is done by this clock when all parts are there, before anything begins to work in
     *     the background
     */
    public static ConfigurableApplicationContext demo(
            Settings settings, Database database, DemoClock clock, Consumer<BeanFactory> past) {
        SpringApplicationBuilder builder =
                builder(settings, database, Tuning.of(clock))
                        .profiles(DemoNetwork.PROFILE)
                        .initializers(context -> {
                            ConfigurableListableBeanFactory parts = context.getBeanFactory();
                            parts.registerSingleton(
                                    "demoPast", new DemoPast(() -> past.accept(parts)));
                        });
        return service(builder, settings);
    }

    private static ConfigurableApplicationContext service(
            SpringApplicationBuilder builder, Settings settings) {
        return builder.sources(FromSpringBoot.ForService.class)
                .web(WebApplicationType.SERVLET)
                .profiles("service")
                .properties(
                        Map.of(
                                "server.address",
                                settings.httpHost(),
                                "server.port",
                                settings.httpPort(),
                                "spring.servlet.multipart.location",
                                UploadFolder.of(settings.dataDir()).toString(),
                                // Figures on the disk are of where the data lie.
                                "management.metrics.system.diskspace.paths",
                                settings.dataDir().toAbsolutePath().toString()))
                .run();
    }

    /** Makes the parts that a command asks for, and no others. */
    public static ConfigurableApplicationContext command(Settings settings, Database database) {
        return builder(settings, database, Tuning.of(Clock.systemUTC()))
                .sources(FromSpringBoot.ForCommand.class)
                .web(WebApplicationType.NONE)
                .lazyInitialization(true)
                .run();
    }

    private static SpringApplicationBuilder builder(
            Settings settings, Database database, Tuning tuning) {
        return new SpringApplicationBuilder(MailvaneApplication.class)
                .sources(ComponentIndex.classes())
                .registerShutdownHook(false)
                .logStartupInfo(false)
                .initializers(context -> {
                    context.addBeanFactoryPostProcessor(MailvaneApplication::scanNoPackages);
                    context.getBeanFactory().registerSingleton("settings", settings);
                    context.getBeanFactory().registerSingleton("database", database);
                    context.getBeanFactory().registerSingleton("clock", tuning.loops().clock());
                    context.getBeanFactory().registerSingleton("workLoops", tuning.loops());
                    context.getBeanFactory()
                            .registerSingleton("passwordCost", tuning.passwordCost());
                });
    }

    /**
     * Removes the packages that auto-configurations scan. Only Jackson's does, for mix-ins, of
     * which Mailvane has none: it would read every class file of Mailvane at each start.
     */
    private static void scanNoPackages(ConfigurableListableBeanFactory parts) {
        String packages = AutoConfigurationPackages.class.getName();
        if (parts.containsBeanDefinition(packages)) {
            ((BeanDefinitionRegistry) parts).removeBeanDefinition(packages);
        }
    }

    /**
     * The clock, which a demo sets too, and what only tests choose.
     *
     * @param loops the clock of all parts, and the pace of the background work
     * @param passwordCost of hashes that are made from now on
     */
    public record Tuning(WorkLoops loops, PasswordCost passwordCost) {

        /** What users get, by this clock. */
        static Tuning of(Clock clock) {
            return new Tuning(new WorkLoops(clock, WorkLoops.IDLE), PasswordCost.PRODUCTION);
        }
    }

    @Bean
    PublicSuffixes publicSuffixes() {
        return PublicSuffixes.bundled();
    }
}
