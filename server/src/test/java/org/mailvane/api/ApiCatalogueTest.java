package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.store.Scope;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What is read off the mapping of operations. */
class ApiCatalogueTest {

    private static final String THINGS = "/api/v1/things";
    private static final Caller ADMIN =
            new Caller(Scope.ofAccount(1), 1, "ann@example.com", true, false, false);
    private static final Caller OTHER =
            new Caller(Scope.ofAccount(1), 2, "bob@example.com", false, false, false);

    private final RequestMappingHandlerMapping mapping = new RequestMappingHandlerMapping();
    private final ApiCatalogue catalogue = new ApiCatalogue(mapping);

    @Test
    void permissionsAreThoseOfThePathWhateverItsVariablesName() {
        map(THINGS, "list", RequestMethod.GET);
        map(THINGS, "create", RequestMethod.POST);
        map(THINGS + "/{search_token}", "retrieve", RequestMethod.GET);
        map(THINGS + "/{search_token}/parts", "parts", RequestMethod.GET);
        map(THINGS + "/{search_token}/parts", "addParts", RequestMethod.POST);
        map(THINGS + "/refresh", "refresh", RequestMethod.POST);
        map("/api/v1/things-two/{id}", "destroy", RequestMethod.DELETE);
        catalogue.afterSingletonsInstantiated();

        assertThat(catalogue.permissionsOfItem(THINGS, ADMIN, true))
                .containsExactly("addParts", "parts", "retrieve");
        assertThat(catalogue.permissionsOfItem(THINGS, OTHER, true))
                .containsExactly("parts", "retrieve");
        assertThat(catalogue.permissionsOfList(THINGS, ADMIN)).containsExactly("create", "list");
        assertThat(catalogue.permissionsOfList(THINGS, OTHER)).containsExactly("list");
        assertThat(catalogue.permissionsOfList(THINGS + "/{search_token}/parts", ADMIN))
                .containsExactly("addParts", "list");
    }

    @Test
    void onlyPathsOfOperationsThatAreNotPublicNeedSignIn() {
        map(THINGS + "/{id}", "retrieve", RequestMethod.GET);
        map("/api/v1", "root", RequestMethod.GET);
        catalogue.afterSingletonsInstantiated();

        assertThat(catalogue.needsSignIn(THINGS + "/5")).isTrue();
        assertThat(catalogue.needsSignIn(THINGS)).isFalse();
        assertThat(catalogue.needsSignIn(THINGS + "/5/parts")).isFalse();
        assertThat(catalogue.needsSignIn("/api/v1")).isFalse();
    }

    @Test
    void mappingWithoutAnHttpMethodStopsTheStart() {
        map(THINGS, "list");
        assertThatIllegalStateException()
                .isThrownBy(catalogue::afterSingletonsInstantiated)
                .withMessageContaining("without an HTTP method")
                .withMessageContaining("list()");
    }

    @Test
    void mappingWithoutADeclarationStopsTheStart() {
        map(THINGS, "undeclared", RequestMethod.GET);
        assertThatIllegalStateException()
                .isThrownBy(catalogue::afterSingletonsInstantiated)
                .withMessageContaining("without @ApiOperation")
                .withMessageContaining("undeclared()");
    }

    @Test
    void whatIsNotBelowTheRootIsNoOperation() {
        map("/apiary", "undeclared");
        catalogue.afterSingletonsInstantiated();
        assertThat(catalogue.collections()).isEqualTo(List.of());
    }

    private void map(String path, String method, RequestMethod... methods) {
        Method handler =
                Arrays.stream(Operations.class.getDeclaredMethods())
                        .filter(m -> m.getName().equals(method))
                        .findFirst()
                        .orElseThrow();
        mapping.registerMapping(
                RequestMappingInfo.paths(path).methods(methods).build(), new Operations(), handler);
    }

    /** No component, so that no service has it. */
    static final class Operations {

        @ApiOperation(action = "list", access = Access.SIGNED_IN, summary = "Does something.")
        void list() {}

        @ApiOperation(action = "create", access = Access.ADMIN, summary = "Does something.")
        void create() {}

        @ApiOperation(action = "retrieve", access = Access.SIGNED_IN, summary = "Does something.")
        void retrieve() {}

        @ApiOperation(action = "destroy", access = Access.ADMIN, summary = "Does something.")
        void destroy() {}

        @ApiOperation(action = "parts", access = Access.SIGNED_IN, summary = "Does something.")
        void parts() {}

        @ApiOperation(action = "addParts", access = Access.ADMIN, summary = "Does something.")
        void addParts() {}

        @ApiOperation(action = "refresh", access = Access.ADMIN, summary = "Does something.")
        void refresh() {}

        @ApiOperation(action = "root", access = Access.PUBLIC, summary = "Does something.")
        void root() {}

        void undeclared() {}
    }
}
