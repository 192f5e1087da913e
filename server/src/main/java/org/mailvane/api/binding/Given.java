package org.mailvane.api.binding;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A property of a request's body that may be left out, which is something else than null.
 *
 * @param <T> its type; nullable where the property may be null
 */
public final class Given<T extends @Nullable Object> {

    private static final Given<?> ABSENT = new Given<>(false, null);

    private final boolean given;
    private final @Nullable T value;

    private Given(boolean given, @Nullable T value) {
        this.given = given;
        this.value = value;
    }

    /** A property with this value. */
    public static <T extends @Nullable Object> Given<T> of(T value) {
        return new Given<>(true, value);
    }

    /** A property that was left out. */
    @SuppressWarnings("unchecked") // It holds no value of any type.
    public static <T extends @Nullable Object> Given<T> absent() {
        return (Given<T>) ABSENT;
    }

    /** Whether it was given, be it as null. */
    public boolean isGiven() {
        return given;
    }

    /**
     * Its value.
     *
     * @throws NoSuchElementException when it was left out
     */
    @SuppressWarnings("NullAway") // Null only where T allows it.
    public T value() {
        if (!given) {
            throw new NoSuchElementException("the property was left out");
        }
        return value;
    }

    /** Its value, or another where it was left out. */
    @SuppressWarnings("NullAway") // Null only where T allows it.
    public T or(T other) {
        return given ? value : other;
    }

    /** Its value, or null where it was left out. */
    public @Nullable T orNull() {
        return value;
    }

    /** Does something with the value where it was given. */
    @SuppressWarnings("NullAway") // Null only where T allows it.
    void ifGiven(Consumer<? super T> action) {
        if (given) {
            action.accept(value);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Given<?> that
                && given == that.given
                && Objects.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(given, value);
    }

    @Override
    public String toString() {
        return given ? "given " + value : "absent";
    }
}
