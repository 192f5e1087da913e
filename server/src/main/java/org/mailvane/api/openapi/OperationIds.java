package org.mailvane.api.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiCatalogue.Operation;

/** The ids of operations in the OpenAPI document, and the tags that group them. */
final class OperationIds {

    static final String ROOT_TAG = "root";
    private static final Pattern FIRST_SEGMENT = Pattern.compile("/([^/]+)");

    private static final Pattern NO_NAME = Pattern.compile("[^A-Za-z0-9]+");

    private OperationIds() {}

    /** Returns the operations by their ids. */
    static Map<String, Operation> byId(List<Operation> operations) {
        Map<String, List<Operation>> byBase = new TreeMap<>();
        for (Operation operation : operations) {
            byBase.computeIfAbsent(baseId(operation), id -> new ArrayList<>()).add(operation);
        }
        Map<String, Operation> byId = new TreeMap<>();
        byBase.forEach((id, same) -> {
            for (Operation operation : same) {
                String own =
                        same.size() == 1
                                ? id
                                : id + "_" + operation.method().name().toLowerCase(Locale.ROOT);
                if (byId.put(own, operation) != null) {
                    throw new IllegalStateException("two operations of the id " + own);
                }
            }
        });
        return byId;
    }

    private static String baseId(Operation operation) {
        String tag = tag(operation);
        String name =
                tag.equals(ROOT_TAG) || operation.action().startsWith(tag + "_")
                        ? operation.action()
                        : tag + "_" + operation.action();
        String id = NO_NAME.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
        return isVersioned(operation) || hasOnlyOneAddress(operation) ? id : id + "_latest";
    }

    private static boolean isVersioned(Operation operation) {
        return operation.path().equals(ApiCatalogue.VERSION_ROOT)
                || operation.path().startsWith(ApiCatalogue.VERSION_ROOT + "/");
    }

    /** What describes the API belongs to no version of it. */
    private static boolean hasOnlyOneAddress(Operation operation) {
        return operation.path().indexOf('/', ApiCatalogue.ROOT.length() + 1) < 0
                && !operation.path().equals(ApiCatalogue.ROOT);
    }

    /** Returns the tag under which the document lists an operation. */
    static String tag(Operation operation) {
        if (hasOnlyOneAddress(operation)) {
            return ROOT_TAG;
        }
        String root = isVersioned(operation) ? ApiCatalogue.VERSION_ROOT : ApiCatalogue.ROOT;
        String below = operation.path().substring(root.length());
        Matcher first = FIRST_SEGMENT.matcher(below);
        return first.lookingAt() ? first.group(1) : ROOT_TAG;
    }
}
