package org.mailvane.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which columns of a list's CSV stand first, and by which name, where the JSON's won't do. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface CsvNames {

    /** The columns that stand first: {@code json_name} or {@code json_name=Column-Name}. */
    String[] value();
}
