package org.mailvane;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.boot.jackson.JacksonMixin;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Checks which module may use which, and writes the lists in docs/reference. */
@Tag("slow")
class StructureTest {

    private static final ApplicationModules MODULES =
            ApplicationModules.of(
                    MailvaneApplication.class,
                    // The libraries are below every module; their walls are their own POMs. The
                    // last
                    // package is in their test jars.
                    resideInAnyPackage(
                            "org.mailvane.mailauth..",
                            "org.mailvane.reports..",
                            "org.mailvane.net..",
                            "org.mailvane.postgres..",
                            "org.mailvane.testing.."));

    /** Our classes. Of others these rules need names only, so that none is read. */
    private static final JavaClasses CLASSES =
            ArchConfiguration.withThreadLocalScope(configuration -> {
                configuration.setResolveMissingDependenciesFromClassPath(false);
                return new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        // Of the libraries whose tests the server's tests use.
                        .withImportOption(location -> !location.contains("-tests.jar"))
                        .importPackages("org.mailvane");
            });

    /**
     * HTTP has an answer for the loss of the database; db-scheduler brings its statements, for a
     * separate table.
     */
    private static final Set<String> KNOW_JDBC = Set.of("ProblemHandler", "JobRunner");

    private static final Pattern SYSTEM_DB_USER = Pattern.compile("\\| `([\\w.]+)` \\| (.+) \\|\n");

    private static final Set<String> LIMIT_TYPES = Set.of("int", "long", Duration.class.getName());

    /** Their limits are shares of the heap, so they are not the same in every JVM. */
    private static final Set<String> FOLLOW_THE_HEAP = Set.of("AuthenticationThreads");

    @Test
    void modulesKeepToTheirAllowedDependencies() {
        MODULES.verify();
    }

    @Test
    void theListOfModulesIsCurrent() throws IOException {
        ListedInDocs.check("modules.md", modules());
    }

    private static String modules() {
        StringBuilder lines = new StringBuilder("| Module | Uses |\n|---|---|\n");
        MODULES.stream()
                .map(module ->
                        "| `%s` | %s |%n"
                                .formatted(
                                        module.getIdentifier(),
                                        module.getDirectDependencies(MODULES)
                                                .uniqueModules()
                                                .map(m -> "`" + m.getIdentifier() + "`")
                                                .sorted()
                                                .collect(Collectors.joining(" "))))
                .sorted()
                .forEach(lines::append);
        return lines.toString();
    }

    @Test
    void theListOfLimitsIsCurrent() throws IOException {
        ListedInDocs.check("limits.md", limits());
    }

    private static String limits() {
        StringBuilder lines = new StringBuilder("| Package | Class | Limits |\n|---|---|---|\n");
        CLASSES.stream()
                .sorted(Comparator.comparing(JavaClass::getName))
                .forEach(type -> {
                    String limits =
                            type.getFields().stream()
                                    .filter(field -> isLimit(type, field))
                                    .sorted(Comparator.comparing(JavaField::getName))
                                    .map(field ->
                                            "`%s` %s".formatted(field.getName(), value(field)))
                                    .collect(Collectors.joining(", "));
                    if (!limits.isEmpty()) {
                        lines.append(
                                "| `%s` | `%s` | %s |%n"
                                        .formatted(
                                                type.getPackageName()
                                                        .replaceFirst("^org\\.mailvane\\.?", ""),
                                                type.getName()
                                                        .substring(
                                                                type.getPackageName().length() + 1)
                                                        .replace('$', '.'),
                                                limits));
                    }
                });
        return lines.toString();
    }

    private static boolean isLimit(JavaClass type, JavaField field) {
        return field.getModifiers().containsAll(Set.of(JavaModifier.STATIC, JavaModifier.FINAL))
                && LIMIT_TYPES.contains(field.getRawType().getName())
                && (field.getName().startsWith("MAX_")
                        || field.getName().startsWith("MIN_")
                        || type.getSimpleName().endsWith("Limits")
                        || type.getSimpleName().endsWith("Bounds"))
                && !FOLLOW_THE_HEAP.contains(type.getSimpleName());
    }

