/* A bot that plays any legal move: Crapette, Spit and Kroket, over CGP/1 on stdin and stdout.
 *
 * Build: cc -O2 -o random_bot random_bot.c
 * Run:   ./random_bot
 * Match: cardgames match kroket greedy "c=./random_bot"
 *
 * It needs no rules: each `go` lists the legal moves. stdout is flushed after each line read; without that
 * the answer stays in a buffer while the referee waits for it. Unknown commands are passed over, and so is
 * `stop`: every `go` has been answered by then.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char line[65538]; /* a line has at most 65536 bytes */
static uint32_t state;

static uint32_t next(void) { /* xorshift32 */
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

/* The commitment in `newgame` differs from game to game, so a match that is played again is the same match. */
static void seed(const char *text) {
    state = strstr(text, " commit ") ? 2166136261u : (uint32_t)time(NULL) ^ (uint32_t)getpid();
    while (*text) state = (state ^ (unsigned char)*text++) * 16777619u; /* FNV-1a */
    if (!state) state = 1;
}

/* `go ID ... moves M1 M2 ...`: the n-th of n moves takes the place of those before it with chance 1/n. */
static void go(char *rest) {
    char *id = strtok(rest, " \t\r\n"), *word, *move = "";
    uint32_t seen = 0;
    while ((word = strtok(NULL, " \t\r\n")) && strcmp(word, "moves")) continue;
    while ((word = strtok(NULL, " \t\r\n")))
        if (next() % ++seen == 0) move = word;
    printf("bestmove %s %s\n", move, id ? id : "");
}

int main(void) {
    char command[16], word[32];
    seed("");
    while (fgets(line, sizeof line, stdin)) {
        int used = 0;
        if (sscanf(line, " %15s%n", command, &used) != 1) continue;
        if (!strcmp(command, "cgp")) puts("id name random.c\nid author cardgames\ngames crapette spit kroket\ncgpok 1");
        else if (!strcmp(command, "isready")) puts("readyok");
        else if (!strcmp(command, "ping") && sscanf(line + used, "%31s", word) == 1) printf("pong %s\n", word);
        else if (!strcmp(command, "newgame")) seed(line);
        else if (!strcmp(command, "go")) go(line + used);
        else if (!strcmp(command, "quit")) break;
        fflush(stdout);
    }
    return 0;
}
