package org.mailvane.api;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.mailvane.testing.TestService;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Adds operations of a test to a running service. */
final class TestOperations {

    private TestOperations() {}

    /** Maps a method of an object, which has {@link ApiOperation}, to a path below the version. */
    static void add(
            TestService service,
            Object controller,
            String name,
            RequestMethod method,
            String path) {
        RequestMappingHandlerMapping mapping =
                service.part("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
        Method handler =
                Arrays.stream(controller.getClass().getDeclaredMethods())
                        .filter(m -> m.getName().equals(name))
                        .findFirst()
                        .orElseThrow();
        mapping.registerMapping(
                RequestMappingInfo.paths(ApiCatalogue.VERSION_ROOT + path)
                        .methods(method)
                        .options(mapping.getBuilderConfiguration())
                        .build(),
                controller,
                handler);
        service.part(ApiCatalogue.class).afterSingletonsInstantiated();
    }
}
