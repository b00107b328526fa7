import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/server.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { READY, startShopProcess } from '#tests/support/shop-process.ts'
import { Buyer, uncountStock } from './buyer.ts'
import { firstVisit } from './first-visit.ts'
import { type Load, load, repeat } from './load.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const BUYERS = 20

const folder = mkdtempSync(join(tmpdir(), 'perfumeria-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true, log: () => {} })
await postgres.ensureDatabase('bench')
const children: ChildProcess[] = []
async function measure(): Promise<void> {
  const [cpu] = cpus()
  print(
    `Machine: ${cpus().length} x ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  )
  print(
    `PostgreSQL durable (fsync, synchronous_commit), load from the same machine, ${SECONDS} s a row, 10 connections\n`,
  )

  const port = await freePort()
  const environment = {
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    DATABASE_URL: postgres.url('bench'),
    DATA_DIR: folder,
    AUTH_SECRET: randomUUID() + randomUUID(),
    // A few buyers at one address order thousands of times.
    LIMIT_FACTOR: '1000',
  }
  const first = await startShop(environment)
  await stop(first.child)
  const { child, readyMs } = await startShop(environment)
  const shop = `http://127.0.0.1:${port}`
  print(
    `time to ready           first ${ms(first.readyMs)} (migrate, seed, pictures), second ${ms(readyMs)} (database already running)`,
  )
  print(`memory at rest          ${memoryOf(child)}`)

  for (const path of ['/', '/sklep', '/produkt/layali-zahran']) {
    const page = await fetch(shop + path, { headers: { 'accept-encoding': 'br' } })
    await page.arrayBuffer()
    const raw = await startRawNode(shop + path)
    const cached = await load(shop + path, SECONDS)
    const yardstick = await load(raw.url, SECONDS)
    await stop(raw.child)
    row(
      `cached   ${path}`,
      cached,
      `${percent(cached, yardstick)} of raw Node with the same bytes (${rate(yardstick)})`,
    )
  }
  // A query this long is nothing a page links to, so it is rendered each time (infra/http/public-pages.ts).
  const uncached = `ref=${'x'.repeat(450)}`
  for (const path of ['/', '/sklep', '/produkt/layali-zahran'])
    row(`uncached ${path}`, await load(`${shop}${path}?${uncached}`, SECONDS))
  row('GET /api/products?pageSize=24', await load(`${shop}/api/products?pageSize=24`, SECONDS))
  row('GET /api/products?search=roza', await load(`${shop}/api/products?search=roza`, SECONDS))

  await uncountStock(postgres.url('bench'))
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => Buyer.signIn(shop)))
  let next = 0
  const orders = await repeat(BUYERS, SECONDS, async () => {
    next += 1
    await buyers[next % BUYERS]?.order()
  })
  row(`orders (cash on delivery, ${BUYERS} buyers)`, orders)
  print(`memory after load       ${memoryOf(child)}\n`)

  const browser = await launchBrowser()
  for (const path of ['/', '/sklep', '/produkt/layali-zahran']) {
    const visit = await firstVisit(browser, shop + path)
    print(
      `first visit ${path.padEnd(24)} JS ${kb(visit.scripts)} gzip (budget 130 KB), CSS ${kb(visit.styles)} gzip, HTML ${kb(visit.html)} gzip, fonts ${kb(visit.fonts)}, pictures ${kb(visit.pictures)}`,
    )
  }
  await browser.close()
}

async function startShop(environment: Record<string, string>): Promise<{ child: ChildProcess; readyMs: number }> {
  const start = performance.now()
  const shop = await startShopProcess(environment)
  children.push(shop.child)
  await shop.untilPrinted(READY)
  return { child: shop.child, readyMs: performance.now() - start }
}

async function startRawNode(page: string): Promise<{ child: ChildProcess; url: string }> {
  const response = await fetch(page, { headers: { 'accept-encoding': 'br' } })
  const html = Buffer.from(await response.arrayBuffer())
  const file = join(folder, 'page.br')
  writeFileSync(file, brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
  const port = await freePort()
  const child = fork('tests/bench/raw-node.ts', [file, String(port)])
  children.push(child)
  await new Promise((resolve) => child.once('message', resolve))
  return { child, url: `http://127.0.0.1:${port}/` }
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** Resident memory as Linux counts it. */
function memoryOf(child: ChildProcess): string {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  return `${Math.round(Number(kilobytes) / 1024)} MiB resident`
}

function row(name: string, result: Load, note = ''): void {
  const failures = result.failed === 0 ? '' : ` FAILED: ${result.failed}`
  print(
    `${name.padEnd(40)} ${rate(result).padStart(10)}  p50 ${result.p50Ms.toFixed(1)} ms  p99 ${result.p99Ms.toFixed(1)} ms  ${note}${failures}`,
  )
}

const rate = (result: Load) => `${Math.round(result.perSecond).toLocaleString('en')}/s`
const percent = (a: Load, b: Load) => `${Math.round((a.perSecond / b.perSecond) * 100)}%`
const ms = (value: number) => `${Math.round(value)} ms`
const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

function print(line: string): void {
  console.log(line)
}

try {
  await measure()
} finally {
  for (const child of children.toReversed()) await stop(child)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
