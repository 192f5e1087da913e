package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What the module may use: few libraries, and nothing that reaches out of the process. */
class ModuleWallTest {

    private static final Pattern FORBIDDEN =
            Pattern.compile(
                    "\\b(java\\.net\\.http\\b|java\\.net\\.(\\w*Socket|URL|URLConnection)\\b"
                            + "|java\\.nio\\.channels\\b|javax\\.net\\b|java\\.sql\\b|javax\\.sql\\b"
                            + "|org\\.springframework\\b|java\\.time\\.Clock\\b)[.\\w]*");

    /**
     * Everything on the class path of a program that uses the module, but for the test libraries.
     */
    @Test
    void librariesAreTheseFewOnly() throws Exception {
        assertThat(compileDependencies())
                .containsExactly(
                        "org.jspecify:jspecify",
                        "org.apache.james:apache-mime4j-core",
                        "com.ibm.icu:icu4j",
                        "tools.jackson.core:jackson-core",
                        "org.apache.poi:poi");
    }

    @Test
    void theirOwnLibrariesAreKnown() {
        assertThat(classPathJars())
                .contains("commons-io")
                .filteredOn(jar ->
                        !jar.matches(
                                "(junit|opentest4j|apiguardian|open-test-reporting|assertj|byte-buddy|jackson-(databind|annotations)|surefire).*"))
                .containsExactlyInAnyOrder(
                        "jspecify",
                        "apache-mime4j-core",
                        "icu4j",
                        "jackson-core",
                        "commons-io",
                        "poi",
                        "commons-codec",
                        "commons-collections4",
                        "commons-math3",
                        "SparseBitSet",
                        "log4j-api");
    }

    @Test
    void nothingReachesOutOfTheProcess() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher matcher = FORBIDDEN.matcher(Files.readString(file));
                while (matcher.find()) {
                    found.add(file + ": " + matcher.group());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static List<String> compileDependencies()
            throws ParserConfigurationException, SAXException, IOException {
        Element pom =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(Path.of("pom.xml").toFile())
                        .getDocumentElement();
        List<String> names = new ArrayList<>();
        NodeList dependencies = pom.getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            if (!text(dependency, "scope").equals("test")) {
                names.add(text(dependency, "groupId") + ":" + text(dependency, "artifactId"));
            }
        }
        return names;
    }

    private static String text(Element parent, String name) {
        NodeList found = parent.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }

    private static List<String> classPathJars() {
        String path =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(path.split(Pattern.quote(File.pathSeparator)))
                .filter(entry -> entry.endsWith(".jar"))
                .map(jar -> Path.of(jar).getFileName().toString())
                .map(jar -> jar.replaceFirst("-\\d.*", ""))
                .toList();
    }
}
