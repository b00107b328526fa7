// Settings of Node for the shop's process, shared by npm start, the tests and the benchmarks.
import { fileURLToPath } from 'node:url'

/**
 * Flags of Node. The young generation is small, so that garbage of a request is collected while it is in the
 * processor's cache, and memory use stays low. The old generation is limited to several times what the shop needs, so
 * that V8 collects instead of growing with the machine. It may double between two collections. By default V8 marked the
 * whole heap five times a second under load, which took a fifth of the processors.
 */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=512', '--heap-growing-percent=100']

/**
 * Settings of glibc's allocator, which allocates buffers: few arenas for the threads that compress and hash, and free
 * memory at the end of an arena is returned to the system from 128 KiB on. Other allocators ignore them. Node stores
 * the code it has compiled beside the build, so that the next start is a tenth faster; each new build empties the folder.
 */
export const NODE_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../build/server/compile-cache', import.meta.url)),
}
