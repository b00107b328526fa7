import {
  noteCatalogRead,
  noteLastPage,
  recordCatalogReads,
  rememberEach,
  rememberRead,
} from '#domain/catalog/catalog-reads.server.ts'
import { ChangeNotices } from '#infra/http/change-notices.ts'
import { expect, test } from '#tests/support/fixtures.ts'

/** A read that counts how often it was asked. */
function countingRead(most = 10) {
  const asked: string[] = []
  const read = rememberRead(
    async (_: null, name: string) => {
      asked.push(name)
      noteCatalogRead(`product:${name}`)
      if (name === 'beyond') noteLastPage(2)
      return asked.length
    },
    { keyOf: (name) => name, most },
  )
  return { asked, read }
}

const answer = (notices: ChangeNotices | null, work: () => Promise<unknown>) => recordCatalogReads(work, notices)

test('a remembered read is asked once, and says each time what it was made from', async () => {
  const { asked, read } = countingRead()
  const notices = new ChangeNotices()
  for (let time = 0; time < 3; time += 1) {
    const { value, reads } = await answer(notices, () => read(null, 'beyond'))
    expect(value).toBe(1)
    expect([...reads.subjects]).toEqual(['product:beyond'])
    expect(reads.lastPage).toBe(2)
  }
  expect(asked).toEqual(['beyond'])
})

test('a notice makes a remembered read old that it concerns, and no other', async () => {
  const { asked, read } = countingRead()
  const notices = new ChangeNotices()
  const readBoth = () => answer(notices, () => Promise.all([read(null, 'a'), read(null, 'b')]))
  await readBoth()
  notices.add(['product:a', 'lists'])
  await readBoth()
  expect(asked).toEqual(['a', 'b', 'a'])
  notices.add(['all'])
  await readBoth()
  expect(asked).toEqual(['a', 'b', 'a', 'a', 'b'])
})

test('what was asked before a notice came is not remembered as of after it', async () => {
  const notices = new ChangeNotices()
  let times = 0
  const read = rememberRead(
    async (_: null, name: string) => {
      times += 1
      noteCatalogRead(`product:${name}`)
      if (times === 1) notices.add([`product:${name}`])
      return times
    },
    { keyOf: (name) => name, most: 10 },
  )
  for (const expected of [1, 2, 2]) expect((await answer(notices, () => read(null, 'a'))).value).toBe(expected)
})

test('a read is remembered for as many as it may, and for nobody who hears of no changes', async () => {
  const { asked, read } = countingRead(2)
  const notices = new ChangeNotices()
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await answer(notices, () => read(null, name))
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
  await answer(null, () => read(null, 'b'))
  await read(null, 'b')
  expect(asked).toHaveLength(6)
})

test('of many things read at once only those are asked for that are new or have changed', async () => {
  const asked: string[][] = []
  const there = new Set(['a', 'b', 'c'])
  const read = rememberEach(
    async (_: null, names) => {
      asked.push([...names])
      const found = names.filter((name) => there.has(name))
      for (const name of found) noteCatalogRead(`product:${name}`)
      return new Map(found.map((name) => [name, `${name}${asked.length}`]))
    },
    { subjectOf: (name) => `product:${name}`, most: 10 },
  )
  const notices = new ChangeNotices()
  const readAll = (...names: string[]) => answer(notices, () => read(null, names))

  expect((await readAll('a', 'b')).value).toEqual(['a1', 'b1'])
  const second = await readAll('c', 'b', 'gone', 'a')
  expect(second.value).toEqual(['c2', 'b1', 'a1'])
  expect([...second.reads.subjects].sort()).toEqual(['product:a', 'product:b', 'product:c'])
  notices.add(['product:b', 'lists'])
  there.delete('a')
  expect((await readAll('a', 'b')).value).toEqual(['a1', 'b3'])
  notices.add(['product:a'])
  expect((await readAll('a', 'b')).value).toEqual(['b3'])
  await readAll()
  expect(asked).toEqual([['a', 'b'], ['c', 'gone'], ['b'], ['a']])
  // Whoever hears of no changes asks for all.
  expect(await read(null, ['b', 'c'])).toEqual(['b5', 'c5'])
})

test('a name whose last notice was forgotten counts as named by the newest that was', () => {
  const notices = new ChangeNotices()
  expect(notices.lastOf(['product:0'])).toBe(0)
  for (let number = 1; number <= 10_050; number += 1) notices.add([`product:${number}`])
  expect(notices.lastOf(['product:10050'])).toBe(10_050)
  expect(notices.lastOf(['product:1'])).toBe(50)
  expect(notices.lastOf([])).toBe(50)
})
