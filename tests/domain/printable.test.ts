import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { isPrintable, toPrintable } from '#domain/kernel/text/printable.ts'

const file = '@expo-google-fonts/eb-garamond/500Medium/EBGaramond_500Medium.ttf'
const letters = new Set(create(readFileSync(createRequire(import.meta.url).resolve(file))).characterSet)

test('the font of papers has every printable character', () => {
  const missing: string[] = []
  for (let code = 0x20; code < 0x10000; code += 1) {
    const character = String.fromCodePoint(code)
    if (isPrintable(character) && !letters.has(code)) missing.push(code.toString(16))
  }
  expect(missing).toEqual([])
})

test('every text becomes printable, and a printable one stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const printable = toPrintable(text)
      expect(isPrintable(printable)).toBe(true)
      expect(toPrintable(printable)).toBe(printable)
    }),
  )
})

test.for([
  ['Zażółć „Ґудзик” Ώμέγα & Søn', 'Zażółć „Ґудзик” Ώμέγα & Søn'],
  ['Oud 🌹 Róża ✨', 'Oud  Róża '],
  ['ﬁrma ①', 'firma 1'],
  ['Z\u0307o\u0301łć', 'Żółć'],
  ['Oud عود', 'Oud ???'],
  ['a\u202fb\u200bc', 'a bc'],
])('%j is printed as %j', ([typed = '', printed]) => expect(toPrintable(typed)).toBe(printed))
