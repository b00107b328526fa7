// Uses one processor until it is stopped.
for (;;);
