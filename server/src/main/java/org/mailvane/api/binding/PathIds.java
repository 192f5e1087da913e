package org.mailvane.api.binding;

import java.beans.PropertyEditorSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/**
 * Reads ids: decimal digits without a sign.
 *
 * <p>An editor instead of a converter, because after a converter has refused a text Spring asks its
 * own editor, which takes {@code 0x5}, {@code #5}, {@code +5} and the digits of all scripts.
 */
@ControllerAdvice
public class PathIds {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    /** Whether a text can be an id. */
    public static boolean isId(@Nullable String text) {
        return text != null && DIGITS.matcher(text).matches();
    }

    @InitBinder
    void numbers(WebDataBinder binder) {
        binder.registerCustomEditor(Long.class, new Digits());
        binder.registerCustomEditor(long.class, new Digits());
    }

    private static final class Digits extends PropertyEditorSupport {

        @Override
        public void setAsText(String text) {
            if (!isId(text)) {
                throw new IllegalArgumentException("no id: " + text);
            }
            setValue(Long.valueOf(text));
        }
    }
}
