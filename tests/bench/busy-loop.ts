// Takes all of a processor until it is stopped.
for (;;);
