import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AttemptVerdict, limitAttempts, limitGuesses } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import {
  type Attempter,
  type LimitedAction,
  limitKey,
  listCounters,
  RATE_LIMITS,
} from '#domain/kernel/rate-limits/rate-limits.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

const ALA = { account: 'ala@example.com', clientAddress: '203.0.113.7' } as const
const GUESS = { countWhenWrong: 'wrong_password', countWhenRight: 'right_password', ...ALA } as const
const [{ most: PER_DEVICE }, { most: PER_NETWORK_AND_ACCOUNT }] = RATE_LIMITS.wrong_password.limits

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ demo: false })
})
beforeEach(() => database.db.deleteFrom('rate_limits').execute())
afterAll(() => database.drop())

const clock = openWindowClock()
const services = () => ({ db: database.db, now: () => clock.now, limitFactor: 1 })

async function counts(): Promise<Record<string, number>> {
  const rows = await database.db.selectFrom('rate_limits').select(['key', 'hits']).execute()
  return Object.fromEntries(rows.map(({ key, hits }) => [key, hits]))
}

const wrong = (hits: number) => ({
  [limitKey('wrong_password', 'network_and_account', ALA.clientAddress, ALA.account)]: hits,
  [limitKey('wrong_password', 'network', ALA.clientAddress)]: hits,
  [limitKey('wrong_password', 'account', ALA.account)]: hits,
})

const right = (hits: number) => ({
  [limitKey('right_password', 'network_and_account', ALA.clientAddress, ALA.account)]: hits,
  [limitKey('right_password', 'network', ALA.clientAddress)]: hits,
})

test('sign-in limits: an attempt that throws counts as a failure', async () => {
  const breaks = () => Promise.reject(new Error('the hash broke'))
  await expect(limitGuesses(services(), GUESS, breaks, () => 'right')).rejects.toThrow('the hash broke')
  expect(await counts()).toEqual({ ...wrong(1), ...right(1) })
})

test('sign-in limits: right and wrong passwords are counted separately, unchecked ones not at all', async () => {
  const answer = (verdict: AttemptVerdict) =>
    limitGuesses(
      services(),
      GUESS,
      async () => verdict,
      (outcome) => outcome,
    )
  expect(await answer('right')).toEqual({ ok: true, value: 'right' })
  expect(await counts()).toEqual({ ...wrong(0), ...right(1) })
  expect(await answer('wrong')).toEqual({ ok: true, value: 'wrong' })
  expect(await counts()).toEqual({ ...wrong(1), ...right(1) })
  expect(await answer('not_checked')).toEqual({ ok: true, value: 'not_checked' })
  expect(await counts()).toEqual({ ...wrong(1), ...right(1) })
})

test('sign-in limits: of fifty attempts at once ten are made, the others are refused and counted nowhere', async () => {
  let [running, most] = [0, 0]
  const attempt = async () => {
    running += 1
    most = Math.max(most, running)
    while (await roomLeft()) await database.db.selectFrom('users').select('id').execute()
    running -= 1
  }
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => limitGuesses(services(), GUESS, attempt, () => 'wrong')),
  )
  expect(most).toBe(PER_NETWORK_AND_ACCOUNT)
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(PER_NETWORK_AND_ACCOUNT)
  expect(await counts()).toEqual({ ...wrong(PER_NETWORK_AND_ACCOUNT), ...right(0) })
})

async function roomLeft(): Promise<boolean> {
  return Math.max(0, ...Object.values(await counts())) < PER_NETWORK_AND_ACCOUNT
}

test('sign-in limits: attempts refused by the network’s limit do not count for the account', async () => {
  for (let n = 0; n < PER_NETWORK_AND_ACCOUNT; n++) await limitAttempts(services(), 'wrong_password', ALA)
  let most = 0
  let flooding = true
  const watch = async () => {
    while (flooding) most = Math.max(most, (await counts())[limitKey('wrong_password', 'account', ALA.account)] ?? 0)
  }
  const watching = watch()
  const flood = await Promise.all(Array.from({ length: 300 }, () => limitAttempts(services(), 'wrong_password', ALA)))
  flooding = false
  await watching
  expect(flood.some(({ ok }) => ok)).toBe(false)
  expect(most).toBe(PER_NETWORK_AND_ACCOUNT)
  expect(await counts()).toEqual(wrong(PER_NETWORK_AND_ACCOUNT))
})

