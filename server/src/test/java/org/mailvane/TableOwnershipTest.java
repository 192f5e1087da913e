package org.mailvane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestSql;

/**
 * Checks that one module writes a table, its owner, and that other modules read it only through the
 * owner's views in the schema {@code published}. Writes the list in docs/reference.
 */
@Tag("slow")
class TableOwnershipTest {

    private static final Path SOURCES = Path.of("src/main/java/org/mailvane");

    private static final Pattern STRING =
            Pattern.compile(
                    "\"\"\"(?<block>.*?)\"\"\"|\"(?<line>(?:\\\\.|[^\"\\\\\n])*)\"",
                    Pattern.DOTALL);

    private static final Pattern WRITES =
            Pattern.compile("\\b(?:insert\\s+into|update|delete\\s+from)\\s+(?<name>[a-z_]+)\\b");

    private static final Pattern READS =
            Pattern.compile(
                    "\\b(?:from|join|using)\\s+(?:lateral\\s+)?(?<name>[a-z_]+)\\b(?!\\s*[(.])");

    private static final String WITH =
            "(?s).*(?:with|recursive|,)\\s+%s\\s*(?:\\([^)]*\\))?\\s+as\\s*\\(.*";

    private static final Pattern PUBLISHED = Pattern.compile("\\bpublished\\.(?<name>[a-z_]+)\\b");

    private final TestSql sql = new TestSql(TestDatabases.migrated());
    private final Set<String> tables = names("public");
    private final Set<String> views = names("published");
    private final List<Text> texts = texts();

    /** A string of a class, which may be a statement or a part of one. */
    private record Text(String module, String file, String value) {

        Stream<Use> uses(Pattern pattern) {
            return pattern.matcher(value)
                    .results()
                    .map(found -> new Use(module, file, found.group("name")));
        }

        /** Returns what it reads, without what it calls so in a {@code with} clause. */
        Stream<Use> reads() {
            return uses(READS).filter(use -> !value.matches(WITH.formatted(use.table())));
        }

        /** Returns the table that it names, and that no statement names. */
        Stream<Use> named() {
            return file.endsWith("Table.java") && NAMED.contains(value)
                    ? Stream.of(new Use(module, file, value))
                    : Stream.empty();
        }
    }

    /**
     * Some strings are statements with a place for the table, such as those of issues and tasks.
     */
    private static final Set<String> NAMED = Set.of("issue", "task");

    private record Use(String module, String file, String table) {}

    @Test
    void oneModuleWritesATable() {
        assertThat(writers().values()).allSatisfy(modules -> assertThat(modules).hasSize(1));
        assertThat(writers().keySet()).as("each table has an owner").containsAll(tables);
    }

    @Test
    void otherModulesReadPublishedViews() {
        Map<String, Set<String>> writers = writers();
        assertThat(
                        texts.stream()
                                .flatMap(Text::reads)
                                .filter(use -> tables.contains(use.table()))
                                .filter(use -> !writers.get(use.table()).contains(use.module()))
                                .map(use -> use.file() + " reads " + use.table())
                                .distinct())
                .as("tables of other modules; publish a view in a migration and read that")
                .isEmpty();
    }

    /** A view that nobody reads is not published for anybody. */
    @Test
    void publishedViewsAreRead() {
        assertThat(texts.stream().flatMap(text -> text.uses(PUBLISHED)).map(Use::table))
                .as("views in use")
                .containsAll(views)
                .isSubsetOf(views);
    }

    @Test
    void theListOfTablesIsCurrent() throws IOException {
        String lines =
                writers().entrySet().stream()
                        .collect(
                                Collectors.groupingBy(
                                        entry -> String.join(" ", entry.getValue()),
                                        TreeMap::new,
                                        Collectors.mapping(
                                                entry -> "`" + entry.getKey() + "`",
                                                Collectors.joining(", "))))
                        .entrySet()
                        .stream()
                        .map(entry -> "| `%s` | %s |%n".formatted(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining());
        ListedInDocs.check("tables.md", "| Module | Tables |\n|---|---|\n" + lines);
    }

    /**
     * Returns which modules write each table: those whose statements do, and those whose table
     * classes pass its name to a common class.
     */
    private Map<String, Set<String>> writers() {
        return texts.stream()
                .flatMap(text -> Stream.concat(text.uses(WRITES), text.named()))
                .filter(use -> tables.contains(use.table()))
                .collect(
                        Collectors.groupingBy(
                                Use::table,
                                TreeMap::new,
                                Collectors.mapping(
                                        Use::module, Collectors.toCollection(TreeSet::new))));
    }

    /** Returns the tables or views of a schema; a table's partitions are not counted. */
    private Set<String> names(String schema) {
        return Set.copyOf(
                sql.rows(
                        """
                        select relname from pg_class
                        where relnamespace = to_regnamespace('%s') and relkind in ('r', 'p', 'v')
                            and not relispartition and relname <> 'flyway_schema_history'
                        """
                                .formatted(schema)));
    }

    private static List<Text> texts() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(TableOwnershipTest::texts)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Text> texts(Path file) {
        try {
            Path path = SOURCES.relativize(file);
            return STRING.matcher(Files.readString(file))
                    .results()
                    .map(found ->
                            found.group("block") == null
                                    ? found.group("line")
                                    : found.group("block"))
                    .map(value -> new Text(path.getName(0).toString(), path.toString(), value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
