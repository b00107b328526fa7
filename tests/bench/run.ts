import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import type { BenchContext, Benchmark, BenchShop, Figure } from './benchmark.ts'
import { BenchResults, describeMachine } from './results.ts'

// npm run bench [-- name ...]: runs all benchmarks of this folder, or the named ones. BENCH_SECONDS sets the length of
// a load (8).
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
/** Clock ticks of /proc/<pid>/stat, as Linux has them everywhere, ms. */
const TICK_MS = 10

const folder = mkdtempSync(join(tmpdir(), 'perfumeria-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true, log: () => {} })
const results = new BenchResults()
let children: ChildProcess[] = []

const context: BenchContext = {
  seconds: SECONDS,
  folder,
  async createDatabase(name) {
    await postgres.ensureDatabase(name)
    return postgres.url(name)
  },
  async startShop({ databaseUrl, env = {}, root } = {}) {
    const url = databaseUrl ?? (await context.createDatabase(`bench_${randomUUID().replaceAll('-', '')}`))
    return startShop(url, env, root)
  },
  adopt: (child) => void children.push(child),
  stop,
  record(figure) {
    const change = results.replace(figure)
    console.log(
      `${figure.name.padEnd(52)} ${formatValue(figure).padStart(12)}  ${change.padEnd(26)} ${figure.note ?? ''}`,
    )
  },
  print: (line) => console.log(line),
}

async function startShop(databaseUrl: string, env: Record<string, string>, root?: string): Promise<BenchShop> {
  const start = performance.now()
  const settings = {
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    AUTH_SECRET: randomUUID() + randomUUID(),
    // A few buyers at one address order thousands of times.
    LIMIT_FACTOR: '1000',
    ...env,
  }
  const shop = await startShopProcess(settings, root)
  children.push(shop.child)
  await waitForAnswer(shop)
  return {
    url: shop.url,
    databaseUrl,
    child: shop.child,
    readyMs: performance.now() - start,
    cpuMs: () => readCpuMs(shop.child.pid),
    residentMib: () => readResidentMib(shop.child.pid),
  }
}

const ASK_EVERY_MS = 20

/** Waits until the front page is there: builds of other times print other words when they are ready. */
async function waitForAnswer({ url, child }: ShopProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`)
    const status = await fetch(url).then(
      (answer) => answer.arrayBuffer().then(() => answer.status),
      () => 0,
    )
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
}

function readCpuMs(pid: number | undefined): number {
  // The name in brackets may contain spaces; utime and stime are the 14th and 15th field of the line.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, '').trim().split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

function readResidentMib(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function formatValue({ value, unit }: Figure): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  const number = value.toLocaleString('en', { maximumFractionDigits: digits })
  return unit === '/s' ? `${number}/s` : `${number} ${unit}`.trimEnd()
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** The names of the requested benchmarks; all without arguments. */
function listBenchmarks(): string[] {
  const all = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.slice(0, -'.bench.ts'.length))
    .sort()
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`)
  return asked.length > 0 ? asked : all
}

try {
  const names = listBenchmarks()
  console.log(`Machine: ${describeMachine()}`)
  console.log(`PostgreSQL durable (fsync, synchronous_commit), load from the same machine, ${SECONDS} s a load`)
  for (const name of names) {
    const module: { default: Benchmark } = await import(`./${name}.bench.ts`)
    console.log(`\n${name}: ${module.default.title}`)
    await module.default.run(context)
    for (const child of children.toReversed()) await stop(child)
    children = []
  }
} finally {
  for (const child of children.toReversed()) await stop(child)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
