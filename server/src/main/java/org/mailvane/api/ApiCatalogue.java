package org.mailvane.api;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.api.binding.AnswerFormat;
import org.mailvane.api.binding.Filters;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Listing;
import org.mailvane.api.binding.ParameterResolvers;
import org.mailvane.api.binding.PathIds;
import org.mailvane.api.binding.PlainPages;
import org.mailvane.api.binding.Sent;
import org.mailvane.api.binding.Shape;
import org.mailvane.api.binding.TakesFiles;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Profile;
import org.springframework.core.MethodParameter;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Every operation of the API, taken from Spring's mapping when the program starts. It is the only
 * list of operations: roots and permissions are derived from it.
 */
@Component
@Profile("service")
public final class ApiCatalogue implements SmartInitializingSingleton {

    /** What the paths of all versions begin with. */
    public static final String ROOT = "/api";

    /** What the paths of this version begin with. */
    public static final String VERSION_ROOT = ROOT + "/v1";

    private static final Pattern TOOL =
            Pattern.compile(
                    Pattern.quote(VERSION_ROOT) + "/(?<record>[^/]+)/(?<verb>inspect|validate)");

    private static final PathPatternParser PATTERNS = PathPatternParser.defaultInstance;

    private final RequestMappingHandlerMapping mapping;
    private List<Operation> operations = List.of();

    public ApiCatalogue(
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping) {
        this.mapping = mapping;
    }

