package org.mailvane.api.connections;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A service with a small heap has fewer connections. */
class ConnectionLimitsTest {

    @ParameterizedTest
    @CsvSource({
        "256, 341, 85",
        "512, 682, 170",
        "1536, " + ConnectionLimits.MAX_CONNECTIONS + ", 512",
        "16384, " + ConnectionLimits.MAX_CONNECTIONS + ", 512"
    })
    void connectionsTakeAPartOfTheHeap(long megabytes, int connections, int perAddress) {
        ConnectionLimits limits = ConnectionLimits.of(megabytes << 20);
        assertThat(limits.connections()).isEqualTo(connections);
        assertThat(limits.perAddress()).isEqualTo(perAddress);
        assertThat(limits.reserved()).isEqualTo(ConnectionLimits.RESERVED_CONNECTIONS);
    }
}
