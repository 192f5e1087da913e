package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressesTest {

    private static @Nullable InetAddress parse(String text) {
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.ISO_8859_1);
        return IpAddresses.parse(bytes, 1, bytes.length - 1);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
        "::, 0:0:0:0:0:0:0:0",
        "::1, 0:0:0:0:0:0:0:1",
        "1::, 1:0:0:0:0:0:0:0",
        "2001:DB8::8:800:200c:417a, 2001:db8:0:0:8:800:200c:417a",
        "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
        "::ffff:192.0.2.1, 192.0.2.1",
        "0:0:0:0:0:FFFF:c000:0201, 192.0.2.1",
        "64:ff9b::192.0.2.33, 64:ff9b:0:0:0:0:c000:221",
    })
    void readsAddresses(String text, String expected) {
        InetAddress address = parse(text);
        assertThat(address).isNotNull();
        assertThat(address.getHostAddress()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                ":",
                ":::",
                "1",
                "1.2.3",
                "1.2.3.4.",
                "1.2.3.4.5",
                "1.2.3.256",
                "01.2.3.4",
                "1.2.3.4 ",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "1::2::3",
                "1:",
                ":1:2:3:4:5:6:7",
                "12345::",
                "g::",
                "::1.2.3",
                "1:2:3:4:5:6:7:1.2.3.4",
                "fe80::1%1",
                "::ffff:1.2.3.4:5",
                "1.2.3.4::"
            })
    void refusesWhatIsNone(String text) {
        assertThat(parse(text)).isNull();
    }

    @Test
    void agreesWithTheJdkOnRandomText() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(4291);
        String alphabet = "0123456789abcdefF:::::::..";
        int valid = 0;
        for (int i = 0; i < 40_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = 2 + random.nextInt(12); n > 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            if (text.indexOf(":") < 0) {
                // The JDK also takes the old short forms of IPv4, such as 1.2.
                continue;
            }
            InetAddress expected = byJdk(text.toString());
            InetAddress actual = parse(text.toString());
            if (actual == null && expected != null) {
                // The JDK also takes groups of more than four digits and parts with leading zeros.
                assertThat(text.toString()).containsPattern("[0-9a-fA-F]{5}|[.:]0[0-9]+");
            } else {
                assertThat(actual).as(text.toString()).isEqualTo(expected);
                valid += expected == null ? 0 : 1;
            }
        }
        assertThat(valid).isGreaterThan(300);
    }

    private static @Nullable InetAddress byJdk(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException none) {
            return null;
        }
    }
}
