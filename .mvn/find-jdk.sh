# Sourced by ./mailvane and ./mvnw: sets and exports JAVA_HOME to a JDK of this version or newer.
required_jdk=25

# Major version of the JDK in folder $1, or 0 when there is none (a JRE has no javac and does not count).
jdk_major() {
    [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || { echo 0; return; }
    major=$(sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "$1/release")
    echo "${major:-0}"
}

find_jdk() {
    if [ -n "${JAVA_HOME:-}" ] && [ "$(jdk_major "$JAVA_HOME")" -ge "$required_jdk" ]; then
        export JAVA_HOME
        return 0
    fi
    on_path=$(command -v javac || true)
    if [ -n "$on_path" ]; then
        real=$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")
        home=$(dirname -- "$(dirname -- "$real")")
        if [ "$(jdk_major "$home")" -ge "$required_jdk" ]; then
            JAVA_HOME=$home
            export JAVA_HOME
            return 0
        fi
    fi
    best=0
    for home in /usr/lib/jvm/* "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* \
        /opt/java/* /opt/java /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        major=$(jdk_major "$home")
        # The required version before a newer one: it is the one that the checks run on.
        [ "$major" -eq "$required_jdk" ] && { best=$major; JAVA_HOME=$home; break; }
        if [ "$major" -gt "$required_jdk" ] && [ "$major" -gt "$best" ]; then
            best=$major
            JAVA_HOME=$home
        fi
    done
    if [ "$best" -ge "$required_jdk" ]; then
        export JAVA_HOME
        return 0
    fi
    cat >&2 <<TEXT
A JDK $required_jdk or newer was not found (looked at JAVA_HOME, PATH, /usr/lib/jvm, ~/.sdkman, ~/.jdks, /opt/java).
Install one and run this again, for example:
  Debian, Ubuntu   apt-get install openjdk-$required_jdk-jdk-headless   (or temurin-$required_jdk-jdk)
  Fedora           dnf install java-$required_jdk-openjdk-devel
  macOS            brew install openjdk@$required_jdk
or unpack any JDK $required_jdk and set JAVA_HOME to its folder.
TEXT
    return 1
}
