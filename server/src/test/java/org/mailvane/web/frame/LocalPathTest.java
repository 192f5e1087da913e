package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a form may send somebody next: not away from here. */
class LocalPathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/domains", "/domains?q=a%20b&x=http://evil.example", "/a//b", "/a#b"})
    void pathOfOurs(String path) {
        assertThat(LocalPath.orHome(path)).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "domains",
                "//evil.example",
                "///evil.example",
                "/\\evil.example",
                "\\/evil.example",
                "/\t/evil.example",
                "/\n/evil.example",
                "\t//evil.example",
                " //evil.example",
                "http://evil.example",
                "https:evil.example",
                "javascript:alert(1)",
                "/a\r\nSet-Cookie: x=y",
                "/\u2044evil.example",
                "/a b",
                "/a\\b"
            })
    void anythingElseIsHome(String path) {
        assertThat(LocalPath.orHome(path)).isEqualTo("/");
    }

    /** Nobody is told by a link that something was done. */
    @Test
    void whatAPathTellsToBeDoneIsLeftOut() {
        assertThat(LocalPath.orHome("/domains?done=deleted&q=a&n%75mber=7"))
                .isEqualTo("/domains?q=a");
    }

    @Test
    void aPathAsksForOneMoreThing() {
        assertThat(LocalPath.with("/", "done", "x")).isEqualTo("/?done=x");
        assertThat(LocalPath.with("/issues?page=2#tabs", "done", "x"))
                .isEqualTo("/issues?page=2&done=x");
    }

    @Test
    void lengthIsBounded() {
        String longest = "/" + "a".repeat(LocalPath.MAX_LENGTH - 1);
        assertThat(LocalPath.orHome(longest)).isEqualTo(longest);
        assertThat(LocalPath.orHome(longest + "a")).isEqualTo("/");
    }
}
