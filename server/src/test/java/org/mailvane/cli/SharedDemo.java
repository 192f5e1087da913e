package org.mailvane.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One running demo of 24 domains for all classes of this JVM that look at a demo and change none of
 * its data: it takes many seconds to live through its three months. It ends with the JVM.
 */
final class SharedDemo {

    private static @Nullable MailvaneProcess running;

    private SharedDemo() {}

    /** Returns it when it is ready. */
    static synchronized MailvaneProcess get() {
        MailvaneProcess demo = running;
        if (demo == null) {
            demo = start();
            running = demo;
        }
        return demo;
    }

    private static MailvaneProcess start() {
        try {
            Path folder = TargetFolders.create();
            MailvaneProcess demo =
                    MailvaneProcess.start(
                            folder, "demo", "--domains", "24", "--http-address", "127.0.0.1:0");
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> end(demo, folder), "shared-demo-stop"));
            demo.awaitDemo();
            return demo;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void end(MailvaneProcess demo, Path folder) {
        try {
            demo.end();
            TargetFolders.delete(folder);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IOException left) {
            // Below target, where a build removes it.
        }
    }
}
