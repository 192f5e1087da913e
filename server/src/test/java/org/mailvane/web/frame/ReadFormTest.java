package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

/** The parameters of a form whose body has been read. */
class ReadFormTest {

    private final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/");

    private ReadForm form(String body) {
        return new ReadForm(request, body.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void parametersOfTheAddressAreBeforeThoseOfTheBody() {
        request.addParameter("a", "1");
        request.addParameter("b", "2");
        ReadForm form = form("a=3&c=%C3%BC+x&d&a=4");
        assertThat(form.getParameterValues("a")).containsExactly("1", "3", "4");
        assertThat(form.getParameter("a")).isEqualTo("1");
        assertThat(form.getParameter("b")).isEqualTo("2");
        assertThat(form.getParameter("c")).isEqualTo("ü x");
        assertThat(form.getParameter("d")).isEmpty();
        assertThat(form.getParameter("e")).isNull();
        assertThat(form.getParameterValues("e")).isNull();
        assertThat(Collections.list(form.getParameterNames()))
                .containsExactlyInAnyOrder("a", "b", "c", "d");
    }

    @Test
    void whatIsNoFormIsFoundOutAsTomcatDoes() {
        ReadForm form = form("a=%zz");
        assertThatThrownBy(() -> form.getParameter("a"))
                .isInstanceOf(InvalidParameterException.class);
    }

    @Test
    void onlySoManyParametersAreTaken() {
        assertThat(form(parameters(ReadForm.MAX_PARAMETERS)).getParameterMap())
                .hasSize(ReadForm.MAX_PARAMETERS);
        ReadForm tooMany = form(parameters(ReadForm.MAX_PARAMETERS + 1));
        assertThatThrownBy(tooMany::getParameterMap).isInstanceOf(InvalidParameterException.class);
    }

    private static String parameters(int number) {
        return IntStream.range(0, number)
                .mapToObj(n -> "p" + n + "=")
                .collect(Collectors.joining("&"));
    }
}
