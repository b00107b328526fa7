import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CASE_ACTS,
  CASE_KINDS,
  CASE_MATCHES,
  DECISIONS,
  DEMANDS,
  DISPATCHES,
  isTrusted,
  refuseAct,
} from '#domain/returns/return-case.ts'

const moment = fc.constantFrom(null, new Date('2026-11-20T10:00:00Z'))
/** Cases as they are stored: only a complaint has a demand, and only a complaint is accepted. */
const cases = fc
  .record({
    kind: fc.constantFrom(...CASE_KINDS),
    demand: fc.constantFrom(...DEMANDS),
    decision: fc.constantFrom(null, ...DECISIONS),
    match: fc.constantFrom(null, ...CASE_MATCHES),
    dispatch: fc.constantFrom(null, ...DISPATCHES),
    sent_back_at: moment,
    arrived_at: moment,
    settled_at: moment,
    unsent_at: moment,
  })
  .map((found) => ({ ...found, demand: found.kind === 'complaint' ? found.demand : null }))

const listActs = (found: Parameters<typeof refuseAct>[0]) => CASE_ACTS.filter((act) => refuseAct(found, act) === null)

test('acts on a case: a refund is made once, only for a verified buyer, and only if money is owed', () => {
  fc.assert(
    fc.property(cases, (found) => {
      const acts = listActs(found)
      if (found.settled_at !== null)
        expect(acts.filter((act) => act !== 'record_arrival' && act !== 'give_code')).toEqual([])
      if (acts.includes('give_code')) expect([found.arrived_at, found.sent_back_at]).toEqual([null, null])
      if (!isTrusted(found.match)) expect(acts.filter((act) => act !== 'answer' && act !== 'refuse')).toEqual([])
      if (found.decision === 'rejected') expect(acts.filter((act) => act !== 'record_arrival')).toEqual([])
      if (found.kind === 'complaint' && found.demand === 'repair') expect(acts).not.toContain('settle')
    }),
  )
})

test('acts on a case: unsent pieces are taken out and cannot arrive, sent ones arrive and cannot be taken out', () => {
  fc.assert(
    fc.property(cases, (found) => {
      const acts = listActs(found)
      expect(acts.includes('take_out') && acts.includes('record_arrival')).toBe(false)
      if (acts.includes('take_out')) expect(found.dispatch).toBe('not_sent')
      if (acts.includes('record_arrival')) expect(found.dispatch).not.toBe('not_sent')
    }),
  )
})

test('acts on a case: a complaint must be answered first, a withdrawal can be refused once', () => {
  fc.assert(
    fc.property(cases, (found) => {
      const acts = listActs(found)
      if (found.kind === 'withdrawal') expect(acts).not.toContain('answer')
      else expect(acts).not.toContain('refuse')
      if (found.kind === 'complaint' && found.decision === null && found.settled_at === null) {
        expect(acts).toEqual(['answer'])
      }
    }),
  )
})
