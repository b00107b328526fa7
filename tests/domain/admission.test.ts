import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Admission } from '#domain/kernel/rate-limits/admission.ts'
import { Bodies } from '#domain/kernel/rate-limits/body-admission.ts'
import { findGroup, type Group } from '#domain/kernel/rate-limits/caller-groups.ts'

const toGroup = (network: string): Group => ['new', network, network]

/** Enters as a caller of this network. The outcome is added to `log` as soon as it is known. */
function come(admission: Admission, network: string, log: string[], signal?: AbortSignal): Promise<void> {
  return comeFrom(admission, network, toGroup(network), log, signal)
}

function comeFrom(admission: Admission, name: string, group: Group, log: string[], signal?: AbortSignal) {
  return admission.enter(group, signal).then((answer) => void log.push(`${name} ${answer}`))
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('turns alternate between groups, however many callers of one came first', async () => {
  const admission = new Admission({ atOnce: 1, waiting: 10 })
  const log: string[] = []
  for (const group of ['attacker', 'attacker', 'attacker', 'attacker', 'anna', 'ewa']) void come(admission, group, log)
  await settled()
  for (const group of ['attacker', 'attacker', 'anna', 'ewa', 'attacker']) {
    admission.leave(toGroup(group))
    await settled()
  }
  expect(log).toEqual(
    ['attacker', 'attacker', 'anna', 'ewa', 'attacker', 'attacker'].map((group) => `${group} entered`),
  )
})

test('if too many wait, the last one of the largest group is refused in favour of others', async () => {
  const admission = new Admission({ atOnce: 1, waiting: 3 })
  const log: string[] = []
  for (const group of ['a', 'a', 'a', 'a']) void come(admission, group, log)
  await settled()
  void come(admission, 'a', log)
  await settled()
  expect(log).toEqual(['a entered', 'a refused'])
  void come(admission, 'b', log)
  await settled()
  expect(log).toEqual(['a entered', 'a refused', 'a refused'])
  void come(admission, 'b', log)
  await settled()
  // One caller of each of two networks waits: no network would be larger than the newcomer's.
  expect(log.at(-1)).toBe('b refused')
})

test('a disconnected caller leaves the queue', async () => {
  const admission = new Admission({ atOnce: 1, waiting: 3 })
  const log: string[] = []
  const leaving = new AbortController()
  void come(admission, 'a', log)
  void come(admission, 'b', log, leaving.signal)
  void come(admission, 'c', log)
  leaving.abort()
  await settled()
  admission.leave(toGroup('a'))
  await settled()
  expect(log).toEqual(['a entered', 'b left', 'c entered'])
  expect(admission.size).toBe(1)
})

test('a network and a /48 never exceed their limits of running callers', async () => {
  const admission = new Admission({ atOnce: 4, atOnceOfSite: 3, atOnceOfNetwork: 2, waiting: 0 })
  const log: string[] = []
  const callers = { a: '2001:db8:1:1::1', b: '2001:db8:1:2::1', c: '2001:db8:2:1::1' }
  for (const name of ['a', 'a', 'a', 'b', 'b', 'c', 'c'] as const) {
    void comeFrom(admission, name, findGroup(callers[name]), log)
  }
  await settled()
  expect(log.sort()).toEqual(
    ['a entered', 'a entered', 'a refused', 'b entered', 'b refused', 'c entered', 'c refused'].sort(),
  )
})

test('turns alternate between /48s, and within each between its networks; known callers have every second turn', async () => {
  const admission = new Admission({ atOnce: 1, waiting: 20 })
  const log: string[] = []
  const addresses = ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:2::1', '2001:db8:1:3::1', '198.51.100.1']
  void comeFrom(admission, 'first', findGroup('192.0.2.1'), log)
  for (const address of addresses) void comeFrom(admission, address, findGroup(address), log)
  for (const address of addresses.slice(0, 2)) void comeFrom(admission, 'known', findGroup(address, true), log)
  await settled()
  admission.leave(findGroup('192.0.2.1'))
  for (let turn = 0; turn < 7; turn += 1) {
    await settled()
    const [name = ''] = log.at(-1)?.split(' ') ?? []
    admission.leave(name === 'known' ? findGroup('2001:db8:1:1::1', true) : findGroup(name))
  }
  expect(log.map((entry) => entry.split(' ')[0])).toEqual([
    'first',
    '2001:db8:1:1::1',
    'known',
    '198.51.100.1',
    'known',
    '2001:db8:1:2::1',
    '2001:db8:1:3::1',
    '2001:db8:1:1::2',
  ])
})

test('whatever arrives, running and waiting callers never exceed their limits, and each is answered once', async () => {
  const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constant('leave')), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      const admission = new Admission({ atOnce: 2, waiting: 4 })
      const log: string[] = []
      const running: string[] = []
      let came = 0
      for (const step of todo) {
        if (step === 'leave') {
          const group = running.shift()
          if (group !== undefined) admission.leave(toGroup(group))
        } else {
          came += 1
          void come(admission, step, log)
        }
        const before = log.length
        await settled()
        for (const entry of log.slice(before)) if (entry.endsWith('entered')) running.push(entry.split(' ')[0] ?? '')
        expect(running.length).toBeLessThanOrEqual(2)
        expect(admission.size).toBeLessThanOrEqual(6)
        expect(admission.size - running.length).toBe(came - log.length)
      }
    }),
  )
})

