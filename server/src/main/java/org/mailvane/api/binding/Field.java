package org.mailvane.api.binding;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What is allowed of a property of a {@link Sent} body, or of a parameter of {@link Filters}. On a
 * member of an answer it only describes.
 */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Field {

    /** What all codes begin with. */
    String CODES = "errors.";

    /** Characters of a text where nothing else is said. */
    int DEFAULT_MAX_LENGTH = 1_000;

    /** Items of a list where nothing else is said. */
    int DEFAULT_MAX_ITEMS = 5_000;

    /** Whether a request must give it; a PATCH need not. */
    boolean required() default false;

    /** Whether it may be null. */
    boolean nullable() default false;

    /** Whether a text may be empty. */
    boolean blank() default false;

    /** Whether blanks around a text are taken off; they belong to a password. */
    boolean trimmed() default true;

    /** Characters of a text at most. */
    int maxLength() default DEFAULT_MAX_LENGTH;

    /** The least whole number. */
    long min() default Long.MIN_VALUE;

    /** The greatest whole number. */
    long max() default Long.MAX_VALUE;

    /** Items of a list at most. */
    int maxItems() default DEFAULT_MAX_ITEMS;

    /** Bytes at most of JSON that may be anything. */
    int maxBytes() default 64 * 1024;

    /**
     * What a text of a special type must be, to follow "it must be". The code of a message if pages
     * show it too, otherwise in English.
     */
    String allowed() default "";

    /**
     * Name of a member, where a value may also come as an object that has it there; of a list, each
     * item may. Empty: no.
     */
    String orMember() default "";

    /** One sentence for the documentation. */
    String description() default "";
}
