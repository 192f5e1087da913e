package org.mailvane.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;

/**
 * Paths among a process's arguments whose bytes are not text in the locale's encoding. Java
 * replaces such bytes, so that the file can't be opened by the argument; Linux provides the
 * original bytes.
 */
final class RawArguments implements ITypeConverter<Path> {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    /** What Java puts in place of bytes that it can't decode. */
    private static final char REPLACED = '\uFFFD';

    /** The bytes of each such argument, those of equal texts in their order. */
    private final Map<String, Deque<byte[]>> bytes = new HashMap<>();

    private RawArguments() {}

    /** Looks up what this process was called with. */
    static RawArguments of(String... args) {
        try {
            return of(Files.readAllBytes(COMMAND_LINE), args);
        } catch (IOException notLinux) {
            return new RawArguments();
        }
    }

    /**
     * Finds the arguments of a command line, which are the last of the process.
     *
     * @param commandLine all arguments of the process, each followed by a zero
     */
    static RawArguments of(byte[] commandLine, String... args) {
        RawArguments raw = new RawArguments();
        List<byte[]> all = split(commandLine);
        int before = all.size() - args.length;
        for (int i = 0; i < args.length && before >= 0; i++) {
            if (args[i].indexOf(REPLACED) >= 0) {
                raw.bytes
                        .computeIfAbsent(args[i], text -> new ArrayDeque<>())
                        .add(all.get(before + i));
            }
        }
        return raw;
    }

    private static List<byte[]> split(byte[] commandLine) {
        List<byte[]> all = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] == 0) {
                byte[] one = new byte[i - from];
                System.arraycopy(commandLine, from, one, 0, one.length);
                all.add(one);
                from = i + 1;
            }
        }
        return all;
    }

    @Override
    public Path convert(String text) {
        Deque<byte[]> known = bytes.get(text);
        if (known == null) {
            return Path.of(text);
        }
        // An address names a file by its bytes, whatever the encoding.
        byte[] path = known.size() > 1 ? known.remove() : known.element();
        Path absolute = Path.of(URI.create("file:///" + percent(path)));
        return path[0] == '/' ? absolute : absolute.subpath(0, absolute.getNameCount());
    }

    private static String percent(byte[] path) {
        StringBuilder address = new StringBuilder(3 * path.length);
        for (byte b : path) {
            boolean separator = b == '/';
            address.append(separator ? "/" : "%" + HexFormat.of().withUpperCase().toHexDigits(b));
        }
        // A path from the root begins with one already.
        return address.toString().replaceFirst("^/+", "");
    }
}
