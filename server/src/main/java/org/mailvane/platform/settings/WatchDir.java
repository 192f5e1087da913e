package org.mailvane.platform.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder whose new files are taken in.
 *
 * @param path the folder
 * @param account the account that its files are for; empty where there is only one
 */
public record WatchDir(Path path, OptionalLong account) {

    /** Folders of one installation. */
    public static final int MAX_FOLDERS = 100;

    private static final Pattern FORM =
            Pattern.compile("(?<path>[^?]+)(?:\\?account=(?<account>[1-9]\\d{0,17}))?");

    /**
     * Reads folders with commas between them. Whether they are there is not looked at.
     *
     * @throws IllegalArgumentException with what is wrong
     */
    static List<WatchDir> parse(String text) {
        List<WatchDir> folders = new ArrayList<>();
        Set<Path> paths = new HashSet<>();
        for (String one : text.split(",", -1)) {
            Matcher parts = FORM.matcher(one.strip());
            if (!parts.matches() || !Setting.isPath(parts.group("path"))) {
                throw new IllegalArgumentException(
                        "must be folders separated by commas, each followed by ?account=ID if"
                                + " there are several accounts. This is not valid: \""
                                + one.strip()
                                + "\"");
            }
            Path path = Path.of(parts.group("path").strip()).toAbsolutePath().normalize();
            if (!paths.add(path)) {
                throw new IllegalArgumentException("the folder " + path + " is listed twice");
            }
            String account = parts.group("account");
            folders.add(
                    new WatchDir(
                            path,
                            account == null
                                    ? OptionalLong.empty()
                                    : OptionalLong.of(Long.parseLong(account))));
        }
        if (folders.size() > MAX_FOLDERS) {
            throw new IllegalArgumentException(
                    "must be at most %d folders; there are %d"
                            .formatted(MAX_FOLDERS, folders.size()));
        }
        return List.copyOf(folders);
    }

    /** What is wrong with the folder as it is on disk; empty when it can be used. */
    public Optional<String> problem() {
        if (!Files.isDirectory(path)) {
            return Optional.of(
                    path + (Files.exists(path) ? " is not a folder" : " does not exist"));
        }
        if (!Files.isReadable(path) || !Files.isExecutable(path)) {
            return Optional.of("the folder " + path + " can't be read by this user");
        }
        if (!Files.isWritable(path)) {
            return Optional.of(
                    "this user can't write to the folder "
                            + path
                            + ", from which imported files are moved");
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
