package org.mailvane.mailauth.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.message.Author.Problem;

class AuthorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a@example.com | example.com",
                "<a@example.com> | example.com",
                "Reports <a@EXAMPLE.com.> | example.com",
                "\"Reports, daily <x@evil.example>\" <a@example.com> | example.com",
                "(x@evil.example) a@example.com (a (nested \\) one)) | example.com",
                "a@example.com <b@example.com> | example.com",
                "=?utf-8?q?x=40evil.example?= <a@example.com> | example.com",
                "\"a b@c\"@example.com | example.com",
                "<\"a>\"@example.com> | example.com",
                "a @ example.com | example.com",
                "a@b\u00fccher.example | xn--bcher-kva.example",
            })
    void oneAddressIsAnAuthor(String value, String domain) {
        assertThat(Author.parse(value))
                .isEqualTo(new Author(Optional.of(new DomainName(domain)), Problem.NONE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a@example.com, b@example.com | SEVERAL",
                "<a@example.com>,<b@example.org> | SEVERAL",
                "<a@example.com> <b@example.org> | SEVERAL",
                "<@x.example,@y.example:a@example.com> | SEVERAL",
                "`` | INVALID",
                "Reports | INVALID",
                "undisclosed:; | INVALID",
                "group: a@example.com; | INVALID",
                "group: a@example.com | INVALID",
                "a@example.com> | INVALID",
                "<a@example.com | INVALID",
                "<a@example.com> x | INVALID",
                "a@evil.example b@example.com | INVALID",
                "a@b@example.com | INVALID",
                "@example.com | INVALID",
                "a@ | INVALID",
                "a@[192.0.2.1] | INVALID",
                "a@192.0.2.1 | INVALID",
                "a@exa_mple.com | INVALID",
                "\"a@example.com | INVALID",
                "(a@example.com | INVALID",
                "a@example.com) | INVALID",
                "\\a@example.com | INVALID",
                "\"a@example.com\" | INVALID",
                "a@\"example.com\" | INVALID",
            })
    void everythingElseIsNone(String value, Problem problem) {
        assertThat(Author.parse(value).problem()).isEqualTo(problem);
        assertThat(Author.parse(value).domain()).isEmpty();
    }

    @Test
    void thereIsExactlyOneFromField() {
        HeaderField from = new HeaderField("from", "From: a@example.com");
        HeaderField to = new HeaderField("to", "To: a@example.org");
        assertThat(author(to).problem()).isEqualTo(Problem.MISSING);
        assertThat(author(to, from).domain()).contains(new DomainName("example.com"));
        assertThat(author(from, to, from).problem()).isEqualTo(Problem.SEVERAL);
    }

    @Test
    void lengthAndDepthHaveBounds() {
        String address = " <a@example.com>";
        String name = "x".repeat(Author.MAX_LENGTH - address.length());
        assertThat(Author.parse(name + address).problem()).isEqualTo(Problem.NONE);
        assertThat(Author.parse(name + "x" + address).problem()).isEqualTo(Problem.INVALID);
        String deep = "(".repeat(Author.MAX_DEPTH) + ")".repeat(Author.MAX_DEPTH);
        assertThat(Author.parse(deep + address).problem()).isEqualTo(Problem.NONE);
        assertThat(Author.parse("(" + deep + ")" + address).problem()).isEqualTo(Problem.INVALID);
    }

    @Test
    void anyTextCanBeRead() {
        SplittableRandom random = new SplittableRandom(1);
        List<String> pieces =
                List.of(
                        "a",
                        "@",
                        "b.example",
                        "<",
                        ">",
                        "(",
                        ")",
                        "\"",
                        "\\",
                        ",",
                        ";",
                        ":",
                        " ",
                        "\u0000",
                        "\u00fc",
                        "\ud83d");
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j > 0; j--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            Author author = Author.parse(text.toString());
            assertThat(author.domain().isPresent()).isEqualTo(author.problem() == Problem.NONE);
        }
    }

    private static Author author(HeaderField... fields) {
        return Author.of(new MessageHeader(List.of(fields), MessageHeader.Problem.NONE));
    }
}
