package org.mailvane.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings at a limit and one beyond. */
class SettingLimitsTest {

    static Stream<Arguments> limits() {
        int host = Setting.MAX_HOST_NAME;
        return Stream.of(
                numbers(Setting.HTTP_ADDRESS, "127.0.0.1:%d", Setting.MAX_PORT),
                numbers(Setting.FETCH_HTTPS_PORT, "%d", Setting.MAX_PORT),
                numbers(Setting.RATE_TOKEN, "%d", Setting.MAX_NUMBER),
                numbers(Setting.DECOMPRESSED_LIMIT_MB, "%d", Setting.MAX_NUMBER),
                numbers(Setting.DNS_SERVERS, "192.0.2.53:%d", DnsServers.MAX_PORT),
                numbers(Setting.DATABASE_URL, "postgresql://u@h:%d/d", DatabaseUrl.MAX_PORT),
                numbers(Setting.MAIL_URL, "smtp://mail.example.com:%d", MailUrl.MAX_PORT),
                numbers(Setting.IMAP_URLS, "imaps://ann:x@h:%d", ImapUrl.MAX_PORT),
                Arguments.of(Setting.INTAKE_DOMAIN, name(host), name(host + 1)),
                Arguments.of(
                        Setting.AUTHENTICATION_RESULTS,
                        name(AuthservIds.MAX_LENGTH),
                        name(AuthservIds.MAX_LENGTH + 1)),
                Arguments.of(
                        Setting.DNS_SERVERS,
                        servers(DnsServers.MAX_SERVERS),
                        servers(DnsServers.MAX_SERVERS + 1)));
    }

    private static Arguments numbers(Setting setting, String form, int most) {
        return Arguments.of(setting, form.formatted(most), form.formatted(most + 1));
    }

    private static String name(int length) {
        return "x" + "abcdefghi.".repeat(length / 10 + 1).substring(0, length - 2) + "x";
    }

    private static String servers(int count) {
        return String.join(",", Collections.nCopies(count, "192.0.2.53"));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void aSettingIsTakenUpToItsLimit(Setting setting, String most, String more) {
        assertThat(SettingsReader.read(Map.of(setting, most), Map.of(), null)).isNotNull();
        assertThatThrownBy(() -> SettingsReader.read(Map.of(setting, more), Map.of(), null))
                .hasMessageContaining(setting.variable());
    }
}
