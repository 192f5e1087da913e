package org.mailvane.intake.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.Problem;
import org.mailvane.text.Message;

class RemarkTest {

    @Test
    void everyCodeOfAFailureIsListed() throws ReflectiveOperationException {
        List<String> codes = new ArrayList<>();
        for (Method method : Remark.class.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    && !Modifier.isPrivate(method.getModifiers())
                    && method.getReturnType() == Remark.class
                    && !List.of(method.getParameterTypes()).contains(Problem.class)) {
                Remark remark =
                        (Remark)
                                method.invoke(
                                        null,
                                        Arrays.stream(method.getParameterTypes())
                                                .map(RemarkTest::any)
                                                .toArray());
                if (remark.outcome() == Outcome.FAILED) {
                    codes.add(remark.code());
                }
            }
        }
        assertThat(codes).contains("too_many_rows", "not_kept");
        assertThat(Remark.failureCodes()).containsAll(codes);
    }

    private static @Nullable Object any(Class<?> type) {
        if (type == String.class) {
            return "x";
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == LocalDate.class) {
            return LocalDate.EPOCH;
        }
        if (type == Message.class) {
            return Message.verbatim("x");
        }
        return type == DomainName.class ? new DomainName("shop.example") : null;
    }
}
