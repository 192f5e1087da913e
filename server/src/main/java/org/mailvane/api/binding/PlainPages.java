package org.mailvane.api.binding;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a list whose pages have a special form, which old clients know: an array that holds one
 * object with the numbers and the items, without links and permissions.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface PlainPages {

    /** Items of a page where the request does not say. */
    int limit();

    /** Most items of a page. A larger value is reduced, as {@code per_page} shows. */
    int maxLimit();
}
