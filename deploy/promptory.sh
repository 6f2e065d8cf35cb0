#!/bin/sh
# Copy to /usr/local/bin/promptory: runs a command with the account and the environment of the unit.
# Each line is taken as it stands, as systemd does: a shell would run what follows an & or in a `.
while IFS= read -r line || [ -n "$line" ]; do
  name=${line%%=*}
  case $line in *=*) ;; *) continue ;; esac
  case $name in '' | [0-9]* | *[!A-Za-z0-9_]*) continue ;; esac
  value=$(printf '%s' "${line#*=}" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//')
  case $value in
    "'"*"'") value=${value#?} value=${value%?} ;;
    *\\*)
      echo "promptory: /etc/promptory.env: put the value of $name in single quotes, because it has a backslash." >&2
      exit 1
      ;;
    '"'*'"') value=${value#?} value=${value%?} ;;
  esac
  export "$name=$value"
done </etc/promptory.env
command=/srv/promptory/bin/promptory
[ "$(id -un)" = promptory ] && exec "$command" "$@"
exec runuser -u promptory -- "$command" "$@"