test('sign-in limits: many attempts on the same accounts and networks never deadlock', async () => {
  const accounts = ['ala@example.com', 'jan@example.com', 'ewa@example.com', 'ola@example.com']
  const networks = ['203.0.113.1', '203.0.113.2', '2001:db8:1:2::1', '2001:db8:1:3::1']
  const crowd = accounts.flatMap((account) => networks.map((clientAddress) => ({ ...GUESS, account, clientAddress })))
  const rounds = await Promise.all(
    [...crowd, ...crowd.toReversed(), ...crowd, ...crowd.toReversed()].map((who) =>
      limitGuesses(
        services(),
        who,
        async () => null,
        () => 'not_checked',
      ),
    ),
  )
  expect(rounds.every(({ ok }) => ok)).toBe(true)
  expect(new Set(Object.values(await counts()))).toEqual(new Set([0]))
})

test('order limits: a refused order is not counted', async () => {
  const who = { account: 'a-user', clientAddress: ALA.clientAddress }
  const [, { most }] = RATE_LIMITS.order.limits
  const network = limitKey('order', 'network', ALA.clientAddress)
  expect((await limitAttempts(services(), 'order', who)).ok).toBe(true)
  await database.db.updateTable('rate_limits').set({ hits: most }).where('key', '=', network).execute()
  const refused = await limitAttempts(services(), 'order', who)
  expect(refused).toMatchObject({ ok: false, failure: { reason: 'too_many_attempts' } })
  expect(await counts()).toEqual({ [network]: most, [limitKey('order', 'account', 'a-user')]: 1 })
})

const NOW = { moment: clock.now, limitFactor: 1 }
const mostOf = (action: LimitedAction, who: Attempter) => listCounters(action, who, NOW).map(({ most }) => most)

/** The limit of an IPv6 /48 in the table, as a multiple of one network's; ten by default. */
const FACTORS: Partial<Record<LimitedAction, number>> = {
  discount_code: 2,
  contact_message: 4,
  failure_report: 2,
  statement_mail: 2,
}

test.each(Object.keys(RATE_LIMITS) as LimitedAction[])(
  'rate limits: every limit of a network on %s also holds for an IPv6 /48, at ten times or as the table says',
  (action) => {
    for (const device of [null, 'a-device']) {
      const of = (clientAddress: string) => listCounters(action, { ...ALA, device, clientAddress }, NOW)
      const [network, neighbour] = [of('2001:db8:1:2::1'), of('2001:db8:1:ffff::1')]
      const shared = network.filter(({ key }) => key.includes('::/48'))
      const own = network.filter(({ key }) => key.includes('2001:0db8:0001:0002:'))
      expect(own.length > 0).toBe(RATE_LIMITS[action].limits.some(({ per }) => per === 'network'))
      const factor = FACTORS[action] ?? 10
      expect(shared.map(({ most }) => most)).toEqual(own.map(({ most }) => most * factor))
      expect(neighbour.filter(({ key }) => key.includes('::/48'))).toEqual(shared)
      expect(of('203.0.113.7')).toHaveLength(network.length - shared.length)
    }
  },
)

test('rate limits: their values', () => {
  const stranger = { ...ALA, device: null }
  const known = { ...ALA, device: 'a-device' }
  expect(mostOf('wrong_password', stranger)).toEqual([10, 600, 20])
  expect(mostOf('wrong_password', known)).toEqual([PER_DEVICE, 600])
  expect(mostOf('right_password', stranger)).toEqual([60, 600])
  expect(mostOf('right_password', known)).toEqual([60, 600])
  expect(mostOf('wrong_code', stranger)).toEqual([600, 10])
  expect(mostOf('wrong_code', known)).toEqual([PER_DEVICE, 600])
  expect(mostOf('sign_up', stranger)).toEqual([500])
  expect(mostOf('locker_search', stranger)).toEqual([600])
  expect(mostOf('order', stranger)).toEqual([200, 2000])
  expect(mostOf('review', stranger)).toEqual([5, 50])
  expect(mostOf('review_edit', stranger)).toEqual([10, 100])
  expect(mostOf('contact_message', stranger)).toEqual([5, 300])
})

test('rate limits: a device has a separate count for each account', () => {
  const keys = ['ala@example.com', 'jan@example.com'].map(
    (account) => listCounters('wrong_password', { ...ALA, account, device: 'a-device' }, NOW)[0]?.key,
  )
  expect(new Set(keys).size).toBe(2)
})

test('rate limits: the factor multiplies every limit', () => {
  const limits = (limitFactor: number) =>
    listCounters('wrong_password', ALA, { ...NOW, limitFactor }).map(({ most }) => most)
  expect(limits(3)).toEqual(limits(1).map((most) => most * 3))
})
