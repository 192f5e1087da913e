package org.mailvane;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.store.system.SystemDb;
import org.springframework.boot.jackson.JacksonMixin;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The walls of the house: which capability may use which, and who may ask the database how. */
@Tag("slow")
class StructureTest {

    private static final ApplicationModules MODULES =
            ApplicationModules.of(
                    MailvaneApplication.class,
                    // The libraries are below every module; their walls are their own POMs.
                    resideInAnyPackage("org.mailvane.mailauth..", "org.mailvane.reports.."));

    /** Our classes. Of others these rules need names only, so that none is read. */
    private static final JavaClasses CLASSES =
            ArchConfiguration.withThreadLocalScope(configuration -> {
                configuration.setResolveMissingDependenciesFromClassPath(false);
                return new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("org.mailvane");
            });

    /**
     * Losing the database is something that HTTP has an answer for; db-scheduler brings its own
     * statements, of a table of its own.
     */
    private static final Set<String> KNOW_JDBC = Set.of("ProblemHandler", "JobRunner");

    @Test
    void modulesKeepToTheirAllowedDependencies() {
        MODULES.verify();
    }

    @Test
    void theListInArchitectureIsTheModulesOwn() throws IOException {
        Path file = Path.of("..", "ARCHITECTURE.md");
        String begin = "<!-- modules:begin -->\n";
        String end = "<!-- modules:end -->";
        String text = Files.readString(file);
        int from = text.indexOf(begin) + begin.length();
        String expected = modules();
        String actual = text.substring(from, text.indexOf(end));
        if (Boolean.getBoolean("mailvane.update")) {
            Files.writeString(
                    file, text.substring(0, from) + expected + text.substring(text.indexOf(end)));
            return;
        }
        assertThat(actual)
                .as("run the tests with -Dmailvane.update=true to write it anew")
                .isEqualTo(expected);
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
    void onlyTheStoreKnowsJdbc() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.mailvane.store..")
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

    @Test
    void whoAsksAcrossAccountsIsListed() {
        List<String> users =
                CLASSES.stream()
                        .filter(c -> !c.getPackageName().startsWith("org.mailvane.store"))
                        .filter(StructureTest::usesSystemDb)
                        .map(JavaClass::getSimpleName)
                        .sorted()
                        .toList();
        assertThat(users)
                .containsExactly(
                        "AccountTable",
                        "AddressEvidenceTable",
                        "AdvisedMailboxTable",
                        "DetailQueueTable",
                        "DetailReportTable",
                        "ExpiredTable",
                        "FailureReportTable",
                        "ForensicJobTable",
                        "FoundNameTable",
                        "ImportTable",
                        "JobTable",
                        "KnownBrowserTable",
                        "KnownVersionTable",
                        "LedgerTable",
                        "OneTimeLinkTable",
                        "OrganizationTable",
                        "OutgoingMailTable",
                        "PackedRowTable",
                        "PastEvents",
                        "PolicyAdviceTable",
                        "QueueFigures",
                        "QueueTable",
                        "RawTable",
                        "ReportAddressTable",
                        "SessionTable",
                        "SnapshotTable",
                        "SolvedMatters",
                        "SourceRulesTable",
                        "TlsRetentionTable",
                        "TrafficWatchTable",
                        "UnsettledTable",
                        "UnusedReporterTable",
                        "UserIdentityTable",
                        "UserTable",
                        "WatchedDomainTable");
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

    @Test
    void tablesArePackagePrivate() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Table")
                .should()
                .bePackagePrivate()
                .andShould()
                .beAnnotatedWith(Repository.class)
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
