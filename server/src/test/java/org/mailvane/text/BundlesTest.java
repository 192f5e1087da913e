package org.mailvane.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.MessagePattern;
import com.ibm.icu.text.MessagePattern.ArgType;
import com.ibm.icu.text.MessagePattern.Part;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bundles of all languages have the same codes, with the same arguments. */
class BundlesTest {

    private static final Path FOLDER = Path.of("src/main/resources/org/mailvane/text");

    static List<String> bundles() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<String> bundles =
                    files.map(file -> file.getFileName().toString().replace(".properties", ""))
                            .filter(name -> !name.contains("_"))
                            .sorted()
                            .toList();
            assertThat(bundles).contains("common", "tasks");
            return bundles;
        }
    }

    @ParameterizedTest
    @MethodSource("bundles")
    void allLanguagesHaveTheSameCodesAndArguments(String bundle) {
        Map<String, Map<String, Boolean>> english = arguments(bundle);
        assertThat(english).isNotEmpty();
        assertThat(english.keySet()).allMatch(code -> code.startsWith(bundle + "."));
        for (Language other : Language.ENGLISH.others()) {
            assertThat(arguments(bundle + "_" + other.tag())).isEqualTo(english);
        }
    }

    /** Arguments by code: their names, and whether they choose a variant by a word. */
    private static Map<String, Map<String, Boolean>> arguments(String file) {
        Map<String, Map<String, Boolean>> all = new TreeMap<>();
        properties(file)
                .forEach((code, pattern) ->
                        all.put(String.valueOf(code), argumentsOf(String.valueOf(pattern))));
        return all;
    }

    private static Map<String, Boolean> argumentsOf(String text) {
        MessagePattern pattern = new MessagePattern(text);
        Map<String, Boolean> arguments = new TreeMap<>();
        for (int i = 0; i < pattern.countParts(); i++) {
            Part part = pattern.getPart(i);
            if (part.getType() == Part.Type.ARG_START) {
                String name = pattern.getSubstring(pattern.getPart(i + 1));
                arguments.merge(name, part.getArgType() == ArgType.SELECT, Boolean::logicalOr);
            }
        }
        return arguments;
    }

    private static Properties properties(String file) {
        Properties properties = new Properties();
        try (Reader in =
                new InputStreamReader(
                        Files.newInputStream(FOLDER.resolve(file + ".properties")),
                        StandardCharsets.UTF_8)) {
            properties.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return properties;
    }
}
