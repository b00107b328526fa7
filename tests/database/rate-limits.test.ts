import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitAttempts, limitFailedAttempts } from '#domain/rate-limits/limit-attempts.server.ts'
import { limitKey, listCounters, RATE_LIMITS } from '#domain/rate-limits/rate-limits.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const ALA = { action: 'sign_in', account: 'ala@example.com', clientAddress: '203.0.113.7' } as const
const [{ most: PER_NETWORK_AND_ACCOUNT }] = RATE_LIMITS.sign_in.limits

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ demo: false })
})
beforeEach(() => database.db.deleteFrom('rate_limits').execute())
afterAll(() => database.drop())

const services = () => ({ db: database.db, now: () => new Date(), limitFactor: 1 })

async function counts(): Promise<Record<string, number>> {
  const rows = await database.db.selectFrom('rate_limits').select(['key', 'hits']).execute()
  return Object.fromEntries(rows.map(({ key, hits }) => [key, hits]))
}

const ofAla = (hits: number) => ({
  [limitKey('sign_in', 'network_and_account', ALA.clientAddress, ALA.account)]: hits,
  [limitKey('sign_in', 'network', ALA.clientAddress)]: hits,
  [limitKey('sign_in', 'account', ALA.account)]: hits,
})

test('sign-in limits: an attempt that throws counts as a failure', async () => {
  const breaks = () => Promise.reject(new Error('the hash broke'))
  await expect(limitFailedAttempts(services(), ALA, breaks, () => false)).rejects.toThrow('the hash broke')
  expect(await counts()).toEqual(ofAla(1))
})

test('sign-in limits: what succeeds is given back everywhere, what fails stays counted', async () => {
  const answer = (right: boolean) =>
    limitFailedAttempts(
      services(),
      ALA,
      async () => right,
      (was) => !was,
    )
  expect(await answer(true)).toEqual({ ok: true, value: true })
  expect(await counts()).toEqual(ofAla(0))
  expect(await answer(false)).toEqual({ ok: true, value: false })
  expect(await counts()).toEqual(ofAla(1))
})

test('sign-in limits: of fifty attempts at once ten are made, the others are refused and counted nowhere', async () => {
  let [running, most] = [0, 0]
  const attempt = async () => {
    running += 1
    most = Math.max(most, running)
    while (await roomLeft()) await database.db.selectFrom('users').select('id').execute()
    running -= 1
    return false
  }
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => limitFailedAttempts(services(), ALA, attempt, (right) => !right)),
  )
  expect(most).toBe(PER_NETWORK_AND_ACCOUNT)
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(PER_NETWORK_AND_ACCOUNT)
  expect(await counts()).toEqual(ofAla(PER_NETWORK_AND_ACCOUNT))
})

async function roomLeft(): Promise<boolean> {
  return Math.max(0, ...Object.values(await counts())) < PER_NETWORK_AND_ACCOUNT
}

test('sign-in limits: what one network may no longer do never reaches the count of the account', async () => {
  for (let n = 0; n < PER_NETWORK_AND_ACCOUNT; n++) await limitAttempts(services(), ALA.action, ALA)
  let most = 0
  let flooding = true
  const watch = async () => {
    while (flooding) most = Math.max(most, (await counts())[limitKey('sign_in', 'account', ALA.account)] ?? 0)
  }
  const watching = watch()
  const flood = await Promise.all(Array.from({ length: 300 }, () => limitAttempts(services(), ALA.action, ALA)))
  flooding = false
  await watching
  expect(flood.some(({ ok }) => ok)).toBe(false)
  expect(most).toBe(PER_NETWORK_AND_ACCOUNT)
  expect(await counts()).toEqual(ofAla(PER_NETWORK_AND_ACCOUNT))
})

test('sign-in limits: crowds on the same accounts and networks never wait for each other in a circle', async () => {
  const accounts = ['ala@example.com', 'jan@example.com', 'ewa@example.com', 'ola@example.com']
  const networks = ['203.0.113.1', '203.0.113.2', '2001:db8:1:2::1', '2001:db8:1:3::1']
  const crowd = accounts.flatMap((account) => networks.map((clientAddress) => ({ ...ALA, account, clientAddress })))
  const rounds = await Promise.all(
    [...crowd, ...crowd.toReversed(), ...crowd, ...crowd.toReversed()].map((who) =>
      limitFailedAttempts(
        services(),
        who,
        async () => true,
        (right) => !right,
      ),
    ),
  )
  expect(rounds.every(({ ok }) => ok)).toBe(true)
  expect(new Set(Object.values(await counts()))).toEqual(new Set([0]))
})

test('order limits: a refused order gives back what it counted', async () => {
  const who = { account: 'a-user', clientAddress: ALA.clientAddress }
  const [, { most }] = RATE_LIMITS.order.limits
  const network = limitKey('order', 'network', ALA.clientAddress)
  expect((await limitAttempts(services(), 'order', who)).ok).toBe(true)
  await database.db.updateTable('rate_limits').set({ hits: most }).where('key', '=', network).execute()
  const refused = await limitAttempts(services(), 'order', who)
  expect(refused).toMatchObject({ ok: false, failure: { reason: 'too_many_attempts' } })
  expect(await counts()).toEqual({ [network]: most, [limitKey('order', 'account', 'a-user')]: 1 })
})

test('rate limits: every limit of a network also holds for an IPv6 /48, at ten times', () => {
  const most = (action: 'sign_up' | 'locker_search' | 'order' | 'sign_in', clientAddress: string) =>
    listCounters(action, { account: null, clientAddress }, 1).map((counter) => counter.most)
  expect(most('sign_up', '203.0.113.7')).toEqual([500])
  expect(most('sign_up', '2001:db8::1')).toEqual([500, 5000])
  expect(most('locker_search', '2001:db8::1')).toEqual([600, 6000])
  expect(most('order', '2001:db8::1')).toEqual([2000, 20_000])
  expect(most('sign_in', '2001:db8::1')).toEqual([600, 6000])
})

test('rate limits: the factor multiplies every limit', () => {
  const limits = listCounters('sign_in', ALA, 3).map((counter) => counter.most)
  expect(limits).toEqual(listCounters('sign_in', ALA, 1).map((counter) => counter.most * 3))
})
