/* The fastest bot there can be, to measure the referee with: the first legal move of each `go`, at once.
 *
 * Build: cc -O2 -o instant instant.c
 * Run:   ./instant (in a match: cardgames match kroket "a=./instant" "b=./instant")
 *
 * Speaks CGP/1 for Crapette, Spit and Kroket. One read(2) and one write(2) for each batch of lines; no line
 * is copied, and of a line that is no command only the first bytes are looked at.
 */
#define _GNU_SOURCE /* memmem */
#include <string.h>
#include <unistd.h>

static char in[1 << 17], out[1 << 17];
static size_t filled, written;

static void put(const char *text, size_t length) {
    memcpy(out + written, text, length);
    written += length;
}
#define PUT(literal) put(literal, sizeof literal - 1)

/* The word at `from`, blanks before it passed over; a line ends in '\n', so this stops there at the latest. */
static char *word(char *from, size_t *length) {
    while (*from == ' ') from++;
    for (*length = 0; from[*length] > ' ';) ++*length;
    return from;
}

static void go(char *rest, char *end) { /* `go ID ... moves M1 M2 ...` */
    size_t id_length, move_length;
    char *id = word(rest, &id_length), *moves = memmem(id, (size_t)(end - id), " moves ", 7), *move;
    if (!moves) return;
    move = word(moves + 7, &move_length);
    PUT("bestmove "), put(move, move_length), PUT(" "), put(id, id_length), PUT("\n");
}
static int answer(char *line, char *end) { /* 0 after quit */
    size_t length;
    line = word(line, &length);
    if (length == 2 && !memcmp(line, "go", 2)) go(line + 2, end);
    else if (length == 7 && !memcmp(line, "isready", 7)) PUT("readyok\n");
    else if (length == 3 && !memcmp(line, "cgp", 3)) PUT("id name instant\ngames crapette spit kroket\ncgpok 1\n");
    else if (length == 4 && !memcmp(line, "ping", 4)) PUT("pong"), put(line + 4, (size_t)(end - line - 3));
    return !(length == 4 && !memcmp(line, "quit", 4));
}

int main(void) {
    ssize_t got;
    int going = 1;
    while (going && (got = read(0, in + filled, sizeof in - filled)) > 0) {
        char *line = in, *end;
        filled += (size_t)got;
        for (written = 0; going && (end = memchr(line, '\n', (size_t)(in + filled - line))); line = end + 1)
            going = answer(line, end);
        filled -= (size_t)(line - in);
        memmove(in, line, filled);
        if (written && write(1, out, written) < 0) return 1;
    }
    return 0;
}
