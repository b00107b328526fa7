import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Admission, findGroup } from '#domain/rate-limits/admission.ts'

/** Enters as somebody of the group; what became of it is added to `log` as soon as it is known. */
function come(admission: Admission, group: string, log: string[], signal?: AbortSignal): Promise<void> {
  return admission.enter(group, signal).then((answer) => void log.push(`${group} ${answer}`))
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('turns go round the groups, however many of one came first', async () => {
  const admission = new Admission({ atOnce: 1, waiting: 10 })
  const log: string[] = []
  for (const group of ['attacker', 'attacker', 'attacker', 'attacker', 'anna', 'ewa']) void come(admission, group, log)
  await settled()
  for (const group of ['attacker', 'attacker', 'anna', 'ewa', 'attacker']) {
    admission.leave(group)
    await settled()
  }
  expect(log).toEqual(
    ['attacker', 'attacker', 'anna', 'ewa', 'attacker', 'attacker'].map((group) => `${group} entered`),
  )
})

test('where too many wait, the last one of the largest group makes room for others', async () => {
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
  // One of two each: nobody is larger by more than the newcomer would be.
  expect(log.at(-1)).toBe('b refused')
})

test('who leaves gives up the place', async () => {
  const admission = new Admission({ atOnce: 1, waiting: 3 })
  const log: string[] = []
  const leaving = new AbortController()
  void come(admission, 'a', log)
  void come(admission, 'b', log, leaving.signal)
  void come(admission, 'c', log)
  leaving.abort()
  await settled()
  admission.leave('a')
  await settled()
  expect(log).toEqual(['a entered', 'b left', 'c entered'])
  expect(admission.size).toBe(1)
})

test('of one group no more are under way than it may have', async () => {
  const admission = new Admission({ atOnce: 3, atOnceOfGroup: 2, waiting: 0 })
  const log: string[] = []
  for (const group of ['a', 'a', 'a', 'b', 'b']) void come(admission, group, log)
  await settled()
  expect(log).toEqual(['a entered', 'a entered', 'a refused', 'b entered', 'b refused'])
})

test('whatever comes, never more than allowed are under way or wait, and everybody is answered once', async () => {
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
          if (group !== undefined) admission.leave(group)
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

test('an IPv6 /48 is one group, an IPv4 address too; a known device has one beside the strangers', () => {
  expect(findGroup('2001:db8:1:2::3')).toBe(findGroup('2001:db8:1:ffff::9'))
  expect(findGroup('2001:db8:1:2::3')).not.toBe(findGroup('2001:db8:2:2::3'))
  expect(findGroup('203.0.113.7')).not.toBe(findGroup('203.0.113.8'))
  expect(findGroup('203.0.113.7', true)).not.toBe(findGroup('203.0.113.7'))
})