    /**
     * One operation.
     *
     * @param method HTTP method
     * @param path path pattern without a slash at its end, such as {@code /api/v1/domains/{id}}
     * @param action its name in {@code _permissions}
     * @param access who may call it
     * @param handler the method that does it, with its {@link ApiOperation}
     */
    public record Operation(
            RequestMethod method,
            String path,
            String action,
            Access access,
            HandlerMethod handler) {

        /** What its JSON body is, where it takes one. */
        public Optional<Shape> body() {
            return Arrays.stream(handler.getMethodParameters())
                    .filter(p -> p.getParameterType() == Sent.class)
                    .findFirst()
                    .map(ParameterResolvers.SentResolver::shape);
        }

        /** What its query is, besides pages and order. */
        public Optional<Shape> query() {
            return parameter(Filters.class).map(p -> Shape.ofQuery(p.getParameterType()));
        }

        /** The names that it can be ordered by; none where it can't. */
        public List<String> orderings() {
            return Arrays.stream(handler.getMethodParameters())
                    .filter(p -> p.getParameterType() == Ordering.class)
                    .flatMap(p -> ParameterResolvers.OrderingResolver.names(p).stream())
                    .toList();
        }

        /** Whether it answers a list in pages. */
        public boolean isListing() {
            return handler.getMethod().getReturnType() == Listing.class;
        }

        /** Whether its pages have the form of {@link PlainPages}. */
        public boolean hasPlainPages() {
            return handler.hasMethodAnnotation(PlainPages.class);
        }

        /** Items of its pages where a request does not say. */
        public int limit() {
            PlainPages own = handler.getMethodAnnotation(PlainPages.class);
            return own == null ? PageRequest.DEFAULT_LIMIT : own.limit();
        }

        /** Most items of its pages. */
        public int maxLimit() {
            PlainPages own = handler.getMethodAnnotation(PlainPages.class);
            return own == null ? PageRequest.MAX_LIMIT : own.maxLimit();
        }

        /** Whether its answer comes as CSV too. */
        public boolean offersCsv() {
            return AnswerFormat.isOffered(handler);
        }

        /** Whether it takes files instead of JSON. */
        public boolean takesFiles() {
            return parameter(TakesFiles.class).isPresent();
        }

        /** Whether these values of the path can be what the method asks for. */
        private boolean takes(Map<String, String> variables) {
            return Arrays.stream(handler.getMethodParameters())
                    .filter(p -> p.hasParameterAnnotation(PathVariable.class))
                    .filter(p ->
                            ClassUtils.resolvePrimitiveIfNecessary(p.getParameterType())
                                    == Long.class)
                    .allMatch(p -> PathIds.isId(variables.get(nameOf(p))));
        }

        /** The variable that a parameter takes. */
        private static String nameOf(MethodParameter parameter) {
            PathVariable variable =
                    Objects.requireNonNull(parameter.getParameterAnnotation(PathVariable.class));
            return variable.value().isEmpty()
                    ? parameter.getParameter().getName()
                    : variable.value();
        }

        public ApiOperation declaration() {
            return Objects.requireNonNull(handler.getMethodAnnotation(ApiOperation.class));
        }

        /** Whether it may be called without a token, and tells more with one. */
        public boolean mayTakeToken() {
            return Arrays.stream(handler.getMethodParameters())
                    .anyMatch(ParameterResolvers.OptionalCallerResolver::isOptionalCaller);
        }

        private Optional<MethodParameter> parameter(Class<? extends Annotation> annotation) {
            return Arrays.stream(handler.getMethodParameters())
                    .filter(p -> p.hasParameterAnnotation(annotation))
                    .findFirst();
        }
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<Operation> found = new ArrayList<>();
        Set<String> unlisted = new TreeSet<>();
        Set<String> anyMethod = new TreeSet<>();
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
                        if (info.getMethodsCondition().isEmpty()) {
                            anyMethod.add(handler.toString());
                        }
                        for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                            found.add(
                                    new Operation(
                                            method,
                                            path,
                                            operation.action(),
                                            operation.access(),
                                            handler));
                        }
                    }
                });
        if (!unlisted.isEmpty()) {
            throw new IllegalStateException(
                    "methods below " + ROOT + " without @ApiOperation: " + unlisted);
        }
        if (!anyMethod.isEmpty()) {
            // They would answer, and be in no list of operations.
            throw new IllegalStateException(
                    "methods below " + ROOT + " mapped without an HTTP method: " + anyMethod);
        }
        found.sort(Comparator.comparing(Operation::path).thenComparing(Operation::method));
        operations = List.copyOf(found);
        // A record that can't be read from a request is a mistake that shows at the start.
        operations.forEach(operation -> {
            operation.body();
            operation.query();
        });
    }

    /** All operations, by path and method. */
    public List<Operation> operations() {
        return operations;
    }

    /**
     * The operations of a path: those of the pattern that fits best, and none where a number in the
     * path is none.
     *
     * @param path without a slash at its end
     */
    public List<Operation> operationsAt(String path) {
        PathContainer parsed = PathContainer.parsePath(path);
        Optional<PathPattern> best =
                operations.stream()
                        .map(o -> PATTERNS.parse(o.path()))
                        .filter(pattern -> pattern.matches(parsed))
                        .min(PathPattern.SPECIFICITY_COMPARATOR);
        if (best.isEmpty()) {
            return List.of();
        }
        Map<String, String> variables =
                Objects.requireNonNull(best.get().matchAndExtract(parsed)).getUriVariables();
        return operations.stream()
                .filter(o -> o.path().equals(best.get().getPatternString()))
                .filter(o -> o.takes(variables))
                .toList();
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

    /**
     * Returns paths of the operations that belong to no resource, such as {@code dmarc/inspect}, by
     * the names that the root gives them: {@code dmarc_inspector}.
     */
    SortedMap<String, String> tools() {
        SortedMap<String, String> byName = new TreeMap<>();
        for (Operation operation : operations) {
            Matcher tool = TOOL.matcher(operation.path());
            if (tool.matches()) {
                String kind = tool.group("verb").equals("inspect") ? "inspector" : "validator";
                byName.put(tool.group("record").replace('-', '_') + "_" + kind, operation.path());
            }
        }
        return byName;
    }

    /** Whether this path is an operation's, and none of those that anybody may call. */
    public boolean needsSignIn(String path) {
        PathContainer parsed = PathContainer.parsePath(path);
        List<Operation> here =
                operations.stream().filter(o -> PATTERNS.parse(o.path()).matches(parsed)).toList();
        return !here.isEmpty() && here.stream().noneMatch(o -> o.access() == Access.PUBLIC);
    }

    /**
     * The actions that the caller may take on a list, as its {@code _permissions} lists them.
     * Getting it is {@code list} also where it is an action of an item, by another name.
     *
     * @param pattern the list's path pattern
     */
    public List<String> permissionsOfList(String pattern, Caller caller) {
        return permissions(
                caller,
                o -> o.path().equals(pattern),
                o -> o.method() == RequestMethod.GET ? "list" : o.action());
    }

    /**
     * The actions that the caller may take on an item of a collection, as its {@code _permissions}
     * lists them: those at {@code collection/{id}}, whatever the variable's name, and below it.
     *
     * @param writable whether the caller may change this item
     */
    public List<String> permissionsOfItem(String collection, Caller caller, boolean writable) {
        Pattern item = Pattern.compile(Pattern.quote(collection) + "/\\{[^/{}]+}(?:/.*)?");
        return permissions(
                caller,
                o -> item.matcher(o.path()).matches() && (writable || o.access() != Access.WRITER),
                Operation::action);
    }

    private List<String> permissions(
            Caller caller, Predicate<Operation> where, Function<Operation, String> name) {
        return operations.stream()
                .filter(where)
                .filter(o -> caller.may(o.declaration()))
                .map(name)
                .distinct()
                .sorted()
                .toList();
    }
}
