package org.mailvane.detailreport.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.detailreport.QueueFixture;
import org.mailvane.detailreport.QueueFixture.User;
import org.mailvane.domains.DomainId;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

class RowBodiesTest {

    private static final QueueFixture house = new QueueFixture();

    @AfterAll
    static void close() {
        house.close();
    }

    @Test
    void aRowIsExplainedForTheDomainThatItCountsWith() {
        User user = house.owner("odd");
        DomainId domain = user.domain("odd.example", QueueFixture.NOVEMBER, 3, 1);
        List<String> names = List.of("unrelated.example", "a_b.odd.example", "mail.odd.example");
        for (int i = 0; i < names.size(); i++) {
            house.sql.execute(
                    "update fact set header_from = '%s' where domain_id = %d and address = '10.0.0.%d'"
                            .formatted(names.get(i), domain.value(), i + 1));
        }
        String email = house.sql.value("select email from account_user order by id desc limit 1");
        String token = house.service.part(Accounts.class).createToken(email);
        Answer report =
                house.service.send(
                        "POST",
                        token,
                        "/api/v1/detail-viewer/",
                        """
                        {"start_date": "%1$s", "end_date": "%1$s", "filter_option": "n"}
                        """
                                .formatted(QueueFixture.NOVEMBER));
        assertThat(report.status()).as(report.text()).isEqualTo(202);
        JsonNode rows =
                house.service
                        .get(
                                token,
                                "/api/v1/aggregate-report/%s/domains/?ordering=ip"
                                        .formatted(report.json().path("search_token").asString()))
                        .json()
                        .path("results");
        assertThat(rows.size()).isEqualTo(3);
        for (int i = 0; i < names.size(); i++) {
            JsonNode row = rows.get(i);
            assertThat(row.path("from_domain").asString()).isEqualTo(names.get(i));
            assertThat(row.at("/_links/explain").asString()).endsWith("&domain=odd.example");
            assertThat(row.path("flags").toString())
                    .as(names.get(i))
                    // A value that is not a host name is below nothing.
                    .isEqualTo(i < 2 ? "[\"outside_policy_domain\"]" : "[]");
        }
    }
}