test('a /64 or an IPv4 address is one network, a /48 is one site, and known callers have their own lane', () => {
  expect(findGroup('2001:db8:1:2::3')).toEqual(findGroup('2001:db8:1:2::9'))
  const [, site, network] = findGroup('2001:db8:1:2::3')
  const [, neighbours, neighbour] = findGroup('2001:db8:1:ffff::3')
  expect(neighbours).toBe(site)
  expect(neighbour).not.toBe(network)
  expect(findGroup('2001:db8:2:2::3')[1]).not.toBe(site)
  expect(findGroup('203.0.113.7')).toEqual(['new', '203.0.113.7', '203.0.113.7'])
  expect(findGroup('203.0.113.7', true)[0]).toBe('known')
})

test('if a body exceeds a limit, the oldest unfinished one of the network with most bytes is dropped', () => {
  const bodies = new Bodies({ most: 10, mostOfSite: 8, mostOfNetwork: 6 })
  const dropped: string[] = []
  const begin = (name: string, address: string, amount: number) =>
    bodies.begin(findGroup(address), amount, () => dropped.push(name))
  const [a, b, c] = ['2001:db8:1:1::1', '2001:db8:1:2::1', '198.51.100.1']
  for (const name of ['a1', 'a2', 'a3']) begin(name, a, 2)
  expect(dropped).toEqual([])
  // One network may have 6, its /48 8, all together 10.
  begin('a4', a, 2)
  expect(dropped).toEqual(['a1'])
  begin('b1', b, 2)
  begin('b2', b, 2)
  expect(dropped).toEqual(['a1', 'a2'])
  begin('c1', c, 3)
  expect(dropped).toEqual(['a1', 'a2', 'a3'])
  expect(begin('c2', c, 1)).not.toBeNull()
})

test('a finished body is never dropped, and a network that has used up its limit gets no more', () => {
  const bodies = new Bodies({ most: 10, mostOfSite: 10, mostOfNetwork: 4 })
  const dropped: string[] = []
  const begin = (name: string, network: string, amount: number) =>
    bodies.begin(toGroup(network), amount, () => dropped.push(name))
  const [first, second] = [begin('a1', 'a', 2), begin('a2', 'a', 2)]
  if (!first || !second) throw new Error('there was room')
  bodies.finish(first)
  bodies.finish(second)
  expect(begin('a3', 'a', 1)).toBeNull()
  expect(begin('b1', 'b', 4)).not.toBeNull()
  bodies.end(first)
  expect(begin('a4', 'a', 2)).not.toBeNull()
  expect(dropped).toEqual([])
})

test('whatever is sent, no limit is exceeded, and ended or dropped bodies no longer count', () => {
  const address = fc.constantFrom('2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2:1::1', '198.51.100.1')
  const step = fc.record({
    address,
    amount: fc.integer({ min: 1, max: 4 }),
    fate: fc.constantFrom('hold', 'finish', 'end'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const bodies = new Bodies({ most: 10, mostOfSite: 8, mostOfNetwork: 6 })
      const open = new Map<object, { address: string; amount: number }>()
      for (const { address, amount, fate } of steps) {
        const key = {}
        const body = bodies.begin(findGroup(address), amount, () => open.delete(key))
        if (body) open.set(key, { address, amount })
        if (body && fate === 'finish') bodies.finish(body)
        if (body && fate === 'end') {
          bodies.end(body)
          open.delete(key)
        }
        const held = [...open.values()]
        const weigh = (level: 1 | 2, group: string) =>
          held.filter((one) => findGroup(one.address)[level] === group).reduce((sum, one) => sum + one.amount, 0)
        expect(held.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(10)
        for (const one of held) {
          expect(weigh(1, findGroup(one.address)[1])).toBeLessThanOrEqual(8)
          expect(weigh(2, findGroup(one.address)[2])).toBeLessThanOrEqual(6)
        }
      }
    }),
  )
})
