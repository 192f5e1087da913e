package org.mailvane.api.binding;

import java.util.List;

/** A page of a list without links and permissions: see {@link PlainPages}. */
public record PlainPage<T>(long count, int pages, int currentPage, int perPage, List<T> results) {}
