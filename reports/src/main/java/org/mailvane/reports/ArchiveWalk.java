package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;
import org.mailvane.reports.archive.CompressedStream;
import org.mailvane.reports.archive.CompressedStream.Wrapper;
import org.mailvane.reports.archive.Damage;
import org.mailvane.reports.archive.Inflaters;
import org.mailvane.reports.archive.ZipStream;

/** The part of a {@link Walk} that goes through compressed files and archives. */
final class ArchiveWalk {

    private final Walk walk;
    private final Inflaters inflaters;

    ArchiveWalk(Walk walk, Inflaters inflaters) {
        this.walk = walk;
        this.inflaters = inflaters;
    }

    /** Reads what is in one compressed stream. */
    void compressed(Place at, Wrapper wrapper, InputStream in, ByteSource again)
            throws IOException {
        Place inside = at.unpacked();
        Budget budget = walk.budget();
        budget.archiveDepth(inside.archives());
        Damage damage = new Damage(wrapper.text());
        try (InputStream unpacked = new CompressedStream(in, wrapper, inflaters, budget, damage)) {
            ByteSource unpackedAgain =
                    () ->
                            new CompressedStream(
                                    again.open(),
                                    wrapper,
                                    inflaters,
                                    walk.budget().furtherReadings(),
                                    damage);
            walk.findings()
                    .inside(
                            at.path(),
                            damage,
                            () -> walk.document(inside, new HeadStream(unpacked), unpackedAgain));
        }
    }

    /** Reads every file in an archive; one that fails does not keep the next from being read. */
    void zip(Place at, InputStream in, ByteSource again) throws IOException {
        Place inside = at.unpacked();
        Budget budget = walk.budget();
        budget.archiveDepth(inside.archives());
        boolean encrypted = false;
        int files = 0;
        try (ZipStream zip = new ZipStream(in, inflaters, budget)) {
            for (ZipStream.Entry entry = zip.next(); entry != null; entry = zip.next()) {
                budget.entry();
                if (entry.directory()) {
                    continue;
                }
                files++;
                if (!entry.encrypted() || !encrypted) {
                    entry(inside.inside(entryName(entry, files)), zip, entry, again);
                }
                encrypted |= entry.encrypted();
            }
        }
        if (files == 0) {
            walk.findings().empty();
        }
    }

    private static String entryName(ZipStream.Entry entry, int number) {
        return entry.name().isBlank() ? "entry " + number : entry.name();
    }

    private void entry(Place at, ZipStream zip, ZipStream.Entry entry, ByteSource again)
            throws IOException {
        Damage damage = zip.damage();
        ByteSource entryAgain =
                () ->
                        ZipStream.open(
                                again.open(),
                                entry,
                                inflaters,
                                walk.budget().furtherReadings(),
                                damage);
        walk.findings()
                .inside(
                        at.path(),
                        damage,
                        () ->
                                walk.guarded(
                                        at,
                                        () ->
                                                walk.document(
                                                        at,
                                                        new HeadStream(zip.content()),
                                                        entryAgain)));
    }
}
