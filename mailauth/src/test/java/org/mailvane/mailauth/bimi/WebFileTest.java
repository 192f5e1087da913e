package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.finding.Finding;

class WebFileTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://www.example.com/logo.svg",
                "HTTPS://WWW.EXAMPLE.COM/LOGO.SVG",
                "https://example.com:8443/a/b/logo.svg?x=1#y",
                "https://example.com",
                "https://example.com/a%2Cb.svg",
                "https://example.com/a,b.svg"
            })
    void theseCanBeFetched(String address) {
        assertThat(WebFile.problem(address)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    http://example.com/logo.svg                | bimi.url.scheme
                    ftp://example.com/logo.svg                 | bimi.url.scheme
                    www.example.com/logo.svg                   | bimi.url.scheme
                    //example.com/logo.svg                     | bimi.url.scheme
                    data:image/svg+xml,x                       | bimi.url.scheme
                    https:logo.svg                             | bimi.url.syntax
                    https:///logo.svg                          | bimi.url.host
                    https://localhost/logo.svg                 | bimi.url.host
                    https://192.0.2.1/logo.svg                 | bimi.url.host
                    https://[2001:db8::1]/logo.svg             | bimi.url.syntax
                    https://example.com:abc/logo.svg           | bimi.url.syntax
                    https://a@example.com/logo.svg             | bimi.url.syntax
                    https://example.com/my logo.svg            | bimi.url.syntax
                    https://example.com/%zz.svg                | bimi.url.syntax
                    https://example.com/<a>.svg                | bimi.url.syntax
                    https://a.example/1.svg, https://b.example/2.svg | bimi.url.several
                    """)
    void theseCanNot(String address, String code) {
        assertThat(WebFile.problem(address).map(Finding::code)).contains(code);
    }

    @Test
    void anAddressMayBeOnlySoLong() {
        String begin = "https://example.com/";
        String longest = begin + "x".repeat(WebFile.MAX_LENGTH - begin.length());
        assertThat(WebFile.problem(longest)).isEmpty();
        assertThat(WebFile.problem(longest + "x")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "https://example.com/logo.svg, .svg",
        "https://example.com/LOGO.SVG?v=1.png, .svg",
        "https://example.com/logo.svg.gz, .svg.gz",
        "https://example.com/logo.svgz#x, .svgz",
        "https://example.com/logo, ''",
        "https://example.com, ''",
        "https://example.com/v1.2/logo, ''"
    })
    void theSuffixIsThatOfTheFile(String address, String suffix) {
        assertThat(WebFile.suffix(address)).isEqualTo(suffix);
    }
}
