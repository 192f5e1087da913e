package org.mailvane.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a benchmark has read; JMH prints each as an amount a second. */
@AuxCounters(AuxCounters.Type.OPERATIONS)
@State(Scope.Thread)
public class Amounts {

    /** Aggregate reports. */
    public long reports;

    /** Records of these. */
    public long records;

    /** Bytes of plain XML; zero where they are not counted. */
    public long xmlBytes;
}
