import { createAuth } from '#infra/auth/better-auth.ts'
import { createAccountGateway } from '#infra/auth/better-auth-gateway.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { defineBenchmark } from './benchmark.ts'

const ROUNDS = 6
const READS_PER_ROUND = 500
const SECRET = 'a secret of the benchmark, long enough to sign cookies'

export default defineBenchmark({
  title: 'reading the session of a request, processor time of the shop alone',
  async run({ startShop, record }) {
    const shop = await startShop()
    const { db, close } = connectDatabase(shop.databaseUrl, {
      max: 1,
      onIdleError(error) {
        throw error
      },
    })
    const settings = {
      db,
      secret: SECRET,
      shopUrl: shop.url,
      shopName: 'Perfumeria',
      adminEmail: 'admin@perfumeria.test',
      passwordCost: 'full' as const,
      google: null,
    }
    const accounts = createAccountGateway(settings)
    const auth = createAuth(settings)
    const headers = await signUp(accounts)
    const readers = {
      shop: () => accounts.findUser(headers),
      betterAuth: () => auth.api.getSession({ headers, query: { disableRefresh: true } }),
    }
    const ms = { shop: [] as number[], betterAuth: [] as number[] }
    // In turns, so that both run under the same conditions. The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const reader of ['shop', 'betterAuth'] as const) {
        const took = await measureCpu(readers[reader])
        if (round > 0) ms[reader].push(took)
      }
    }
    await close()
    const [own, theirs] = [median(ms.shop), median(ms.betterAuth)]
    record({ name: 'session read by the shop', value: own, unit: 'ms', better: 'lower', note: 'of processor time' })
    record({
      name: 'session read by Better Auth',
      value: theirs,
      unit: 'ms',
      better: 'lower',
      note: 'of processor time',
    })
    record({ name: 'session read, times faster', value: theirs / own, unit: 'times', better: 'higher' })
  },
})

async function signUp(accounts: ReturnType<typeof createAccountGateway>): Promise<Headers> {
  const terms = { version: '2026-01-01', acceptedAt: new Date() }
  const account = { email: `session-${crypto.randomUUID()}@example.test`, password: 'sekret1', terms }
  const joined = await accounts.signUp(account, { headers: new Headers(), clientAddress: '127.0.0.1' })
  if (!joined.ok) throw new Error(joined.failure.reason)
  return new Headers({ cookie: joined.value.cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') })
}

/** Processor time of this process for one read, ms. */
async function measureCpu(read: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < READS_PER_ROUND; n++) if (!(await read())) throw new Error('the session is not read')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / READS_PER_ROUND
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
