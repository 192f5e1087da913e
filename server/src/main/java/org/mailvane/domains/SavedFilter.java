package org.mailvane.domains;

import java.time.Instant;

/** What a user has saved to choose domains by; it never changes. */
public record SavedFilter(long id, FilterCriteria criteria, Instant created) {}
