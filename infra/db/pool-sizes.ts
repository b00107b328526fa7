import { availableParallelism } from 'node:os'

/** Most connections in each pool of a process. */
export function poolSizes(processors = availableParallelism()): { shop: number; public: number } {
  return {
    // PostgreSQL accepts 100 by default, and several processes may share it. Enough connections let simultaneous
    // commits share one wait for the disk.
    shop: Math.min(40, Math.max(20, processors * 4)),
    // At most as many as the processors can work on, which orders use as well.
    public: Math.min(10, Math.max(2, processors)),
  }
}

/** Most connections of a process besides its pools: jobs, notices, the watch over the database, a migration. */
export const OTHER_CONNECTIONS = 7
