import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connectDatabase } from '#infra/db/connect.ts'
import { defineBenchmark } from './benchmark.ts'

const BACKLOG = 2_800
/** Delay of each of the four answers per mail, ms. */
const LATENCY_MS = 50

export default defineBenchmark({
  title: `a backlog of ${BACKLOG} mails, to a server whose answers take ${LATENCY_MS} ms`,
  async run(context) {
    const sink = fork('tests/bench/smtp-sink.ts', [String(LATENCY_MS)])
    context.adopt(sink)
    const [port]: number[] = await once(sink, 'message')
    const shop = await context.startShop({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    const { db, close } = connectDatabase(shop.databaseUrl, {
      max: 1,
      onIdleError(error) {
        throw error
      },
    })
    const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const rows = Array.from({ length: BACKLOG }, (_, n) => ({
      key: `backlog-${n}`,
      template: 'password-changed',
      recipient: `backlog-${n}@example.test`,
      data: JSON.stringify({ userId }),
    }))
    const startedAt = performance.now()
    await db.insertInto('mail_outbox').values(rows).execute()
    const countWaiting = async () => {
      const waiting = db.selectFrom('mail_outbox').select(({ fn }) => fn.countAll<string>().as('mails'))
      return Number((await waiting.where('sent_at', 'is', null).executeTakeFirstOrThrow()).mails)
    }
    let waiting = BACKLOG
    while (waiting > 0 && performance.now() - startedAt < 5 * context.seconds * 1_000) waiting = await countWaiting()
    const seconds = (performance.now() - startedAt) / 1_000
    context.record({ name: 'mails of a backlog', value: (BACKLOG - waiting) / seconds, unit: '/s', better: 'higher' })
    await close()
    await context.stop(shop.child)
  },
})
