package org.mailvane.reports;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.OptionalLong;
import org.mailvane.reports.archive.CmsFile;
import org.mailvane.reports.archive.CompressedStream;
import org.mailvane.reports.archive.CompressedStream.Wrapper;
import org.mailvane.reports.archive.Damage;
import org.mailvane.reports.archive.Inflaters;
import org.mailvane.reports.archive.TarStream;
import org.mailvane.reports.archive.ZipStream;

/** The part of a {@link Walk} that goes through compressed files and archives. */
final class ArchiveWalk {

    private final Walk walk;
    private final Inflaters inflaters;

    ArchiveWalk(Walk walk, Inflaters inflaters) {
        this.walk = walk;
        this.inflaters = inflaters;
    }

    /**
     * Reads the content of one compressed stream.
     *
     * @param before number of bytes before it
     * @return the offset in bytes of any other content after it
     */
    OptionalLong compressed(
            SourceLocation at, Wrapper wrapper, InputStream in, ByteSource again, int before)
            throws IOException {
        SourceLocation inside = at.unpacked();
        Budget budget = walk.budget();
        budget.archiveDepth(inside.archives());
        Damage damage = new Damage(wrapper.what());
        in.skipNBytes(before);
        try (CompressedStream unpacked =
                new CompressedStream(in, wrapper, inflaters, budget, damage)) {
            ByteSource unpackedAgain =
                    () ->
                            new CompressedStream(
                                    Skipping.of(again, before).open(),
                                    wrapper,
                                    inflaters,
                                    walk.budget().furtherReadings(),
                                    damage);
            walk.findings()
                    .inside(
                            at.path(),
                            damage,
                            () -> walk.document(inside, new HeadStream(unpacked), unpackedAgain));
            OptionalLong end = unpacked.end();
            return end.isPresent() ? OptionalLong.of(before + end.getAsLong()) : end;
        }
    }

    /**
     * Reads every file in an archive; a failure does not prevent reading the next one.
     *
     * @return the offset in bytes of any other content after it
     */
    OptionalLong zip(SourceLocation at, InputStream in, ByteSource again) throws IOException {
        SourceLocation inside = at.unpacked();
        Budget budget = walk.budget();
        budget.archiveDepth(inside.archives());
        boolean encrypted = false;
        int files = 0;
        OptionalLong end;
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
            end = zip.end();
        }
        if (files == 0) {
            walk.findings().empty();
        }
        return end;
    }

    private static String entryName(ZipStream.Entry entry, int number) {
        return entry.name().isBlank() ? "entry " + number : entry.name();
    }

    private void entry(SourceLocation at, ZipStream zip, ZipStream.Entry entry, ByteSource again)
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
        content(at, damage, zip::content, entryAgain);
    }

    /** Reads a file of an archive. */
    private void content(
            SourceLocation at, Damage damage, ByteSource content, ByteSource contentAgain)
            throws IOException {
        Walk.Step document = () -> walk.document(at, new HeadStream(content.open()), contentAgain);
        walk.findings().inside(at.path(), damage, () -> walk.guarded(at, document));
    }

    /**
     * Reads every file in a tar archive.
     *
     * @return the offset in bytes of any other content after it: always empty, since it is read to
     *     its end
     */
    OptionalLong tar(SourceLocation at, InputStream in, ByteSource again) throws IOException {
        SourceLocation inside = at.unpacked();
        Budget budget = walk.budget();
        budget.archiveDepth(inside.archives());
        int files = 0;
        try (TarStream tar = new TarStream(in, budget)) {
            for (TarStream.Entry entry = tar.next(); entry != null; entry = tar.next()) {
                budget.entry();
                files++;
                file(inside.inside(fileName(entry, files)), tar, entry, again);
            }
        }
        if (files == 0) {
            walk.findings().empty();
        }
        return OptionalLong.empty();
    }

    private static String fileName(TarStream.Entry entry, int number) {
        return entry.name().isBlank() ? "entry " + number : entry.name();
    }

    private void file(SourceLocation at, TarStream tar, TarStream.Entry entry, ByteSource again)
            throws IOException {
        Diagnostic unread = entry.unread();
        if (unread != null) {
            walk.findings().problem(Unread.problem(at.path(), unread));
            return;
        }
        Damage damage = tar.damage();
        ByteSource contentAgain =
                () -> TarStream.open(again.open(), entry, walk.budget().furtherReadings(), damage);
        content(at, damage, tar::content, contentAgain);
    }

    /**
     * Reads content that is signed or compressed with CMS.
     *
     * @param before number of bytes before it
     * @return the offset in bytes of any other content after it: always empty, since only
     *     signatures follow
     */
    OptionalLong cms(SourceLocation at, InputStream in, ByteSource again, int before)
            throws IOException {
        SourceLocation inside = at.unpacked();
        Budget budget = walk.budget();
        budget.archiveDepth(inside.archives());
        in.skipNBytes(before);
        Damage damage = new Damage(Damage.SIGNED_MAIL);
        CmsFile.Opened opened = CmsFile.open(in, budget, damage);
        InputStream content = opened.content();
        switch (opened.kind()) {
            case SIGNATURE -> walk.findings().other(DiagnosticCode.CONTENT_SIGNATURE);
            case ENCRYPTED ->
                    walk.findings()
                            .problem(
                                    new Problem(
                                            at.path(),
                                            Problem.Reason.ENCRYPTED,
                                            Diagnostic.of(DiagnosticCode.ENCRYPTED_SMIME)));
            case OTHER -> walk.findings().other(Content.CMS.code());
            case READABLE -> {
                ByteSource contentAgain =
                        () ->
                                Objects.requireNonNull(
                                        CmsFile.open(
                                                        Skipping.of(again, before).open(),
                                                        walk.budget().furtherReadings(),
                                                        damage)
                                                .content());
                content(inside, damage, () -> Objects.requireNonNull(content), contentAgain);
            }
        }
        return OptionalLong.empty();
    }

    /** Reads the file after the names and icons that a Macintosh adds to it. */
    void macBinary(SourceLocation at, InputStream in, ByteSource again) throws IOException {
        SourceLocation inside = at.unpacked();
        walk.budget().archiveDepth(inside.archives());
        ByteSource rest = Skipping.of(again, Content.MAC_BINARY_HEADER);
        in.skipNBytes(Content.MAC_BINARY_HEADER);
        walk.document(
                inside,
                new HeadStream(new MeteredStream(in, walk.budget())),
                () -> new MeteredStream(rest.open(), walk.budget().furtherReadings()));
    }
}
