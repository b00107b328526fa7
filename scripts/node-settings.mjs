// How the shop's process uses memory. One place for npm start, the tests and the benchmarks.

/**
 * Flags of Node. A small young generation: what a request leaves behind is collected while it still lies in the
 * processor's cache, and it takes no 100 MiB of its own. A cap on the old one, several times what the shop needs, so
 * that V8 collects instead of growing with the machine. Between two collections of the old one it may double: left to
 * itself V8 marked the whole heap five times a second under load, for a fifth of the processors.
 */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=512', '--heap-growing-percent=100']

/**
 * Settings of glibc's allocator, which buffers come from: few arenas for the threads that compress and hash, and memory
 * that is free at the end of one goes back to the system from 128 KiB on. Others ignore them.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
