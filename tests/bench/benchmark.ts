import type { ChildProcess } from 'node:child_process'

/** One measured number. Its name is its identity: the change against the last run is shown beside it. */
export type Figure = {
  name: string
  value: number
  unit: '/s' | 'ms' | 'MiB' | 'KB' | '%' | 'times' | 'score' | 's' | ''
  better: 'higher' | 'lower'
  note?: string
}

/** The built shop as a process of its own. */
export type BenchShop = {
  url: string
  databaseUrl: string
  child: ChildProcess
  /** From the start of the process to its being ready. */
  readyMs: number
  /** Processor time the process has used so far, user and system, all threads. */
  cpuMs(): number
  residentMib(): number
}

export type BenchContext = {
  /** How long one load lasts. */
  seconds: number
  /** Folder for what the benchmark writes; removed afterwards. */
  folder: string
  /** Connection string of a new database of this name on a durable PostgreSQL (fsync, synchronous_commit), or of the one made before. */
  createDatabase(name: string): Promise<string>
  /** Starts the shop on a database of its own unless one is given, built in this checkout or at another `root`; stopped when the benchmark ends. */
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