    private static String value(JavaField limit) {
        try {
            Field field = limit.reflect();
            field.setAccessible(true);
            return field.get(null) instanceof Duration duration
                    ? words(duration)
                    : words(((Number) field.get(null)).longValue());
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String words(Duration duration) {
        for (ChronoUnit unit : List.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES)) {
            long seconds = unit.getDuration().toSeconds();
            long whole = duration.toSeconds() / seconds;
            // 86,400 s are "24 hours", since "1 days" is wrong.
            if (whole > 1 && duration.equals(Duration.ofSeconds(whole * seconds))) {
                return whole + " " + unit.toString().toLowerCase(Locale.ROOT);
            }
        }
        return duration.toMillis() % 1_000 == 0
                ? duration.toSeconds() + " s"
                : duration.toMillis() + " ms";
    }

    private static String words(long number) {
        String digits = String.format(Locale.ROOT, "%,d", number);
        if (number >= 1L << 20 && number % (1L << 20) == 0) {
            return "%s (%,d Mi)".formatted(digits, number >> 20);
        }
        return number >= 4L << 10 && number % (1L << 10) == 0
                ? "%s (%,d Ki)".formatted(digits, number >> 10)
                : digits;
    }

    @Test
    void onlyTheStoreKnowsJdbc() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.mailvane.platform.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.jdbc..", "javax.sql..", "org.postgresql..")
                .because("every statement goes through store, which binds the account")
                .allowEmptyShould(false)
                .check(
                        CLASSES.that(
                                describe(
                                        "but those who have to",
                                        c -> !KNOW_JDBC.contains(c.getSimpleName()))));
    }

    /** Each user of statements across accounts has a reason, which a person writes. */
    @Test
    void theListOfSystemDbUsersIsCurrent() throws IOException {
        Path document = ListedInDocs.file("system-db.md");
        Map<String, String> reasons =
                SYSTEM_DB_USER
                        .matcher(Files.readString(document))
                        .results()
                        .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
        String users =
                CLASSES.stream()
                        .filter(c -> !c.getPackageName().startsWith("org.mailvane.platform.store"))
                        .filter(StructureTest::usesSystemDb)
                        .map(JavaClass::getName)
                        .map(name -> name.replaceFirst("^org\\.mailvane\\.", ""))
                        .sorted()
                        .map(name ->
                                "| `%s` | %s |%n".formatted(name, reasons.getOrDefault(name, "")))
                        .collect(Collectors.joining());
        ListedInDocs.check("system-db.md", "| Class | Why |\n|---|---|\n" + users);
        assertThat(users).as("each class has a reason").doesNotContain("|  |");
    }

    private static boolean usesSystemDb(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .anyMatch(d -> d.getTargetClass().isEquivalentTo(SystemDb.class));
    }

    /**
     * These annotations would have no effect in a command, which has no proxies. {@code
     * Db.inTransaction} works in the service and in commands.
     */
    @Test
    void noPartIsWrappedBySpring() {
        for (Class<? extends Annotation> wrapping :
                List.of(Transactional.class, Async.class, Scheduled.class)) {
            noClasses().should().beAnnotatedWith(wrapping).check(CLASSES);
            noMethods().should().beAnnotatedWith(wrapping).check(CLASSES);
        }
    }

    /** {@link MailvaneApplication} switches off the scan that would find them. */
    @Test
    void thereAreNoMixInsForJson() {
        noClasses().should().beAnnotatedWith(JacksonMixin.class).check(CLASSES);
    }

    /** Sub-packages of a module share its tables, and no other module sees them. */
    @Test
    void tablesBelongToOneModule() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Table")
                .should(beUsedInTheirModuleOnly())
                .check(CLASSES);
        classes()
                .that()
                .haveSimpleNameEndingWith("Table")
                .and()
                .doNotHaveModifier(JavaModifier.ABSTRACT)
                .should()
                .beAnnotatedWith(Repository.class)
                .check(CLASSES);
    }

    private static ArchCondition<JavaClass> beUsedInTheirModuleOnly() {
        return new ArchCondition<>("be used in their module only") {
            @Override
            public void check(JavaClass table, ConditionEvents events) {
                table.getDirectDependenciesToSelf().stream()
                        .filter(d -> !moduleOf(d.getOriginClass()).equals(moduleOf(table)))
                        .forEach(d ->
                                events.add(SimpleConditionEvent.violated(d, d.getDescription())));
            }
        };
    }

    /** Returns the first package below the one of all modules. */
    private static String moduleOf(JavaClass type) {
        return type.getPackageName().replaceFirst("^(org\\.mailvane\\.[^.]+).*", "$1");
    }

    /** Spring Modulith sees modules only; these packages are one. */
    @Test
    void partsOfThePlatformHaveNoCycles() {
        slices().matching("org.mailvane.platform.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void pagesDoNotUseEachOther() {
        slices().matching("org.mailvane.web.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(
                        resideInAPackage("org.mailvane.web.."),
                        resideInAnyPackage(
                                "org.mailvane.web.frame",
                                "org.mailvane.web.parts",
                                "org.mailvane.web.charts"))
                .because("they link through Routes, and share what is in frame or parts")
                .check(CLASSES);
    }

    @Test
    void theFrameOfPagesUsesNoPage() {
        noClasses()
                .that()
                .resideInAPackage("org.mailvane.web.frame")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("org.mailvane.web..")
                                .and(
                                        not(
                                                resideInAnyPackage(
                                                        "org.mailvane.web.frame",
                                                        "org.mailvane.web.charts"))))
                .check(CLASSES);
    }

    @Test
    void controllersArePackagePrivate() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Controller")
                .should()
                .bePackagePrivate()
                .check(CLASSES);
    }
}
