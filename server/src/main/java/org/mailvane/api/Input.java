package org.mailvane.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the parameter of a controller method that takes the request's JSON body: a record whose
 * components are the properties, in snake case.
 *
 * <p>A component is {@link Given}, or of a plain type where the property must always be there. What
 * a value must be follows from its type and from {@link Field}.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Input {}
