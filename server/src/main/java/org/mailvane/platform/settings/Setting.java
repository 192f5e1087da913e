package org.mailvane.platform.settings;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Message;

/**
 * Every setting, in the order in which {@code mailvane config} prints them.
 *
 * <p>A setting has one name everywhere: in the environment, in the file, and, lower case with
 * hyphens and without the prefix, as a flag ({@code --data-dir}).
 */
public enum Setting {
    DATA_DIR("./data", Form.PATH),
    DATABASE_URL("", Form.DATABASE_URL),
    HTTP_ADDRESS("127.0.0.1:8080", Form.ADDRESS),
    PUBLIC_URL("", Form.HTTP_URL),
    SMTP_LISTEN("", Form.ADDRESS),
    INTAKE_DOMAIN("", Form.HOST_NAME),
    SMTP_CERTIFICATE("", Form.CERTIFICATES),
    SMTP_KEY("", Form.KEY),
    IMAP_URLS("", Form.IMAP_URLS),
    AUTHENTICATION_RESULTS("", Form.AUTHSERV_IDS),
    TRUSTED_PROXIES("", Form.NETWORKS),
    KEEP_FAILURE_BODIES("off", Form.SWITCH),
    WATCH_DIRS("", Form.WATCH_DIRS),
    MAIL_URL("", Form.MAIL_URL),
    MAIL_FROM("", Form.MAIL_ADDRESS),
    DNS_SERVERS("", Form.DNS_SERVERS),
    FETCH_ALLOW("", Form.NETWORKS),
    FETCH_CA_FILE("", Form.CERTIFICATES),
    FETCH_HTTPS_PORT("443", Form.PORT),
    MONITOR("on", Form.SWITCH),
    COUNTRY_DB("", Form.COUNTRY_FILE),
    ASN_DB("", Form.NETWORK_FILE),
    OIDC_ISSUER("", Form.TEXT),
    OIDC_CLIENT_ID("", Form.TEXT),
    OIDC_CLIENT_SECRET("", Form.SECRET),
    RATE_ANONYMOUS("60", Form.NUMBER),
    RATE_TOKEN("1200", Form.NUMBER),
    RAW_RETENTION_DAYS("90", Form.NUMBER),
    RETENTION_DAYS("0", Form.NUMBER),
    DECOMPRESSED_LIMIT_MB("256", Form.POSITIVE_NUMBER);

    /** What all names begin with in the environment and in the file. */
    public static final String PREFIX = "MAILVANE_";

    private static final String BUNDLE = "settings.";

