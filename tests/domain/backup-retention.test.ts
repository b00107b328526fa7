import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNewest, listExpired, nameBackup } from '#infra/backup/retention.ts'

const moments = fc.uniqueArray(fc.integer({ min: 0, max: 800 * 24 }), { minLength: 1, maxLength: 200 })
const START = Date.UTC(2025, 0, 1)
const toName = (hour: number) => nameBackup(new Date(START + hour * 3_600_000))

test('the newest backup and the newest of each of the last seven days, four weeks and twelve months stay', () => {
  fc.assert(
    fc.property(moments, (hours) => {
      const names = hours.map(toName)
      const gone = new Set(listExpired(names))
      const kept = names.filter((name) => !gone.has(name))
      expect(kept).toContain(findNewest(names))
      expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12)
      const days = new Set(names.map((name) => name.slice(11, 21)))
      const newestDays = [...days].sort().slice(-7)
      for (const day of newestDays)
        expect(
          kept.some((name) => name.includes(day)),
          day,
        ).toBe(true)
      const months = new Set(names.map((name) => name.slice(11, 18)))
      for (const month of [...months].sort().slice(-12))
        expect(
          kept.some((name) => name.includes(month)),
          month,
        ).toBe(true)
    }),
  )
})

test('files that are no backups are never removed, and removing twice removes nothing more', () => {
  fc.assert(
    fc.property(moments, (hours) => {
      const names = [...hours.map(toName), 'notes.txt', 'perfumeria-2026.tar', `${toName(0)}.unfinished`]
      const gone = listExpired(names)
      const left = names.filter((name) => !gone.includes(name))
      expect(left).toEqual(expect.arrayContaining(['notes.txt', 'perfumeria-2026.tar']))
      expect(listExpired(left)).toEqual([])
    }),
  )
})
