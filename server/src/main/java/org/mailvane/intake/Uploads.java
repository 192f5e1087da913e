package org.mailvane.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.UploadFolder;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.intake.ledger.Import;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.ledger.Imports.Upload;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Takes in what is uploaded, by the API and by the page. */
@Service
public class Uploads {

    private static final String UNNAMED = "upload";

    private final Imports imports;
    private final UploadThreads threads;

    Uploads(Imports imports, UploadThreads threads) {
        this.imports = imports;
        this.threads = threads;
    }

    /**
     * Takes in a file that lies on disk.
     *
     * @param name as the client calls it, if it does
     * @throws ApiProblem 400 where it is empty
     */
    public Import take(Scope scope, @Nullable String name, UploadFolder.Spooled body)
            throws IOException, InterruptedException {
        if (body.size() == 0) {
            throw noFile();
        }
        return take(scope, List.of(new Upload(name(name), body::open)));
    }

    /**
     * Takes in all files of a form, whatever its fields are called. When this answers, they are
     * stored.
     *
     * @throws ApiProblem 400 where there is none, 413 where they are too large
     * @throws UncheckedIOException when they can't be read
     */
    public Import take(Scope scope, MultipartHttpServletRequest form) throws InterruptedException {
        List<Upload> uploads = new ArrayList<>();
        for (List<MultipartFile> files : form.getMultiFileMap().values()) {
            for (MultipartFile file : files) {
                if (!isNone(file)) {
                    uploads.add(new Upload(name(file.getOriginalFilename()), file::getInputStream));
                }
            }
        }
        if (uploads.isEmpty()) {
            throw noFile();
        }
        return take(scope, uploads);
    }

    /** What the network sends is on disk by now: nobody's slowness keeps a place from others. */
    private Import take(Scope scope, List<Upload> uploads) throws InterruptedException {
        return threads.run(() -> imports.enqueue(scope, uploads));
    }

    /** What browsers send of a field in which no file was chosen. */
    private static boolean isNone(MultipartFile file) {
        String name = file.getOriginalFilename();
        return file.isEmpty() && (name == null || name.isEmpty());
    }

    private static ApiProblem noFile() {
        return ApiProblem.invalid(
                "file",
                "The upload contains no file. Send one file as the body, or several as"
                        + " multipart/form-data.");
    }

    private static String name(@Nullable String given) {
        if (given == null || given.isBlank()) {
            return UNNAMED;
        }
        // Some clients send their whole path.
        String own = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
        return own.isBlank() ? UNNAMED : own;
    }
}
