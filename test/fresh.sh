#!/usr/bin/env bash
# Shows in a table that the README's two commands work on a fresh machine: as root under a private
# home, as another user, twice in a row, with the port taken, and after kill -9 of the server and of
# the database. Clones the committed state; needs root (it makes a user), git, node, npm and curl.
#   test/fresh.sh           everything
#   test/fresh.sh --quick   without `npm test` (the demo and the faults only)
set -uo pipefail
cd "$(dirname "$0")/.."
SOURCE=$PWD
QUICK=${1:-}
PORT=8090
BASE=http://127.0.0.1:$PORT
OTHER_USER=marey-fresh
WORK=$(mktemp -d)
PRIVATE=$HOME/marey-fresh
ROWS=()
FAILED=0

row() { # title, outcome (0 = holds), detail
  local verdict=ok
  if [ "$2" -ne 0 ]; then verdict=FAILED; FAILED=1; fi
  ROWS+=("$(printf '%-58s %-7s %s' "$1" "$verdict" "$3")")
  printf '%s\n' "${ROWS[-1]}"
}

run() { # title, log, command...
  local title=$1 log=$2 started=$SECONDS status
  shift 2
  "$@" >"$log" 2>&1
  status=$?
  row "$title" $status "$((SECONDS - started)) s"
  [ $status -eq 0 ] || tail -n 25 "$log"
}

wait_for_ready() { # seconds
  local end=$((SECONDS + $1))
  until curl -fsS "$BASE/ready" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}

both_commands() { # who, folder, prefix command...
  local who=$1 folder=$2
  shift 2
  run "$who: npm ci && npm run demo -- --exit" "$WORK/demo.log" \
    "$@" bash -c "cd '$folder' && npm ci --no-audit --no-fund && npm run demo -- --exit"
  if [ "$QUICK" != --quick ]; then
    run "$who: npm ci && npm test" "$WORK/test.log" \
      "$@" bash -c "cd '$folder' && npm ci --no-audit --no-fund && npm test"
  fi
}

cleanup() {
  [ -z "${SERVER:-}" ] || kill -9 "$SERVER" 2>/dev/null
  [ -z "${LISTENER:-}" ] || kill -9 "$LISTENER" 2>/dev/null
  stop_database "$PRIVATE/marey"
  [ ! -f "$PRIVATE/marey/.marey/location.txt" ] || rm -rf "$(cat "$PRIVATE/marey/.marey/location.txt")"
  pkill -9 -u "$OTHER_USER" 2>/dev/null
  userdel -r "$OTHER_USER" 2>/dev/null
  rm -rf "$WORK" "$PRIVATE"
}

database() { # process id of the embedded server of a clone, if it runs
  local folder=$1/.marey
  [ ! -f "$folder/location.txt" ] || folder=$(cat "$folder/location.txt")
  head -n 1 "$folder/data/postmaster.pid" 2>/dev/null
}

stop_database() {
  local id
  id=$(database "$1")
  [ -z "$id" ] || kill -INT "$id" 2>/dev/null
}

trap cleanup EXIT

# 1. root, in a home that nobody else may enter
rm -rf "$PRIVATE" && mkdir -m 700 "$PRIVATE"
git clone -q "$SOURCE" "$PRIVATE/marey"
[ ! -d "$SOURCE/../shared" ] || ln -s "$(cd "$SOURCE/../shared" && pwd)" "$PRIVATE/shared"
both_commands "root, private home" "$PRIVATE/marey" env
both_commands "root, private home, second time" "$PRIVATE/marey" env

# 2. another user
userdel -r "$OTHER_USER" 2>/dev/null
useradd --create-home --shell /bin/bash "$OTHER_USER"
OTHER_HOME=$(getent passwd "$OTHER_USER" | cut -d: -f6)
git clone -q "$SOURCE" "$OTHER_HOME/marey"
[ ! -d "$SOURCE/../shared" ] || cp -r "$SOURCE/../shared" "$OTHER_HOME/shared"
cp "$HOME/.npmrc" "$OTHER_HOME/.npmrc" 2>/dev/null
chown -R "$OTHER_USER" "$OTHER_HOME"
both_commands "another user" "$OTHER_HOME/marey" \
  runuser -u "$OTHER_USER" -- env "HOME=$OTHER_HOME" "PATH=$PATH"
pkill -u "$OTHER_USER" 2>/dev/null

# 3. the port is taken
cd "$PRIVATE/marey" || exit 1
node -e "require('net').createServer().listen($PORT, '127.0.0.1')" &
LISTENER=$!
sleep 1
if timeout 60 npm start >"$WORK/taken.log" 2>&1; then status=1; else status=0; fi
grep -q ":$PORT: the port is taken" "$WORK/taken.log" || status=1
row "port taken: npm start ends with a clear error" $status "$(grep ":$PORT:" "$WORK/taken.log" | head -n 1 | cut -c1-100)"
kill -9 "$LISTENER" && wait "$LISTENER" 2>/dev/null
LISTENER=

# 4. kill -9 of the server: nothing that was answered 2xx is lost
start_server() {
  AUTHORIZATION=disabled node dist/src/main.js >>"$WORK/server.log" 2>&1 &
  SERVER=$!
  wait_for_ready 60
}
create() { curl -fsS -X POST "$BASE/timetable" -H 'content-type: application/json' -d '{}' | grep -o '[0-9]\+'; }
count() { curl -fsS "$BASE/timetable?page_size=1" | grep -o '"count":[0-9]*' | grep -o '[0-9]*'; }

start_server
row "npm start answers /ready" $? ""
before=$(count)
for _ in 1 2 3 4 5; do create >/dev/null; done
kill -9 "$SERVER" && wait "$SERVER" 2>/dev/null
start_server
after=$(count)
[ "$after" = "$((before + 5))" ]
row "kill -9 of the server: started again, nothing lost" $? "$before + 5 = $after timetables"

# 5. kill -9 of the database: 503 meanwhile, healed by itself, nothing lost
create >/dev/null
kill -9 "$(database "$PRIVATE/marey")"
status=$(curl -s -o /dev/null -w '%{http_code}' -m 20 "$BASE/timetable")
case "$status" in 503 | 200) ok=0 ;; *) ok=1 ;; esac
row "kill -9 of the database: a clear answer meanwhile" $ok "HTTP $status"
wait_for_ready 60
row "kill -9 of the database: the server heals by itself" $? ""
healed=$(count)
[ "$healed" = "$((after + 1))" ]
row "kill -9 of the database: nothing lost" $? "$after + 1 = $healed timetables"
kill -TERM "$SERVER" && wait "$SERVER"
row "SIGTERM: the server drains and ends with 0" $? ""
SERVER=

printf '\n%s\n' "------------------------------------------------------------"
printf '%s\n' "${ROWS[@]}"
exit $FAILED
