package org.mailvane.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of the corpus, in memory: what is measured is reading them, not the disk. */
final class Corpus {

    private Corpus() {}

    /** A file. */
    static final class Document {

        private final String name;
        private final byte[] bytes;

        Document(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes;
        }

        String name() {
            return name;
        }

        /** Its bytes themselves, no copy. */
        byte[] bytes() {
            return bytes;
        }
    }

    /**
     * The files of a folder.
     *
     * @param every 1 for all, 4 for each fourth in the order of their names
     */
    static List<Document> folder(String corpus, String folder, int every) throws IOException {
        Path directory = Path.of(corpus, folder);
        if (corpus.isEmpty() || !Files.isDirectory(directory)) {
            throw new IOException("No corpus in \"" + corpus + "\"; say where: -p corpus=DIR");
        }
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            files.forEach(paths::add);
        }
        paths.sort(null);
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < paths.size(); i += every) {
            documents.add(document(paths.get(i)));
        }
        return documents;
    }

    /** The report of 100,000 records. */
    static Document huge(String corpus, String extension) throws IOException {
        return document(Path.of(corpus, "huge", "huge." + extension));
    }

    private static Document document(Path path) throws IOException {
        return new Document(String.valueOf(path.getFileName()), Files.readAllBytes(path));
    }
}
