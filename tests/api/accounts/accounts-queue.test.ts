import { once } from 'node:events'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { hashPassword } from '#infra/auth/password.ts'
import { type Api, askAll, cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

const PASSWORD = 'sekret1'

const test = base
  .extend('demo', { scope: 'file' }, false)
  .extend('apiOptions', { scope: 'file' }, () => ({ clock: openWindowClock(), passwordCost: 'full' as const }))

/** Hashes before the tests. */
const HASHES = 30
/** Work of a crowd, ms: three times what may wait. */
const CROWD_MS = 6_000

let api: Api
/** People who sign in at once: three times as many as may wait on this machine. */
let crowd: number
test.beforeAll(async ({ api: started }) => {
  api = started
  // How many may wait follows from the mean time of late hashes, which cheap ones of other files have lowered.
  const startedAt = performance.now()
  for (let hashed = 0; hashed < HASHES; hashed += 1) await hashPassword(PASSWORD, 'full')
  const hashMs = (performance.now() - startedAt) / HASHES
  crowd = Math.min(200, Math.max(40, Math.ceil(CROWD_MS / hashMs) * (availableParallelism() > 2 ? 2 : 1)))
})

const guest = (email: string, password = PASSWORD) =>
  api.post('/api/guest-sign-in', { email, password, acceptedTerms: true })

/** Stores accounts that share one password, which is hashed once. */
async function register(emails: readonly string[]): Promise<void> {
  const password = await hashPassword(PASSWORD, 'full')
  const names = { image: null, first_name: null, last_name: null }
  const users = await api.db
    .insertInto('users')
    .values(emails.map((email) => ({ email, ...names })))
    .returning('id')
    .execute()
  await api.db
    .insertInto('identities')
    .values(users.map(({ id }) => ({ user_id: id, account_id: id, provider_id: 'credential', password })))
    .execute()
}

const statuses = (answers: readonly Response[]) => answers.map(({ status }) => status)
const sessionsOpened = async () => (await api.db.selectFrom('sessions').select('id').execute()).length

async function guessesCounted(): Promise<number> {
  const rows = await api.db.selectFrom('rate_limits').select(['key', 'hits']).execute()
  return rows.filter(({ key }) => key.includes('"account"')).reduce((sum, { hits }) => sum + hits, 0)
}

test('sign-in: of a crowd at once some are signed in, the others are told to retry at once, and all succeed', async () => {
  const people = Array.from({ length: crowd }, (_, n) => `osoba-${n}@example.com`)
  await register(people)
  let left = people
  let asked = 0
  const enter = async (email: string) => {
    const answer = await guest(email)
    asked += 1
    if (answer.status === 200) return cookieOf(answer) ? null : email
    const seconds = Number(answer.headers.get('retry-after'))
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        error: {
          code: 'sign_in_busy',
          message: 'Bardzo dużo osób loguje się w tej chwili. Spróbuj ponownie za chwilę.',
        },
      },
    ])
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(30)
    return email
  }
  while (left.length > 0) left = (await Promise.all(left.map(enter))).filter((email) => email !== null)
  expect(asked).toBeGreaterThan(people.length)
  expect(await sessionsOpened()).toBe(people.length)
  // A refused attempt was not counted.
  expect(await guessesCounted()).toBe(0)
})

test('sign-in: the password of a disconnected caller is not checked and does not count', async () => {
  await api.db.deleteFrom('sessions').execute()
  const leaving = Array.from({ length: 30 }, (_, n) => `wychodzi-${n}@example.com`)
  await register(leaving)
  const { hostname, port } = new URL(api.base)
  await Promise.all(
    leaving.map(async (email, n) => {
      const body = JSON.stringify({ email, password: n % 2 ? PASSWORD : 'guess-1' })
      const socket = connect(Number(port), hostname)
      socket.end(
        `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      await once(socket, 'finish')
      socket.destroy()
    }),
  )
  expect(statuses(await askAll([() => guest('zostaje@example.com')]))).toEqual([200])
  await eventually(async () => expect(await guessesCounted()).toBeLessThan(10))
  expect(await sessionsOpened()).toBeLessThan(10)
})

test('sign-in: a place in the queue is freed even if the attempt fails or is refused', async () => {
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => guest(`osoba-${n}@example.com`, 'guess-1')))
    for (const { status } of answers) expect([401, 429, 503]).toContain(status)
  }
  expect(statuses(await askAll([() => guest('osoba-39@example.com')]))).toEqual([200])
})
