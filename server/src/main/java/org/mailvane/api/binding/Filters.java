package org.mailvane.api.binding;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the parameter of a controller method that takes the query's parameters: a record whose
 * components are their names, in snake case, and null where the request does not give them.
 *
 * <p>Of a repeated parameter the last value counts; an empty one is not given, unless {@code ""} is
 * among its choices; the values of a list are separated by commas; what no component names is
 * ignored.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Filters {}
