import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { compressPieces } from '#infra/http/brotli-pieces.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const words = (count: number, seed: number) =>
  Buffer.from(Array.from({ length: count }, (_, index) => `wieża-${(index * seed) % 977} `).join(''))
const LONG = words(8000, 7)
const OTHER_LONG = Buffer.concat([words(5000, 13), Buffer.from('ż')])

test.each<[string, Buffer[]]>([
  ['nothing', []],
  ['an empty piece', [Buffer.alloc(0)]],
  ['one short piece', [words(40, 3)]],
  ['a long piece alone', [LONG]],
  ['a long piece between short ones', [words(40, 3), LONG, words(400, 5)]],
  ['the same long piece, another neighbour', [words(3, 3), words(90, 11), LONG, words(4000, 5)]],
  ['a long piece first, and one letter after it', [LONG, Buffer.from('x')]],
  ['long pieces in a row, the last of them at the end', [OTHER_LONG, LONG, OTHER_LONG, LONG]],
  ['what cannot be compressed', [randomBytes(90_000).fill(0, 89_999), words(10, 3), randomBytes(70_000)]],
])('brotli of %s gives back the pieces one after the other', (_, pieces) => {
  const whole = Buffer.concat(pieces)
  for (let time = 0; time < 2; time += 1) {
    expect(brotliDecompressSync(compressPieces(pieces)).equals(whole)).toBe(true)
  }
})
