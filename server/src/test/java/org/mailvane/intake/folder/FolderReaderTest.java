package org.mailvane.intake.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.mailvane.intake.ReasonTexts.english;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.intake.AccountResolver;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.WatchDir;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** Real folders, and what may happen in them. */
@Tag("slow")
class FolderReaderTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration QUICK = Duration.ofMillis(300);

    @TempDir private Path temp;
    private final TestService service = TestService.shared();
    private final Database database = service.database();
    private final TestSql sql = service.sql();
    private Path folder;
    private @Nullable WorkLoop loop;

    @BeforeEach
    void start() throws IOException {
        service.account("One");
        folder = Files.createDirectory(temp.resolve("in"));
    }

    @AfterEach
    void close() {
        stop();
        service.close();
    }

    private FolderReader reader(Duration settled, Clock clock) {
        return new FolderReader(
                new WatchDir(folder, OptionalLong.empty()),
                settled,
                service.part(MailIntake.class),
                service.part(AccountResolver.class),
                clock);
    }

    private FolderReader watch() {
        FolderReader made = reader(QUICK, Clock.systemUTC());
        loop = TestService.loops(Clock.systemUTC()).loop(Thread.ofVirtual(), made, new Signal());
        loop.start();
        return made;
    }

    private void stop() {
        if (loop != null) {
            loop.stop(Duration.ofSeconds(5));
            loop = null;
        }
    }

    private static byte[] report(int number) {
        return SampleReport.about("example.com")
                .id("r-" + number)
                .record("192.0.2.1", number, "none", true, true)
                .xml();
    }

    private long number(String query) {
        return Long.parseLong(sql.value(query));
    }

    private long reports() {
        return number("select count(*) from report");
    }

    private void put(String name, byte[] content) {
        try {
            Files.createDirectories(folder.resolve(name).getParent());
            Files.write(folder.resolve(name), content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void awaitFile(String name) {
        Awaiting.until(name + " is there", SOON, () -> Files.exists(folder.resolve(name)));
    }

    private List<String> names(String below) {
        Path where = folder.resolve(below);
        if (!Files.isDirectory(where)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(where)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void filesAreTakenInAndMovedToDoneWhenTheirEntriesAreFinished() throws IOException {
        put("a.xml", report(1));
        put("b.txt", "Dear all".getBytes(StandardCharsets.UTF_8));
        put("c.zip", zip(Map.of("x.xml", report(2), "y.xml", report(3))));
        watch();
        awaitFile("done/a.xml");
        awaitFile("done/b.txt");
        awaitFile("done/c.zip");
        assertThat(names("")).isEmpty();
        assertThat(reports()).isEqualTo(3);
        assertThat(sql.rows("select distinct origin, source from import"))
                .containsExactly("folder|" + folder);
        assertThat(sql.rows("select name, imported, not_a_report from ledger_entry order by name"))
                .containsExactly("a.xml|1|0", "b.txt|0|1", "c.zip|2|0");
        assertThat(Files.readAllBytes(folder.resolve("done/a.xml"))).isEqualTo(report(1));
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void aMailboxIsTakenInMailByMail() {
        StringBuilder mailbox = new StringBuilder();
        int mails = FolderReader.BATCH + 20;
        for (int i = 1; i <= mails; i++) {
            mailbox.append("From dmarc@postbox-one.example Mon Nov  2 00:00:00 2026\n");
            mailbox.append("From: dmarc@postbox-one.example\nContent-Type: text/xml\n\n");
            mailbox.append(new String(report(i), StandardCharsets.UTF_8)).append("\n\n");
        }
        put("all.mbox", mailbox.toString().getBytes(StandardCharsets.UTF_8));
        watch();
        awaitFile("done/all.mbox");
        assertThat(reports()).isEqualTo(mails);
        assertThat(sql.value("select max(name) from ledger_entry where name like '% 7'"))
                .isEqualTo("all.mbox > message 7");
    }

    @Test
    void whatFailedLiesInFailedBesideItsReasons() throws IOException {
        put("broken.xml", "<feedback><report_metadata>".getBytes(StandardCharsets.UTF_8));
        watch();
        awaitFile("failed/broken.xml.reason.txt");
        assertThat(names("failed")).containsExactly("broken.xml", "broken.xml.reason.txt");
        assertThat(Files.readString(folder.resolve("failed/broken.xml.reason.txt")))
                .contains("broken.xml", "The XML is not well-formed.", "(broken)");
    }

    /** A user who may write into the folder must not write elsewhere through the service. */
    @Test
    void nothingIsWrittenOrMovedToWhereALinkLeads() throws IOException {
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Path precious = Files.writeString(temp.resolve("precious"), "as it was");
        Files.createDirectory(folder.resolve("failed"));
        Files.createSymbolicLink(folder.resolve("failed/broken.xml.reason.txt"), precious);
        Files.createSymbolicLink(folder.resolve("done"), elsewhere);
        put("broken.xml", "<feedback><report_metadata>".getBytes(StandardCharsets.UTF_8));
        put("good.xml", report(1));
        watch();
        awaitFile("failed/broken.xml");
        Awaiting.until(
                "the reason is no link",
                SOON,
                () -> !Files.isSymbolicLink(folder.resolve("failed/broken.xml.reason.txt")));
        awaitFile("failed/broken.xml.reason.txt");
        assertThat(precious).hasContent("as it was");
        Awaiting.until(
                "both are finished",
                SOON,
                () -> number("select count(*) from ledger_entry where state = 'done'") == 2);
        put("last.xml", "<feedback>".getBytes(StandardCharsets.UTF_8));
        awaitFile("failed/last.xml");
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(names("")).containsExactly("good.xml");
    }

    @Test
    void withTooManyFilesThatAreLeftNothingIsTaken() throws IOException {
        for (int i = 0; i < FolderReader.MAX_LEFT; i++) {
            Files.createSymbolicLink(folder.resolve("link" + i), temp.resolve("nowhere"));
        }
        TestClock clock = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));
        FolderReader made = reader(Duration.ZERO, clock);
        made.processBatch();
        put("a.xml", report(1));
        clock.advance(Duration.ofHours(1));
        made.processBatch();
        assertThat(english(made.problem())).contains("10,000 files");
        assertThat(number("select count(*) from ledger_entry")).isZero();
        Files.delete(folder.resolve("link0"));
        made.processBatch();
        assertThat(made.problem()).isNull();
        awaitMoved(made, "done/a.xml");
    }

    /** A reader that nothing else runs is run until it has moved a file. */
    private void awaitMoved(FolderReader reader, String name) {
        Awaiting.until(
                name + " is there",
                SOON,
                () -> {
                    reader.processBatch();
                    return Files.exists(folder.resolve(name));
                });
    }

    @Test
    void aNameThatIsTakenGetsANumber() {
        put("done/a.xml.gz", new byte[] {1});
        put("done/a-1.xml.gz", new byte[] {2});
        put("a.xml.gz", report(1));
        watch();
        awaitFile("done/a-2.xml.gz");
        assertThat(names("done")).containsExactly("a-1.xml.gz", "a-2.xml.gz", "a.xml.gz");
        assertThat(FolderFiles.numbered("noending", 3)).isEqualTo("noending-3");
        assertThat(FolderFiles.numbered(".hidden", 3)).isEqualTo(".hidden-3");
    }

    @Test
    void aFileThatIsStillWrittenIsNotTakenBeforeItIsComplete() throws IOException {
        TestClock clock = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));
        FolderReader made = reader(FolderReader.SETTLED, clock);
        byte[] report = report(1);
        Path file = folder.resolve("slow.xml");
        int part = report.length / 4;
        for (int i = 0; i < 4; i++) {
            Files.write(
                    file,
                    Arrays.copyOfRange(report, i * part, i == 3 ? report.length : (i + 1) * part),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            clock.advance(FolderReader.SETTLED);
            made.processBatch();
            clock.advance(FolderReader.SETTLED.minusMillis(1));
            made.processBatch();
            assertThat(number("select count(*) from ledger_entry")).isZero();
        }
        // Beyond the pause between two looks too, which is longer the longer one takes.
        clock.advance(Duration.ofHours(1));
        made.processBatch();
        clock.advance(Duration.ofHours(1));
        awaitMoved(made, "done/slow.xml");
        assertThat(sql.rows("select imported, failed from ledger_entry")).containsExactly("1|0");
        assertThat(number("select count(*) from raw_message")).isEqualTo(1);
    }

    @Test
    void aFileThatIsWrittenOnAfterItWasTakenIsTakenAnewAndNotMovedBefore() {
        put("a.xml", "Dear".getBytes(StandardCharsets.UTF_8));
        FolderReader made = reader(Duration.ZERO, Clock.systemUTC());
        made.processBatch();
        Awaiting.until(
                "it is finished",
                SOON,
                () -> number("select count(*) from ledger_entry where state = 'done'") == 1);
        put("a.xml", report(1));
        made.processBatch();
        assertThat(names("done")).isEmpty();
        awaitMoved(made, "done/a.xml");
        assertThat(reports()).isEqualTo(1);
    }

    @Test
    void anEmptyFileIsGivenAMinuteToBeWritten() {
        TestClock clock = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));
        put("a.xml", new byte[0]);
        FolderReader made = reader(FolderReader.SETTLED, clock);
        made.processBatch();
        clock.advance(FolderReader.EMPTY_SETTLED.minusSeconds(1));
        made.processBatch();
        assertThat(number("select count(*) from ledger_entry")).isZero();
        clock.advance(Duration.ofSeconds(1));
        made.processBatch();
        assertThat(number("select count(*) from ledger_entry")).isEqualTo(1);
    }

    @Test
    void hiddenAndUnfinishedFilesSubfoldersAndLinksAreLeftAlone() throws IOException {
        Path outside = Files.write(temp.resolve("secret.xml"), report(9));
        for (String name :
                List.of(".hidden.xml", "a.tmp", "b.xml.PART", "c.filepart", "below/d.xml")) {
            put(name, report(5));
        }
        Files.createSymbolicLink(folder.resolve("link.xml"), outside);
        put("real.xml", report(1));
        watch();
        awaitFile("done/real.xml");
        put("second.xml", report(2));
        awaitFile("done/second.xml");
        assertThat(names(""))
                .containsExactly(".hidden.xml", "a.tmp", "b.xml.PART", "c.filepart", "link.xml");
        assertThat(names("below")).containsExactly("d.xml");
        assertThat(outside).exists();
        assertThat(reports()).isEqualTo(2);
    }

    @Test
    void aMaildirsNewAndReadMailsAreTaken() throws IOException {
        Files.createDirectories(folder.resolve("tmp"));
        Files.createDirectories(folder.resolve("cur"));
        put("new/1.host", report(1));
        put("cur/2.host:2,S", report(2));
        put("tmp/3.host", report(3));
        watch();
        awaitFile("done/1.host");
        awaitFile("done/2.host:2,S");
        assertThat(names("tmp")).containsExactly("3.host");
        assertThat(reports()).isEqualTo(2);
    }

    @Test
    void afterACrashWhatLiesThereIsTakenOnceMoreAndCountsOnce() {
        put("a.xml", report(1));
        put("b.xml", report(2));
        FolderReader dead = reader(Duration.ZERO, Clock.systemUTC());
        // It puts them into the queue and is heard of no more.
        dead.processBatch();
        assertThat(number("select count(*) from ledger_entry")).isEqualTo(2);
        watch();
        awaitFile("done/a.xml");
        awaitFile("done/b.xml");
        assertThat(reports()).isEqualTo(2);
        assertThat(number("select sum(imported) from ledger_entry")).isEqualTo(2);
        assertThat(number("select sum(duplicate) from ledger_entry")).isEqualTo(2);
        assertThat(number("select count(*) from raw_message")).isEqualTo(2);
    }

    @Test
    void thousandsOfFilesAreTakenTheOldestFirst() {
        int count = FolderFiles.WINDOW + 100;
        for (int i = 1; i <= count; i++) {
            put("r%05d.xml".formatted(i), report(i));
        }
        watch();
        Awaiting.until(
                "all are done", Duration.ofSeconds(150), () -> names("done").size() == count);
        assertThat(reports()).isEqualTo(count);
        assertThat(number("select count(*) from ledger_entry")).isEqualTo(count);
        assertThat(names("")).isEmpty();
    }

    /** However fast the queue is: a file that was taken has an entry until the end. */
    @Test
    void noMoreFilesAreTakenAtOnceThanMayBePending() {
        for (int i = 0; i <= FolderReader.MAX_PENDING; i++) {
            put("f" + i, new byte[] {1});
        }
        FolderReader made = reader(Duration.ZERO, Clock.systemUTC());
        made.processBatch();
        assertThat(number("select count(*) from ledger_entry")).isEqualTo(FolderReader.MAX_PENDING);
        Awaiting.until(
                "the last one is taken",
                SOON,
                () -> {
                    made.processBatch();
                    return number("select count(*) from ledger_entry") > FolderReader.MAX_PENDING;
                });
    }

    @Test
    void noMoreFilesAreLookedAtAtOnceThanTheWindowHolds() throws IOException {
        for (int i = 0; i < FolderFiles.WINDOW + 5; i++) {
            Path file = folder.resolve("f" + i);
            Files.write(file, new byte[] {1});
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L - i * 1_000L));
        }
        List<FolderFiles.FolderFile> found = new FolderFiles(folder).oldest(file -> true);
        assertThat(found).hasSize(FolderFiles.WINDOW);
        assertThat(found.getFirst().path()).hasFileName("f" + (FolderFiles.WINDOW + 4));
        assertThat(found.getLast().path()).hasFileName("f5");
    }

    @Test
    void aFileThatIsTooLargeIsMovedToFailed() throws IOException {
        // Random bytes, which can't be compressed: more than the 32 MB that one message may have.
        byte[] large = new byte[34 << 20];
        new Random(5).nextBytes(large);
        put("large.bin", large);
        watch();
        Path reason = folder.resolve("failed/large.bin.reason.txt");
        Awaiting.until(
                "the reason is written",
                Duration.ofSeconds(30),
                () -> reason.toFile().length() > 0);
        assertThat(Files.readString(reason)).contains("large.bin", "(too_large)");
        assertThat(sql.rows("select name, failed, raw_id from ledger_entry"))
                .containsExactly("large.bin|1|null");
    }

    @Test
    void aFileThatCanNotBeReadIsLeftWhereItIs() throws IOException {
        assumeFalse("root".equals(System.getProperty("user.name")), "root reads everything");
        put("closed.xml", report(1));
        Files.setPosixFilePermissions(
                folder.resolve("closed.xml"), PosixFilePermissions.fromString("---------"));
        put("open.xml", report(2));
        watch();
        awaitFile("done/open.xml");
        assertThat(names("")).containsExactly("closed.xml");
        assertThat(reports()).isEqualTo(1);
    }

    @Test
    void ofTwoServersOnOneFolderNothingIsCountedTwice() {
        watch();
        WorkLoop other =
                TestService.loops(Clock.systemUTC())
                        .loop(
                                Thread.ofVirtual(),
                                new FolderReader(
                                        new WatchDir(folder, OptionalLong.empty()),
                                        QUICK,
                                        service.part(MailIntake.class),
                                        service.part(AccountResolver.class),
                                        Clock.systemUTC()),
                                new Signal());
        other.start();
        for (int i = 1; i <= 50; i++) {
            put("r" + i + ".xml", report(i));
        }
        Awaiting.until("all are done", SOON, () -> names("done").size() == 50);
        other.stop(Duration.ofSeconds(5));
        assertThat(names("")).isEmpty();
        assertThat(reports()).isEqualTo(50);
        assertThat(number("select sum(imported) from ledger_entry")).isEqualTo(50);
    }

    @Test
    void aFolderThatGoesIsWaitedFor() throws IOException {
        FolderReader made = watch();
        Path away = temp.resolve("away");
        Files.move(folder, away);
        Awaiting.until("it says so", SOON, () -> made.problem() != null);
        Files.move(away, folder);
        put("a.xml", report(1));
        awaitFile("done/a.xml");
        Awaiting.until("it says nothing", SOON, () -> made.problem() == null);
    }

    @Test
    void theServiceDoesNotStartWithAFolderThatIsNotThere() {
        assertThatThrownBy(() ->
                        TestService.start(
                                Map.of(Setting.WATCH_DIRS, folder + "," + temp.resolve("no")),
                                database))
                .rootCause()
                .hasMessageContaining(
                        "MAILVANE_WATCH_DIRS: " + temp.resolve("no") + " does not exist");
    }

    @Test
    void theServiceWatchesTheFoldersOfItsSettings() {
        put("a.xml", report(1));
        try (TestService watching =
                TestService.start(
                        Map.of(Setting.WATCH_DIRS, folder.toString()), TestDatabases.migrated())) {
            watching.account("One");
            awaitFile("done/a.xml");
        }
    }
}
