# Without a UTF-8 locale, as under cron, Java can't open files whose names have other letters.
case "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" in
    *[Uu][Tt][Ff]*) ;;
    *) LC_ALL=C.UTF-8 && export LC_ALL ;;
esac
