package org.mailvane.intake;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.mailauth.dns.DomainName;

/** Every reason that imports give besides those of the library that reads. */
public final class ReasonTexts {

    private ReasonTexts() {}

    /**
     * What each method of {@link Remark} that makes one says, so that none can be forgotten; those
     * that repeat what the library says have tests of their own.
     */
    public static List<String> all() {
        List<String> texts = new ArrayList<>();
        for (Method method : Remark.class.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    && !method.isSynthetic()
                    && method.getReturnType() == Remark.class
                    && !List.of("of", "tooLarge", "unreadable").contains(method.getName())) {
                texts.add(text(method));
            }
        }
        for (String packed : List.of("", " compressed")) {
            texts.add(String.valueOf(new RawMessage.TooLarge(1 << 30, packed).getMessage()));
        }
        return texts;
    }

    private static String text(Method method) {
        Object[] values = new Object[method.getParameterCount()];
        for (int i = 0; i < values.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            if (type == DomainName.class) {
                values[i] = DomainName.parse("shop.example").orElseThrow();
            } else if (type == long.class || type == Long.class) {
                values[i] = 20_000L;
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
