#!/bin/sh
# A bot that plays any legal move: Crapette, Spit and Kroket, over CGP/1 on stdin and stdout.
#
# Build: nothing to build. Any POSIX shell (dash, bash, busybox), no other program is started.
# Run:   sh random_bot.sh
# Match: cardgames match kroket greedy "sh=sh random_bot.sh"
#
# It needs no rules: each `go` lists the legal moves. `read` takes no more than its line from the pipe and
# `printf` writes at once, so nothing has to be flushed; awk in its place would hold back both. Unknown
# commands are passed over, and so is `stop`: every `go` has been answered by then.
set -uf # -f: a `?` in a position is no file name pattern
LC_ALL=C
state=$$

# The commitment in `newgame` differs from game to game, so a match that is played again is the same match.
seed() {
    seat=0
    while [ $# -ge 2 ]; do
        case $1 in
            seat) seat=$2 ;;
            commit) state=$((0x${2%"${2#???????}"} + seat)) ;;
        esac
        shift
    done
}

# `go ID ... moves M1 M2 ...`, called with all after `go`. One step of the generator, upper bits used.
go() {
    id=$1
    while [ "$1" != moves ]; do shift; done
    shift
    state=$(((state * 1103515245 + 12345) % 2147483648))
    shift $((state / 65536 % $#))
    printf 'bestmove %s %s\n' "$1" "$id"
}

carriage_return=$(printf '\r')
while read -r command rest; do
    command=${command%"$carriage_return"}
    rest=${rest%"$carriage_return"}
    # shellcheck disable=SC2086 # $rest is split into words on purpose
    case $command in
        cgp) printf '%s\n' 'id name random.sh' 'id author cardgames' 'games crapette spit kroket' 'cgpok 1' ;;
        isready) echo readyok ;;
        ping) echo "pong $rest" ;;
        newgame) seed $rest ;;
        go) go $rest ;;
        quit) exit 0 ;;
    esac
done
