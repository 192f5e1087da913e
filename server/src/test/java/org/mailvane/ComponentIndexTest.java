package org.mailvane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.Profiles;
import org.springframework.core.env.StandardEnvironment;

/** The index names what a scan of the class path would find, in main and in test sources. */
class ComponentIndexTest {

    @Test
    @Tag("slow")
    void listsEveryComponentByName() {
        ClassPathScanningCandidateComponentProvider scan =
                new ClassPathScanningCandidateComponentProvider(true, new EveryProfile());
        List<String> components =
                scan.findCandidateComponents("org.mailvane").stream()
                        .map(BeanDefinition::getBeanClassName)
                        .filter(name -> !MailvaneApplication.class.getName().equals(name))
                        .sorted()
                        .toList();
        assertThat(components).hasSizeGreaterThan(100);

        assertThat(Arrays.stream(ComponentIndex.classes()).map(Class::getName).toList())
                .isEqualTo(components);
    }

    /** In which the components of the service are found, and those of demo and commands too. */
    private static final class EveryProfile extends StandardEnvironment {
        @Override
        public boolean acceptsProfiles(Profiles profiles) {
            return true;
        }
    }
}
