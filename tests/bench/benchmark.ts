import type { ChildProcess } from 'node:child_process'

/** One measured number. Its name identifies it, so that the change since the last run can be shown. */
export type Figure = {
  name: string
  value: number
  unit: '/s' | 'ms' | 'MiB' | 'KB' | '%' | 'times' | 'score' | 's' | ''
  better: 'higher' | 'lower'
  note?: string
}

/** The built shop as a separate process. */
export type BenchShop = {
  url: string
  databaseUrl: string
  child: ChildProcess
  /** Time from the start of the process until it is ready, ms. */
  readyMs: number
  /** Processor time used by the process so far, user and system, all threads. */
  cpuMs(): number
  residentMib(): number
}

export type BenchContext = {
  /** Length of one load. */
  seconds: number
  /** Folder for files of the benchmark; removed afterwards. */
  folder: string
  /**
   * Connection string of a database with this name on a durable PostgreSQL (fsync, synchronous_commit). Creates it on
   * the first call.
   */
  createDatabase(name: string): Promise<string>
  /**
   * Starts the shop on a new database or on the given one, built in this checkout or at another `root`. Stopped when
   * the benchmark ends.
   */
  startShop(options?: { databaseUrl?: string; env?: Record<string, string>; root?: string }): Promise<BenchShop>
  /** Registers a process to be stopped when the benchmark ends. */
  adopt(child: ChildProcess): void
  stop(child: ChildProcess): Promise<void>
  /** Prints a figure with its change since the last run on this machine, and stores it. */
  record(figure: Figure): void
  print(line: string): void
}

export type Benchmark = { title: string; run(context: BenchContext): Promise<void> }

/** A benchmark is the default export of `tests/bench/<name>.bench.ts`; `npm run bench -- <name>` runs it alone. */
export function defineBenchmark(benchmark: Benchmark): Benchmark {
  return benchmark
}
