import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumByRate, TAXED_RATES } from '#domain/papers/vat.ts'
import { boundMonth, toReceiptLines } from '#domain/till/receipt.ts'

const saleLine = fc.record({
  name: fc.string({ minLength: 1, maxLength: 120 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  gross_grosze: fc.integer({ min: 1, max: 200_000 }),
  rate: fc.constantFrom(...TAXED_RATES),
})
const sale = fc.array(saleLine, { minLength: 1, maxLength: 8 })

test('receipt: price times pieces of its lines is what the sale costs, at each rate, in names that printers take', () => {
  fc.assert(
    fc.property(sale, (lines) => {
      const printed = toReceiptLines(lines)
      for (const { quantity, unit_grosze, gross_grosze, name } of printed) {
        expect(quantity * unit_grosze).toBe(gross_grosze)
        expect(unit_grosze).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(40)
      }
      expect(sumByRate(printed)).toEqual(sumByRate(lines))
    }),
  )
})

test('receipt: pieces that do not split evenly have two prices, and a long name keeps its size', () => {
  const name = 'Dom Zapachów Bardzo Długa Nazwa Perfum, 50 ml · Woda perfumowana'
  expect(toReceiptLines([{ name, quantity: 3, gross_grosze: 10_000, rate: '23' }])).toEqual([
    {
      name: 'Dom Zapachów Bardzo Długa Nazwa P, 50 ml',
      quantity: 1,
      unit_grosze: 3_334,
      gross_grosze: 3_334,
      rate: '23',
    },
    {
      name: 'Dom Zapachów Bardzo Długa Nazwa P, 50 ml',
      quantity: 2,
      unit_grosze: 3_333,
      gross_grosze: 6_666,
      rate: '23',
    },
  ])
})

const sold = (name: string, rate: '23' | '5' = '23', till_name?: string) => ({
  ...{ name, rate, till_name },
  quantity: 1,
  gross_grosze: 100,
})
const namesOf = (lines: Parameters<typeof toReceiptLines>[0]) => toReceiptLines(lines).map(({ name }) => name)

test('receipt: a name is in the letters that online tills print, is never empty, and different goods differ', () => {
  const unit = fc.constantFrom('grapheme', 'binary') satisfies fc.Arbitrary<'grapheme' | 'binary'>
  const name = unit.chain((of) => fc.string({ unit: of, maxLength: 60 }))
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, fc.constantFrom('', ', 50 ml', ', 50 ml · Woda perfumowana')), { maxLength: 5 }),
      (names) => {
        const lines = names.map(([start, end]) => sold(`${start}${end}`))
        const printed = toReceiptLines(lines)
        for (const line of printed) {
          expect(line.name).toMatch(/^(?=.*[\p{L}\d])[A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż\d .,%/\\]{1,40}$/u)
        }
        const goods = new Set(lines.map((line) => line.name))
        expect(new Set(printed.map((line) => line.name.toLocaleLowerCase('pl'))).size).toBe(goods.size)
      },
    ),
    { numRuns: 50 },
  )
})

test('receipt: names are spelled in Polish letters', () => {
  const spelled = {
    'Œillet & l’Été, 50 ml': 'OEillet i l Ete, 50 ml',
    'Żółć Źdźbło, 30 ml · Woda': 'Żółć Źdźbło, 30 ml, Woda',
    'Straße №5 “Ñandú”': 'Strasse No5 Nandu',
    'Love 💕 100%, 7,5 ml': 'Love 100%, 7,5 ml',
    'عطر العود, 100 ml': 'Towar, 100 ml',
    '💕': 'Towar',
  }
  for (const [name, printed] of Object.entries(spelled)) expect(namesOf([sold(name)])).toEqual([printed])
})

test('receipt: goods whose cut names are the same are told apart, also by the rate, and a name of the till stays', () => {
  const long = 'Dom Zapachów Bardzo Długa Nazwa Perfum'
  expect(namesOf([sold(`${long} Dzień, 50 ml`), sold(`${long} Noc, 50 ml`), sold(`${long} Noc, 50 ml`)])).toEqual([
    'Dom Zapachów Bardzo Długa Nazwa P, 50 ml',
    'Dom Zapachów Bardzo Długa Nazwa 2, 50 ml',
    'Dom Zapachów Bardzo Długa Nazwa 2, 50 ml',
  ])
  expect(namesOf([sold('Dostawa'), sold('DOSTAWA', '5'), sold('dostawa')])).toEqual([
    'Dostawa',
    'DOSTAWA 5%',
    'dostawa 2',
  ])
  expect(namesOf([sold('Dostawa'), sold('Kurier', '23', 'Dostawa')])).toEqual(['Dostawa 2', 'Dostawa'])
})

test('a month ends where the next one begins', () => {
  expect(boundMonth('2026-11')).toEqual({ from: '2026-11-01', to: '2026-12-01' })
  expect(boundMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
})
