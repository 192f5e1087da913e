package org.mailvane.api.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.api.errors.ApiProblem;
import org.springframework.core.MethodParameter;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.ServletWebRequest;

/** The query parameter that says the order of a list. */
class OrderingTest {

    enum By {
        DOMAIN,
        VOLUME,
        ADDED_DATE
    }

    void operation(Ordering<By> ordering) {}

    @SuppressWarnings("unchecked") // The operation's parameter says so.
    private static Ordering<By> read(@Nullable String... values) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        for (String value : values) {
            request.addParameter("ordering", value);
        }
        return (Ordering<By>)
                new ParameterResolvers.OrderingResolver()
                        .resolveArgument(
                                new MethodParameter(operation(), 0),
                                null,
                                new ServletWebRequest(request),
                                null);
    }

    private static Method operation() {
        try {
            return OrderingTest.class.getDeclaredMethod("operation", Ordering.class);
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String sql(Ordering<By> ordering) {
        return ordering.sql(by -> "t." + by.name().toLowerCase(Locale.ROOT), "t.name, t.id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "domain | t.domain, t.name, t.id",
                "-volume,domain | t.volume desc, t.domain, t.name, t.id",
                "'-added_date , -domain' | t.added_date desc, t.domain desc, t.name, t.id",
                "'' | t.name, t.id"
            })
    void namesBecomeSqlWithATieBreakerAtTheEnd(String value, String expected) {
        assertThat(sql(read(value))).isEqualTo(expected);
    }

    @Test
    void withoutTheParameterThereIsNoOrder() {
        assertThat(read()).isEqualTo(Ordering.none());
        assertThat(read().names(By.DOMAIN)).isFalse();
    }

    @Test
    void theLastOfSeveralCounts() {
        Ordering<By> read = read("domain", "-volume");
        assertThat(read.keys()).isEqualTo(List.of(new Ordering.Key<>(By.VOLUME, true)));
        assertThat(read.names(By.VOLUME)).isTrue();
        assertThat(read.names(By.DOMAIN)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nope",
                "Domain",
                "--domain",
                "domain,",
                ",",
                "-",
                "domain desc",
                "id;drop table domain",
                "domain\u0000",
                "domain,nope"
            })
    void anUnknownNameIsRefusedWithTheAllowedOnes(String value) {
        ApiProblem problem = catchThrowableOfType(ApiProblem.class, () -> read(value));
        assertThat(problem.status().value()).isEqualTo(400);
        assertThat(problem.fields().toString())
                .startsWith("{ordering=[\"")
                .contains("domain, volume, added_date");
    }

    @Test
    void eachFieldMayBeNamedTwice() {
        String most = "domain,volume,added_date,-domain,-volume,-added_date";
        assertThat(read(most).keys()).hasSize(Ordering.mostNames(By.values().length));
        ApiProblem problem = catchThrowableOfType(ApiProblem.class, () -> read(most + ",volume"));
        assertThat(problem.fields().toString())
                .contains("There are 7 names; at most 6 are allowed.");
    }
}
