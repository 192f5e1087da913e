package org.mailvane.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Every operation of the API, taken from Spring's mapping when the program starts. It is the only
 * list of operations: roots and permissions are derived from it.
 */
@Component
@Profile("service")
public final class ApiCatalogue implements SmartInitializingSingleton {

    /** What the paths of all versions begin with. */
    static final String ROOT = "/api";

    /** What the paths of this version begin with. */
    public static final String VERSION_ROOT = ROOT + "/v1";

    private final RequestMappingHandlerMapping mapping;
    private List<Operation> operations = List.of();

    ApiCatalogue(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping) {
        this.mapping = mapping;
    }

    /**
     * One operation.
     *
     * @param method HTTP method
     * @param path path pattern without a slash at its end, such as {@code /api/v1/domains/{id}}
     * @param action its name in {@code _permissions}
     * @param access who may call it
     */
    record Operation(RequestMethod method, String path, String action, Access access) {}

    @Override
    public void afterSingletonsInstantiated() {
        List<Operation> found = new ArrayList<>();
        Set<String> unlisted = new TreeSet<>();
        mapping.getHandlerMethods()
                .forEach((info, handler) -> {
                    ApiOperation operation = handler.getMethodAnnotation(ApiOperation.class);
                    for (String path : info.getPatternValues()) {
                        if (!path.equals(ROOT) && !path.startsWith(ROOT + "/")) {
                            continue;
                        }
                        if (operation == null) {
                            unlisted.add(handler.toString());
                            continue;
                        }
                        for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                            found.add(
                                    new Operation(
                                            method, path, operation.action(), operation.access()));
                        }
                    }
                });
        if (!unlisted.isEmpty()) {
            throw new IllegalStateException(
                    "methods below " + ROOT + " without @ApiOperation: " + unlisted);
        }
        found.sort(Comparator.comparing(Operation::path).thenComparing(Operation::method));
        operations = List.copyOf(found);
    }

    /** Paths of all collections, in alphabetical order, without a slash at their ends. */
    List<String> collections() {
        return operations.stream()
                .filter(o -> o.method() == RequestMethod.GET && o.action().equals("list"))
                .map(Operation::path)
                .filter(path -> path.lastIndexOf('/') == VERSION_ROOT.length())
                .distinct()
                .toList();
    }

    /** The actions at exactly this path that the caller may take, in alphabetical order. */
    List<String> permissionsAt(String path, Caller caller) {
        return permissions(caller, o -> o.path().equals(path));
    }

    /**
     * The actions that the caller may take on an item of a collection, as its {@code _permissions}
     * lists them: those at {@code collection/{id}} and below it.
     */
    public List<String> permissionsOfItem(String collection, Caller caller) {
        String item = collection + "/{id}";
        return permissions(caller, o -> o.path().equals(item) || o.path().startsWith(item + "/"));
    }

    private List<String> permissions(Caller caller, Predicate<Operation> where) {
        return operations.stream()
                .filter(where)
                .filter(o -> caller.may(o.access()))
                .map(Operation::action)
                .distinct()
                .sorted()
                .toList();
    }
}
