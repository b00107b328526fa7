import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptsInFlight } from '#domain/rate-limits/attempts-under-way.ts'
import { FAILURES_PER_PAIR, limitKey, limitSecretAttempt } from '#domain/rate-limits/limit-attempts.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const WHO = { email: 'ala@example.com', clientAddress: '203.0.113.7' }
const PAIR = limitKey('sign-in', WHO.email, WHO.clientAddress)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ demo: false })
})
afterAll(() => database.drop())

const door = () => ({ db: database.db, now: () => new Date(), limitFactor: 1 })

test('an attempt that breaks counts as a failure and is no longer under way', async () => {
  const breaks = () => Promise.reject(new Error('the hash broke'))
  await expect(limitSecretAttempt(door(), WHO, breaks, () => false)).rejects.toThrow('the hash broke')
  expect(attemptsInFlight.count(PAIR)).toBe(0)
  const counted = await database.db.selectFrom('rate_limits').select('hits').where('key', '=', PAIR).execute()
  expect(counted).toEqual([{ hits: 1 }])
})

test('an attempt that cannot even be counted blocks nobody after it', async () => {
  let gone = false
  const failing = new Error('the database is away')
  const away = {
    ...door(),
    get db() {
      if (gone) throw failing
      return database.db
    },
  }
  const wrong = async () => {
    gone = true
    return false
  }
  await expect(limitSecretAttempt(away, WHO, wrong, (right) => !right)).rejects.toThrow(failing)
  expect(attemptsInFlight.count(PAIR)).toBe(0)
})

test('never more looks at once than there are failures left', async () => {
  const who = { ...WHO, email: 'jan@example.com' }
  let now = 0
  let most = 0
  const look = async () => {
    now += 1
    most = Math.max(most, now)
    await database.db.selectFrom('users').select('id').execute()
    now -= 1
    return 'right'
  }
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, () => limitSecretAttempt(door(), who, look, () => false)),
  )
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
  expect(most).toBe(FAILURES_PER_PAIR)
})
