package org.mailvane.platform.settings;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.settings.OAuthClient.Part;
import org.mailvane.platform.settings.Settings.OAuthValue;
import org.mailvane.platform.settings.Settings.Value;

/**
 * Reads the settings: flag over environment over file over default.
 *
 * <p>{@code NAME_FILE} reads a value from a file. An unknown name is an error that names the
 * nearest known one: a misspelt setting must not silently be its default.
 */
public final class SettingsReader {

    /** The settings file that is looked for in the data directory. */
    public static final String FILE_NAME = "mailvane.conf";

    /** Bytes of a settings file, and of a file that holds one value. */
    static final long MAX_FILE_BYTES = 1 << 20;

    /** Settings of which there is one for each mailbox provider. */
    private static final Pattern OAUTH =
            Pattern.compile(
                    Setting.PREFIX
                            + "OAUTH_(?<name>[A-Z0-9_]+)"
                            + "_(?<part>TOKEN_URL|CLIENT_ID|CLIENT_SECRET|REFRESH_TOKEN)"
                            + "(?<file>_FILE)?");

    /** Characters of a wrong value that are shown: it may be a whole file, named by mistake. */
    private static final int SHOWN = 80;

    /** Settings that hold passwords inside addresses. */
    private static final Set<Setting> ADDRESSES =
            Set.of(Setting.DATABASE_URL, Setting.MAIL_URL, Setting.IMAP_URLS);

    private static final Pattern CREDENTIALS = Pattern.compile(":[^@]*@");

    private static final String RUNNING = "the running service";
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Map<String, String> environment;
    private final List<String> problems = new ArrayList<>();
    private final Map<Setting, Value> found = new EnumMap<>(Setting.class);
    private final Map<String, Map<Part, OAuthValue>> oauth = new TreeMap<>();

