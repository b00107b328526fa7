// npm run start-clean: removes all data of the trial before the shop sells, as 'Zacznij naprawdę' in the panel does,
// even while the shop runs. With `-- --keep-demo` the demo goods stay.
import { createInterface } from 'node:readline/promises'
import { fromKysely, PgBoss } from 'pg-boss'
import { startClean } from '#domain/flows/going-live/start-clean.server.ts'
import { START_WORD, TRIAL_COUNTS } from '#domain/going-live/going-live.ts'
import { countTrial, hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import type { JobQueue } from '#domain/kernel/jobs.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { findRunningDatabase, openEmbeddedDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import { loadEnv } from '#infra/env.ts'
import { discardJobs } from '#infra/jobs/discard-jobs.ts'
import { Lifecycle } from '#infra/lifecycle.ts'
import { printStep } from '#infra/process/terminal.ts'
import { StartupError } from '#infra/startup-error.ts'

const NAMES: Record<(typeof TRIAL_COUNTS)[number], string> = {
  orders: 'zamówienia',
  people: 'konta i kupujący, wszyscy prócz administratora',
  reviews: 'opinie',
  cases: 'odstąpienia i reklamacje',
  messages: 'wiadomości z formularza',
  mails: 'e-maile',
  demo_products: 'produkty pokazowe',
}

const REFUSALS = {
  real_order_exists: 'jest już prawdziwe zamówienie',
  busy: 'sklep jest zajęty, spróbuj za chwilę',
} as const

const lifecycle = new Lifecycle()
await lifecycle.start(async () => {
  const env = loadEnv()
  const url =
    env.databaseUrl ??
    findRunningDatabase(env.dataDir) ??
    (await openEmbeddedDatabase({ dataDir: env.dataDir, printStep, lifecycle })).url
  const { db, close } = connectDatabase(url, { max: 1, onIdleError: (error) => printStep(String(error)) })
  lifecycle.onStop('the database connection', close)
  if (await hasRealOrder(db))
    throw new StartupError('Jest już prawdziwe zamówienie. Od tej chwili niczego nie można usunąć.')
  const removesDemo = !process.argv.includes('--keep-demo')
  const counts = await countTrial(db, env.adminEmail)
  for (const name of TRIAL_COUNTS) {
    if (name !== 'demo_products' || removesDemo) printStep(`Do usunięcia: ${NAMES[name]}: ${counts[name]}`)
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(`Tego nie da się cofnąć. Wpisz ${START_WORD}, aby kontynuować: `)
  terminal.close()
  if (typed.trim().toUpperCase() !== START_WORD) throw new StartupError('Nic nie usunięto.')
  const jobs = await openJobs(url)
  lifecycle.onStop('the job queue', jobs.stop)
  const services = { db, jobs, now: () => new Date(), adminEmail: env.adminEmail }
  const started = await startClean(services, { userId: null, removesDemo })
  if (!started.ok) throw new StartupError(`Nic nie usunięto: ${REFUSALS[started.failure.reason]}.`)
  printStep('Próby są usunięte. Co Twoje, zostało.')
})
await lifecycle.stop()

/** The queue for a command: it enqueues for the shop's own processes and works on nothing. */
async function openJobs(databaseUrl: string): Promise<JobQueue & { stop(): Promise<void> }> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', (error) => printStep(String(error)))
  await boss.start()
  const known = new Set<string>()
  return {
    async enqueue(trx, name, payload) {
      if (!known.has(name)) await boss.createQueue(name)
      known.add(name)
      const id = await boss.send(name, payload, { db: fromKysely(trx) })
      if (id === null) throw new Error(`job ${name} was not enqueued`)
    },
    discard: discardJobs,
    stop: () => boss.stop({ graceful: false }),
  }
}
