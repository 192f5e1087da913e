package org.mailvane.mailauth.dns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicSuffixesTest {

    private final PublicSuffixes suffixes = PublicSuffixes.bundled();

    @ParameterizedTest
    @CsvSource({
        "example.com,                example.com",
        "news.mail.example.com,      example.com",
        "www.example.co.uk,          example.co.uk",
        "co.uk,                      co.uk",
        "com,                        com",
        "a.b.example.invalid,        example.invalid",
        "localhost,                  localhost",
        "x.city.kawasaki.jp,         city.kawasaki.jp",
        "b.other.kawasaki.jp,        b.other.kawasaki.jp",
        "c.a.b.other.kawasaki.jp,    b.other.kawasaki.jp",
        "mail.xn--85x722f.com.cn,    xn--85x722f.com.cn",
        "shop.blogspot.com,          shop.blogspot.com",
    })
    void organizationalDomainIsTheSuffixAndOneLabel(String name, String expected) {
        assertThat(suffixes.organizationalDomain(new DomainName(name)))
                .isEqualTo(new DomainName(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "com,             true",
        "co.uk,           true",
        "gov.uk,          true",
        "localhost,       true",
        "example.com,     false",
        "a.example.co.uk, false",
        "example.invalid, false",
    })
    void aPublicSuffixIsNobodysOwn(String name, boolean expected) {
        assertThat(suffixes.isPublicSuffix(new DomainName(name))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "com, true",
        "co.uk, true",
        "localhost, true",
        "xn--p1ai, true",
        "example.ck, true",
        "www.ck, false",
        "example.com, false",
        "example.co.uk, false",
        "github.io, false",
        "blogspot.com, false",
        "own.github.io, false",
        "example.invalid, false",
    })
    void whatARegistryHasIsToldFromWhatCompaniesLetOthersUse(String name, boolean expected) {
        assertThat(suffixes.isRegistrys(new DomainName(name))).isEqualTo(expected);
    }
}
