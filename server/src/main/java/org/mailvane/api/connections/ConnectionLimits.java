package org.mailvane.api.connections;

import java.time.Duration;

/**
 * What HTTP clients may take.
 *
 * @param connections at most; with that many, a new one takes the place of the idlest
 * @param reserved for clients on this machine beyond them: health checks get through always
 * @param perAddress connections of one address, or of one IPv6 network of 64 bits; trusted proxies
 *     are not counted
 * @param head how long a connection may be without a whole head of a request
 * @param patience how long a client may keep the server waiting in one request without regard to
 *     what it sends or reads
 * @param bytesPerSecond what it has to send or to read afterwards
 */
record ConnectionLimits(
        int connections,
        int reserved,
        int perAddress,
        Duration head,
        Duration patience,
        int bytesPerSecond) {

    static final int MAX_CONNECTIONS = 2_048;
    static final int RESERVED_CONNECTIONS = 32;

    /** One address may have one connection in so many. */
    static final int ADDRESS_SHARE = 4;

    /**
     * What a connection takes of the heap while a request is on its way: 150 KB were measured with
     * a body that comes slowly, and the first {@code BodyMemory.FREE_BYTES} of a body, which count
     * eight times, take 32 KB.
     */
    static final int BYTES_OF_CONNECTION = 192 << 10;

    /** The part of the heap that connections may take. */
    static final int HEAP_SHARE = 4;

    /**
     * For a kept connection this includes the time without a request, which Tomcat limits to 20 s.
     */
    static final Duration MAX_HEAD_TIME = Duration.ofSeconds(30);

    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final int MIN_BYTES_PER_SECOND = 1_024;

    /**
     * What a service uses.
     *
     * @param heap bytes
     */
    static ConnectionLimits of(long heap) {
        int connections = (int) Math.min(heap / HEAP_SHARE / BYTES_OF_CONNECTION, MAX_CONNECTIONS);
        return new ConnectionLimits(
                connections,
                RESERVED_CONNECTIONS,
                connections / ADDRESS_SHARE,
                MAX_HEAD_TIME,
                PATIENCE,
                MIN_BYTES_PER_SECOND);
    }
}
