package org.mailvane.api;

import java.util.List;

/** A page of a list without links and permissions: see {@link PlainPages}. */
record PlainPage<T>(long count, int pages, int currentPage, int perPage, List<T> results) {}
