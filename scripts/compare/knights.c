/* A UCI engine that answers at once: the knights go out and back, Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8, again and again.
   Which of the four is due follows from the number of moves in `position startpos moves ...`.

     cc -O2 -o knights knights.c */
#include <stdio.h>
#include <string.h>

static char line[1 << 20];
static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};

int main(void) {
    unsigned played = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "position", 8)) {
            char *at = strstr(line, " moves ");
            for (played = 0; at; at = strchr(at + 1, ' ')) ++played;
            played -= played > 0; /* the blank before `moves` was counted as well */
        } else if (!strncmp(line, "go", 2)) printf("bestmove %s\n", moves[played % 4]);
        else if (!strncmp(line, "isready", 7)) puts("readyok");
        else if (!strncmp(line, "uci\n", 4)) puts("id name knights\nuciok");
        else if (!strncmp(line, "quit", 4)) return 0;
        fflush(stdout);
    }
    return 0;
}
