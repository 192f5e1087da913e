package org.mailvane.intake;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;

/** Every reason that imports give besides those of the library that reads. */
public final class ReasonTexts {

    private ReasonTexts() {}

    /**
     * What each method of {@link Remark} that makes one says, so that none can be forgotten; those
     * that repeat what the library says have separate tests.
     */
    public static List<Message> all() {
        List<Message> texts = new ArrayList<>();
        for (Method method : Remark.class.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    && !method.isSynthetic()
                    && method.getReturnType() == Remark.class
                    && !List.of("of", "tooLarge", "unreadable", "noPolicyDomain")
                            .contains(method.getName())) {
                texts.add(text(method));
            }
        }
        for (boolean isCompressed : List.of(false, true)) {
            texts.add(new RawMessage.TooLarge(1 << 30, isCompressed).reason());
        }
        return texts;
    }

    /** Returns the English text of what is wrong with a place; empty where nothing is. */
    public static String english(@Nullable Passage problem) {
        return problem == null ? "" : MessageFormatter.forPrograms().format(problem);
    }

    private static Message text(Method method) {
        Object[] values = new Object[method.getParameterCount()];
        for (int i = 0; i < values.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            if (type == DomainName.class) {
                values[i] = DomainName.parse("shop.example").orElseThrow();
            } else if (type == long.class || type == Long.class) {
                values[i] = 20_000L;
            } else if (type == LocalDate.class) {
                values[i] = LocalDate.of(2026, 3, 1);
            } else {
                values[i] = "report.xml";
            }
        }
        try {
            return ((Remark) method.invoke(null, values)).reason();
        } catch (IllegalAccessException | InvocationTargetException wrong) {
            throw new LinkageError(method.getName(), wrong);
        }
    }
}
