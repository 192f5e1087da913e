package org.mailvane.detailreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.traffic.store.ResultWord;

class CriteriaJsonTest {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 1);

    private final Random random = new Random(7);

    private <T> SortedSet<T> some(List<T> values) {
        return new TreeSet<>(values.stream().filter(value -> random.nextBoolean()).toList());
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private @Nullable Boolean either() {
        int number = random.nextInt(3);
        return number == 0 ? null : Boolean.valueOf(number == 1);
    }

    private @Nullable IpNetwork network() {
        String text = one(List.of("", "192.0.2.0/24", "2001:db8::/32", "0.0.0.0/0", "::1"));
        return IpNetwork.parse(text).orElse(null);
    }

    private ReportCriteria any() {
        List<String> texts =
                List.of("", "postbox one", ".example.com", "süß \"quoted\" \\ 😀", "ß\n");
        return new ReportCriteria(
                some(List.of(new DomainName("a.example"), new DomainName("b.example"))),
                some(texts),
                DAY.minusDays(random.nextInt(9_000)),
                DAY.plusDays(random.nextInt(9_000)),
                one(List.of(FilterOption.values())),
                network(),
                some(List.of("DE", "US")),
                some(List.of(ResultWord.values())),
                either(),
                some(List.of(ResultWord.values())),
                either(),
                some(List.of(Disposition.values())),
                some(List.of(1, 2, 10, 4711)),
                one(texts),
                one(texts),
                one(texts));
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        for (int i = 0; i < 2_000; i++) {
            ReportCriteria criteria = any();
            String text = CriteriaJson.write(criteria);
            ReportCriteria read = CriteriaJson.read(text);
            assertThat(read).isEqualTo(criteria);
            assertThat(CriteriaJson.write(read)).isEqualTo(text);
        }
    }

    @Test
    void itHasTheNamesOfTheApi() {
        assertThat(CriteriaJson.write(ReportCriteria.all(List.of(), DAY, DAY)))
                .isEqualTo(
                        """
                        {"domains":[],"providers":[],"start_date":"2026-11-01",\
                        "end_date":"2026-11-01","filter_option":"n","ip_cidr":"","country_code":[],\
                        "spf_result":[],"spf_policy":"","dkim_result":[],"dkim_policy":"",\
                        "dmarc_policy":[],"rule_number":[],"spf_domain":"","ptr":"",\
                        "override_comment":""}\
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"filter_option\":\"n\" | \"filter_option\":\"z\"",
                "\"filter_option\":\"n\" | \"filter_option\":1",
                "\"filter_option\":\"n\", | ~~",
                "\"spf_result\":[] | \"spf_result\":[\"!\"]",
                "\"spf_result\":[] | \"spf_result\":\"+\"",
                "\"dkim_result\":[], | ~~",
                "\"dmarc_policy\":[] | \"dmarc_policy\":[\"q\"]",
                "\"rule_number\":[] | \"rule_number\":[\"1\"]",
                "\"spf_policy\":\"\" | \"spf_policy\":\"x\"",
                "\"ip_cidr\":\"\" | \"ip_cidr\":\"192.0.2.0/33\"",
                "\"domains\":[] | \"domains\":[\"a..b\"]",
            })
    void nothingElseIsRead(String part, String other) {
        String text = CriteriaJson.write(ReportCriteria.all(List.of(), DAY, DAY));
        String changed = text.replace(part, other);
        assertThat(changed).isNotEqualTo(text);
        assertThatThrownBy(() -> CriteriaJson.read(changed))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
