package org.mailvane.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a controller method an operation of the API. Every method below {@code /api} needs it:
 * the start fails otherwise.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ApiOperation {

    /**
     * What it does, as {@code _permissions} names it: {@code list}, {@code create}, {@code
     * retrieve}, {@code update}, {@code partial_update}, {@code destroy}, or a specific name.
     */
    String action();

    /** Returns which callers may use it. */
    Access access();

    /** Whether the caller needs access to forensic data besides, which an admin may lack too. */
    boolean forensic() default false;

    /** One sentence for the documentation. */
    String summary();

    /**
     * The status codes of success. The kernel answers with the first, unless the method returns a
     * response itself.
     */
    int[] status() default 200;

    /**
     * Whether calls without a token are counted, by address, against {@code
     * MAILVANE_RATE_ANONYMOUS}: for public operations that cost something.
     */
    boolean meteredAnonymously() default false;

    /** Whether the object that it answers comes as CSV too; a list does anyway. */
    boolean csv() default false;
}
