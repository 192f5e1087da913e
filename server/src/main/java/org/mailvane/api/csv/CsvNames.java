package org.mailvane.api.csv;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which columns of a list's CSV come first, and their names where they differ from the JSON.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface CsvNames {

    /** The columns that come first: {@code json_name} or {@code json_name=Column-Name}. */
    String[] value();
}
