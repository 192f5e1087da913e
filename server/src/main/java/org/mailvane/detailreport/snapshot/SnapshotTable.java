package org.mailvane.detailreport.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Repository;

/** SQL of {@code detail_snapshot}. */
@Repository
public class SnapshotTable {

    /** Bytes of a piece; one is in memory besides the snapshot while it is written or read. */
    static final int PIECE = 512 << 10;

    private static final Logger log = LoggerFactory.getLogger(SnapshotTable.class);

    private final Db db;
    private final SystemDb system;

    SnapshotTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /**
     * Stores a snapshot in place of what is there of the report, within the transaction that runs
     * on this thread; answers its bytes.
     */
    public long insert(Scope scope, long reportId, Snapshot snapshot) {
        delete(scope, reportId);
        try (Pieces pieces = new Pieces(scope, reportId)) {
            SnapshotStream.write(snapshot, pieces);
            pieces.finish();
            return pieces.bytes;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Cuts what is written into pieces, which are stored when they are full. */
    private final class Pieces extends OutputStream {

        private final Scope scope;
        private final long reportId;
        private final byte[] piece = new byte[PIECE];
        private int filled;
        private int number;
        private long bytes;

        Pieces(Scope scope, long reportId) {
            this.scope = scope;
            this.reportId = reportId;
        }

        @Override
        public void write(int octet) {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] octets, int offset, int length) {
            int from = offset;
            int left = length;
            while (left > 0) {
                int some = Math.min(left, piece.length - filled);
                System.arraycopy(octets, from, piece, filled, some);
                filled += some;
                from += some;
                left -= some;
                if (filled == piece.length) {
                    store();
                }
            }
        }

        void finish() {
            if (filled > 0) {
                store();
            }
        }

        private void store() {
            db.as(scope)
                    .sql(
                            """
                            insert into detail_snapshot (account_id, report_id, piece, bytes)
                            values (:account, :report, :piece, :bytes)
                            """)
                    .param("report", reportId)
                    .param("piece", number)
                    .param("bytes", filled == piece.length ? piece : Arrays.copyOf(piece, filled))
                    .update();
            bytes += filled;
            number++;
            filled = 0;
        }
    }

    /** Reads one; empty where there is none, or one of another version. */
    Optional<Snapshot> find(Scope scope, long reportId) {
        // All pieces as they were at one moment, even if another server stores it again.
        return db.inSnapshot(() -> {
            try (InputStream stored = new Stored(scope.wholeAccount(), reportId)) {
                return Optional.of(SnapshotStream.read(stored));
            } catch (IOException unreadable) {
                log.info("No snapshot of report {} that can be read: {}", reportId, unreadable);
                return Optional.empty();
            }
        });
    }

    /** What was stored, with one piece in memory. */
    private final class Stored extends InputStream {

        private final Scope scope;
        private final long reportId;
        private byte[] piece = {};
        private int read;
        private int number;

        Stored(Scope scope, long reportId) {
            this.scope = scope;
            this.reportId = reportId;
        }

        @Override
        public int read() {
            return isAtEnd() ? -1 : piece[read++] & 0xff;
        }

        @Override
        public int read(byte[] octets, int offset, int length) {
            if (length == 0) {
                return 0;
            }
            if (isAtEnd()) {
                return -1;
            }
            int some = Math.min(length, piece.length - read);
            System.arraycopy(piece, read, octets, offset, some);
            read += some;
            return some;
        }

        /** Whether nothing follows; else the piece in memory is not at its end. */
        private boolean isAtEnd() {
            if (read < piece.length) {
                return false;
            }
            Optional<byte[]> next =
                    db.as(scope)
                            .sql(
                                    """
                                    select bytes from detail_snapshot
                                    where account_id = :account and report_id = :report
                                        and piece = :piece
                                    """)
                            .param("report", reportId)
                            .param("piece", number)
                            .optional(row -> row.bytes("bytes"));
            if (next.isEmpty()) {
                return true;
            }
            piece = next.get();
            read = 0;
            number++;
            return false;
        }
    }

    /** Removes one. */
    public void delete(Scope scope, long reportId) {
        db.as(scope.wholeAccount())
                .sql(
                        """
                        delete from detail_snapshot
                        where account_id = :account and report_id = :report
                        """)
                .param("report", reportId)
                .update();
    }

    /** Removes those of reports that are removed within the same transaction. */
    public void delete(Scope scope, Collection<Long> reportIds) {
        if (!reportIds.isEmpty()) {
            db.as(scope.wholeAccount())
                    .sql(
                            """
                            delete from detail_snapshot
                            where account_id = :account and report_id = any(:reports)
                            """)
                    .param("reports", numbers(reportIds))
                    .update();
        }
    }

    /** As {@link #delete(Scope, Collection)}, of reports of any accounts. */
    public void deleteOfAnybody(Collection<Long> reportIds) {
        system.sql("delete from detail_snapshot where report_id = any(:reports)")
                .param("reports", numbers(reportIds))
                .update();
    }

    /**
     * Removes snapshots, of whatever account, whose reports are gone.
     *
     * @param limit reports whose snapshots are removed at most
     * @return how many pieces were removed
     */
    public int deleteLeftOver(int limit) {
        return system.sql(
                        """
                        delete from detail_snapshot where report_id in (
                            select distinct s.report_id from detail_snapshot s
                            where not exists (
                                select from detail_report r where r.id = s.report_id)
                            limit :limit)
                        """)
                .param("limit", limit)
                .update();
    }

    private static long[] numbers(Collection<Long> ids) {
        return ids.stream().mapToLong(Long::longValue).toArray();
    }
}
