package org.mailvane;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.stereotype.Component;

/** The index names what a scan of the class path would find, in main and in test sources. */
class ComponentIndexTest {

    @Test
    @Tag("slow")
    void listsEveryComponentByName() {
        List<String> components =
                new ClassFileImporter()
                        .importPackages("org.mailvane").stream()
                                .filter(ComponentIndexTest::isComponent)
                                .map(JavaClass::getName)
                                .sorted()
                                .toList();
        assertThat(components).hasSizeGreaterThan(100);

        assertThat(Arrays.stream(ComponentIndex.classes()).map(Class::getName).toList())
                .isEqualTo(components);
    }

    private static boolean isComponent(JavaClass type) {
        return !type.isInterface()
                && !type.getModifiers().contains(JavaModifier.ABSTRACT)
                && !type.isEquivalentTo(MailvaneApplication.class)
                && (type.isAnnotatedWith(Component.class)
                        || type.isMetaAnnotatedWith(Component.class));
    }
}