    private SettingsReader(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Reads the settings.
     *
     * @param flags values given on the command line
     * @param environment the process's environment; names without our prefix are ignored
     * @param file the file named on the command line, or null for the data directory's
     * @throws SettingsException when anything is wrong, with every problem at once
     */
    public static Settings read(
            Map<Setting, String> flags, Map<String, String> environment, @Nullable Path file) {
        return new SettingsReader(environment).read(flags, file, false);
    }

    /**
     * As {@link #read(Map, Map, Path)}, for a command: where a service runs on the data directory,
     * what that was told by flags and in its environment goes before the file.
     */
    public static Settings readBesideService(
            Map<Setting, String> flags, Map<String, String> environment, @Nullable Path file) {
        return new SettingsReader(environment).read(flags, file, true);
    }

    private Settings read(Map<Setting, String> flags, @Nullable Path file, boolean besideService) {
        flags.forEach((setting, text) -> accept(setting, text, "flag " + setting.flag()));
        Map<String, String> sorted = new TreeMap<>(environment);
        sorted.forEach((name, text) -> {
            if (name.startsWith(Setting.PREFIX)) {
                acceptNamed(name, text, "environment");
            }
        });
        Set<Setting> given = Set.copyOf(found.keySet());
        readFile(file);
        if (besideService && problems.isEmpty()) {
            Value dataDir = found.get(Setting.DATA_DIR);
            RunningSettings.of(
                            Path.of(
                                    dataDir == null
                                            ? Setting.DATA_DIR.defaultValue()
                                            : dataDir.text()))
                    .forEach((setting, text) -> {
                        if (!given.contains(setting)) {
                            found.put(setting, new Value(setting, text, RUNNING));
                        }
                    });
        }
        for (Setting setting : Setting.values()) {
            found.putIfAbsent(setting, new Value(setting, setting.defaultValue(), "default"));
        }
        if (problems.isEmpty()) {
            checkServerIdentity();
            checkOAuth();
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return new Settings(found, oauth);
    }

    /** A certificate and its key belong together. */
    private void checkServerIdentity() {
        Value certificate = requireNonNull(found.get(Setting.SMTP_CERTIFICATE));
        Value key = requireNonNull(found.get(Setting.SMTP_KEY));
        if (certificate.text().isEmpty() && key.text().isEmpty()) {
            return;
        }
        if (key.text().isEmpty() || certificate.text().isEmpty()) {
            Value given = key.text().isEmpty() ? certificate : key;
            Value missing = key.text().isEmpty() ? key : certificate;
            problems.add(
                    "%s (%s) is set, but %s is not. Set both or neither"
                            .formatted(
                                    given.setting().variable(),
                                    given.origin(),
                                    missing.setting().variable()));
            return;
        }
        try {
            ServerIdentity.read(Path.of(certificate.text()), Path.of(key.text()));
        } catch (IllegalArgumentException apart) {
            problems.add(
                    "%s (%s) is \"%s\", but %s"
                            .formatted(
                                    key.setting().variable(),
                                    key.origin(),
                                    shown(key.setting(), key.text()),
                                    apart.getMessage()));
        }
    }

    private void readFile(@Nullable Path named) {
        Value dataDir = found.get(Setting.DATA_DIR);
        String folder = dataDir == null ? Setting.DATA_DIR.defaultValue() : dataDir.text();
        if (named == null && !Setting.isPath(folder)) {
            // Which is among the problems already.
            return;
        }
        Path file = named == null ? Path.of(folder, FILE_NAME) : named;
        if (named == null && !Files.exists(file)) {
            return;
        }
        Optional<String> content = content(file, "The settings file " + file);
        if (content.isEmpty()) {
            return;
        }
        int number = 0;
        for (String line : content.get().split("\n", -1)) {
            number++;
            String entry = (number == 1 ? line.replace(BYTE_ORDER_MARK, "") : line).strip();
            if (entry.isEmpty() || entry.startsWith("#")) {
                continue;
            }
            String origin = file + ":" + number;
            int equals = entry.indexOf('=');
            if (equals <= 0) {
                problems.add(origin + ": must be NAME=VALUE");
                continue;
            }
            String name = entry.substring(0, equals).strip();
            if (!name.startsWith(Setting.PREFIX)) {
                problems.add(unknown(name, origin));
                continue;
            }
            acceptNamed(name, unquoted(entry.substring(equals + 1).strip()), origin);
        }
    }

    private void acceptNamed(String name, String text, String origin) {
        Optional<Setting> setting = Setting.ofVariable(name);
        if (setting.isPresent()) {
            accept(setting.get(), text, origin);
            return;
        }
        Matcher oauth = OAUTH.matcher(name);
        if (oauth.matches()) {
            acceptOAuth(oauth, name, text, origin);
            return;
        }
        if (name.endsWith(Setting.FROM_FILE)) {
            String plain = name.substring(0, name.length() - Setting.FROM_FILE.length());
            Optional<Setting> target = Setting.ofVariable(plain);
            if (target.isPresent()) {
                acceptContent(target.get(), name, text, origin);
                return;
            }
        }
        problems.add(unknown(name, origin));
    }

    private void acceptContent(Setting setting, String name, String text, String origin) {
        contentOf(name, text, origin)
                .ifPresent(value -> accept(setting, value, origin + ", " + text));
    }

    /** Returns the content of the file that a setting names. */
    private Optional<String> contentOf(String name, String path, String origin) {
        if (!Setting.isPath(path)) {
            problems.add(name + " (" + origin + ") is not a path");
            return Optional.empty();
        }
        Path file = Path.of(path);
        return content(file, name + " (" + origin + "): the file " + file).map(String::strip);
    }

    private void acceptOAuth(Matcher parts, String name, String text, String origin) {
        Part part = Part.valueOf(parts.group("part"));
        boolean fromFile = parts.group("file") != null;
        Optional<String> value =
                fromFile ? contentOf(name, text, origin) : Optional.of(text.strip());
        if (value.isEmpty()) {
            return;
        }
        String problem = part.problemOf(value.get());
        if (problem != null) {
            problems.add(name + " (" + origin + ") " + problem);
        }
        oauth.computeIfAbsent(parts.group("name"), n -> new EnumMap<>(Part.class))
                .putIfAbsent(
                        part,
                        new OAuthValue(
                                part.variable(parts.group("name")),
                                part,
                                value.get(),
                                fromFile ? origin + ", " + text : origin));
    }

    /** The OAuth settings that the mailboxes name must be there, whole. */
    private void checkOAuth() {
        Value urls = requireNonNull(found.get(Setting.IMAP_URLS));
        if (urls.text().isEmpty()) {
            return;
        }
        Set<String> names = new TreeSet<>();
        ImapUrl.parse(urls.text()).forEach(url -> names.add(url.oauth()));
        names.remove("");
        for (String name : names) {
            Map<Part, OAuthValue> given = oauth.getOrDefault(name, Map.of());
            List<String> missing =
                    Arrays.stream(Part.values())
                            .filter(part -> part.isNeeded() && !given.containsKey(part))
                            .map(part -> part.variable(name))
                            .toList();
            if (!missing.isEmpty()) {
                problems.add(
                        Setting.IMAP_URLS.variable()
                                + " names oauth="
                                + name
                                + ", but there is no "
                                + String.join(", no ", missing));
            }
        }
    }

    /** The first origin that is asked wins; later ones are still checked. */
    private void accept(Setting setting, String text, String origin) {
        String value = text.strip();
        String problem = setting.problemOf(value);
        if (problem != null) {
            problems.add(
                    setting.variable()
                            + " ("
                            + origin
                            + ") is \""
                            + shown(setting, value)
                            + "\", but "
                            + problem);
        }
        found.putIfAbsent(setting, new Value(setting, value, origin));
    }

    /** A value that can't be used, as it may be shown: its parts need not be where they belong. */
    private static String shown(Setting setting, String value) {
        String masked = setting.masked(value);
        boolean address = ADDRESSES.contains(setting);
        if (address && masked.equals(value)) {
            masked = CREDENTIALS.matcher(masked).replaceAll(":***@");
        }
        return masked.length() <= SHOWN ? masked : masked.substring(0, SHOWN) + "...";
    }

    private Optional<String> content(Path file, String what) {
        try (InputStream input = Files.newInputStream(file)) {
            // Not by its size: some files, such as devices, have none and never end.
            byte[] bytes = input.readNBytes((int) MAX_FILE_BYTES + 1);
            if (bytes.length > MAX_FILE_BYTES) {
                problems.add(what + " is larger than " + MAX_FILE_BYTES + " bytes");
                return Optional.empty();
            }
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException notUtf8) {
            problems.add(what + " is not UTF-8 text");
        } catch (IOException unreadable) {
            problems.add(what + " can't be read: " + unreadable);
        }
        return Optional.empty();
    }

    private static String unquoted(String value) {
        boolean quoted =
                value.length() >= 2
                        && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                        && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private static String unknown(String name, String origin) {
        String nearest =
                Arrays.stream(Setting.values())
                        .map(Setting::variable)
                        .min(Comparator.comparingInt(known -> distance(name, known)))
                        .orElseThrow();
        return name + " (" + origin + ") is not a setting. Did you mean " + nearest + "?";
    }

    /** Edits that turn one text into the other (Levenshtein). */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(change, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