    /** What is added to a name that names a file with the value. */
    static final String FROM_FILE = "_FILE";

    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\s]+):(\\d+)");

    /**
     * A password inside an address, up to the last at sign: people write user names and passwords
     * that hold one, and too much hidden is better than too little.
     */
    private static final Pattern PASSWORD = Pattern.compile("(://[^:/\\s]*):\\S*@");

    private static final Pattern PASSWORD_OPTION =
            Pattern.compile("([?&](?:ssl)?password=)[^&\\s]*", Pattern.CASE_INSENSITIVE);

    static final int MAX_PORT = 65_535;

    /** The largest value of settings that are numbers but not ports. */
    static final int MAX_NUMBER = 100_000;

    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

    private static final Pattern HOST_NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

    static final int MAX_HOST_NAME = 253;

    /** The part before the at sign (RFC 5321, section 4.1.2, without quoted strings). */
    private static final Pattern MAILBOX =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?<domain>.+)");

    private final String defaultValue;
    private final Form form;

    Setting(String defaultValue, Form form) {
        this.defaultValue = defaultValue;
        this.form = form;
    }

    /** The name in the environment and in the file, such as {@code MAILVANE_DATA_DIR}. */
    public String variable() {
        return PREFIX + name();
    }

    /** The name under which a file is named that holds the value. */
    public String fileVariable() {
        return variable() + FROM_FILE;
    }

    /** The name as a flag, such as {@code --data-dir}. */
    public String flag() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The value where nothing else is set. */
    public String defaultValue() {
        return defaultValue;
    }

    /** Returns one line for a person, without a full stop: that of {@code settings.properties}. */
    public Message meaning() {
        return Message.of(BUNDLE + name().toLowerCase(Locale.ROOT));
    }

    /** The value as it may be shown: secrets, and passwords inside addresses, are replaced. */
    public String masked(String value) {
        if (form == Form.SECRET) {
            return value.isEmpty() ? value : "***";
        }
        return PASSWORD_OPTION
                .matcher(PASSWORD.matcher(value).replaceAll("$1:***@"))
                .replaceAll("$1***");
    }

    /** The setting of this environment name. */
    static Optional<Setting> ofVariable(String variable) {
        return Arrays.stream(values()).filter(s -> s.variable().equals(variable)).findFirst();
    }

    /** What is wrong with a value, or null when it can be used. */
    @Nullable String problemOf(String value) {
        if (value.isEmpty() && defaultValue.isEmpty()) {
            return null;
        }
        return form.problemOf(value);
    }

    /** Whether this system can have a file of this name. */
    static boolean isPath(String text) {
        try {
            return !Path.of(text).toString().contains("\0");
        } catch (InvalidPathException impossible) {
            return false;
        }
    }

    private static boolean isHostName(String text) {
        return text.length() <= MAX_HOST_NAME && HOST_NAME.matcher(text).matches();
    }

    private enum Form {
        TEXT {
            @Override
            @Nullable String problemOf(String value) {
                return value.isBlank() ? "must not be empty" : null;
            }
        },
        PATH {
            @Override
            @Nullable String problemOf(String value) {
                if (value.isBlank()) {
                    return "must not be empty";
                }
                return isPath(value) ? null : "it is not a path";
            }
        },
        SECRET {
            @Override
            @Nullable String problemOf(String value) {
                return null;
            }
        },
        SWITCH {
            @Override
            @Nullable String problemOf(String value) {
                return value.equals("on") || value.equals("off") ? null : "must be on or off";
            }
        },
        NUMBER {
            @Override
            @Nullable String problemOf(String value) {
                boolean fits = value.matches("\\d{1,9}") && Integer.parseInt(value) <= MAX_NUMBER;
                return fits ? null : "must be a whole number from 0 to " + MAX_NUMBER;
            }
        },
        ADDRESS {
            @Override
            @Nullable String problemOf(String value) {
                var matcher = Setting.ADDRESS.matcher(value);
                if (!matcher.matches()) {
                    return "must be host:port, for example 127.0.0.1:8080 or [::1]:8080";
                }
                String port = matcher.group(2);
                return port.length() > 5 || Integer.parseInt(port) > MAX_PORT
                        ? "must have a port from 0 to " + MAX_PORT
                        : null;
            }
        },
        HTTP_URL {
            @Override
            @Nullable String problemOf(String value) {
                try {
                    URI uri = URI.create(value);
                    boolean http =
                            "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
                    if (http
                            && uri.getHost() != null
                            && uri.getQuery() == null
                            && uri.getFragment() == null
                            && uri.getUserInfo() == null) {
                        return null;
                    }
                } catch (IllegalArgumentException notAnAddress) {
                    // Answered below like any other text that is not an address.
                }
                return "must be an http or https URL, for example https://mailvane.example.com";
            }
        },
        AUTHSERV_IDS {
            @Override
            @Nullable String problemOf(String value) {
                try {
                    AuthservIds.parse(value);
                    return null;
                } catch (IllegalArgumentException malformed) {
                    return malformed.getMessage();
                }
            }
        },
        NETWORKS {
            @Override
            @Nullable String problemOf(String value) {
                try {
                    Networks.parse(value);
                    return null;
                } catch (IllegalArgumentException malformed) {
                    return malformed.getMessage();
                }
            }
        },
        DNS_SERVERS {
            @Override
            @Nullable String problemOf(String value) {
                try {
                    DnsServers.parse(value);
                    return null;
                } catch (IllegalArgumentException malformed) {
                    return malformed.getMessage();
                }
            }
        },
        CERTIFICATES {
            @Override
            @Nullable String problemOf(String value) {
                if (value.isBlank() || !isPath(value)) {
                    return "must be the path of a PEM file";
                }
                try {
                    Certificates.read(Path.of(value));
                    return null;
                } catch (IllegalArgumentException unusable) {
                    return unusable.getMessage();
                }
            }
        },
        COUNTRY_FILE {
            @Override
            @Nullable String problemOf(String value) {
                return AddressFile.problemOf(value, AddressFile.Kind.COUNTRY);
            }
        },
        NETWORK_FILE {
            @Override
            @Nullable String problemOf(String value) {
                return AddressFile.problemOf(value, AddressFile.Kind.NETWORK);
            }
        },
        KEY {
            @Override
            @Nullable String problemOf(String value) {
                if (value.isBlank() || !isPath(value)) {
                    return "must be the path of a PEM file";
                }
                try {
                    PrivateKeys.read(Path.of(value));
                    return null;
                } catch (IllegalArgumentException unusable) {
                    return unusable.getMessage();
                }
            }
        },
        PORT {
            @Override
            @Nullable String problemOf(String value) {
                boolean fits =
                        value.matches("\\d{1,5}")
                                && Integer.parseInt(value) >= 1
                                && Integer.parseInt(value) <= MAX_PORT;
                return fits ? null : "must be a port from 1 to " + MAX_PORT;
            }
        },
        DATABASE_URL {
            @Override
            @Nullable String problemOf(String value) {
                return DatabaseUrl.parse(value).isPresent()
                        ? null
                        : "must be postgresql://user:password@host:port/name";
            }
        },
        HOST_NAME {
            @Override
            @Nullable String problemOf(String value) {
                return isHostName(value)
                        ? null
                        : "must be a host name, for example reports.example.com";
            }
        },
        MAIL_URL {
            @Override
            @Nullable String problemOf(String value) {
                return MailUrl.parse(value).isPresent()
                        ? null
                        : "must be smtp://user:password@host:port or"
                                + " smtps://user:password@host:port. User and password can be omitted"
                                + " together. In them, write / ? # % and spaces as %2F %3F %23 %25 %20";
            }
        },
        IMAP_URLS {
            @Override
            @Nullable String problemOf(String value) {
                try {
                    ImapUrl.parse(value);
                    return null;
                } catch (IllegalArgumentException malformed) {
                    return malformed.getMessage();
                }
            }
        },
        WATCH_DIRS {
            @Override
            @Nullable String problemOf(String value) {
                try {
                    WatchDir.parse(value);
                    return null;
                } catch (IllegalArgumentException malformed) {
                    return malformed.getMessage();
                }
            }
        },
        MAIL_ADDRESS {
            @Override
            @Nullable String problemOf(String value) {
                var matcher = MAILBOX.matcher(value);
                return matcher.matches() && isHostName(matcher.group("domain"))
                        ? null
                        : "must be a single email address, for example mailvane@example.com";
            }
        },
        POSITIVE_NUMBER {
            @Override
            @Nullable String problemOf(String value) {
                boolean fits =
                        value.matches("\\d{1,9}")
                                && Integer.parseInt(value) >= 1
                                && Integer.parseInt(value) <= MAX_NUMBER;
                return fits ? null : "must be a whole number from 1 to " + MAX_NUMBER;
            }
        };

        abstract @Nullable String problemOf(String value);
    }
}
