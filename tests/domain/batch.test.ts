import { expect, test } from 'vitest'
import { isSameCode, splitBatches } from '#domain/batches/batch.ts'

test.each([
  ['l23 11a', ['L2311A']],
  [' L1, l2 ;L3,', ['L1', 'L2', 'L3']],
  [' , ', []],
])('batches typed as "%s" are read by their commas, with or without spaces', (typed, read) => {
  expect(splitBatches(typed)).toEqual(read)
})

test('a code is the same with and without leading zeros, and no other one', () => {
  expect(isSameCode('012345678905', '0012345678905')).toBe(true)
  expect(isSameCode(' 5901234123457 ', '5901234123457')).toBe(true)
  expect(isSameCode('5901234123457', '5901234123458')).toBe(false)
})
