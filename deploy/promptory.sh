#!/bin/sh
# Copy to /usr/local/bin/promptory: runs a command with the account and the environment of the unit.
set -a
. /etc/promptory.env
set +a
command=/srv/promptory/bin/promptory
[ "$(id -un)" = promptory ] && exec "$command" "$@"
exec runuser -u promptory -- "$command" "$@"
