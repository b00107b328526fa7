import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRecipient } from '#domain/checkout/checkout-form.ts'
import { isNip } from '#domain/kernel/numbers/tax-numbers.ts'
import { formatNip } from '#domain/papers/company.ts'

const RECIPIENT = {
  firstName: 'Anna',
  lastName: 'Kowalska',
  phone: '600100200',
  street: 'Prosta',
  houseNumber: '1',
  city: 'Łódź',
  postalCode: '90-001',
}
const COMPANY = { company_name: 'Róża', company_street: 'Długa 1', company_postal_code: '90001', company_city: 'Łódź' }

const nips = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 }))
  .map(([first, others]) => [first, ...others].join(''))
  .map((nine) => nine + Array.from({ length: 10 }, (_, last) => last).find((last) => isNip(nine + last)))
  .filter((nip) => /^\d{10}$/.test(nip))
const spelling = fc.tuple(
  fc.constantFrom('', 'PL', 'pl ', ' '),
  fc.array(fc.constantFrom('', '-', ' '), { minLength: 10, maxLength: 10 }),
)

test('a NIP is ten digits, however it was typed, and stays the same in the spelling that people read', () => {
  fc.assert(
    fc.property(nips, spelling, (nip, [prefix, signs]) => {
      const typed = prefix + [...nip].map((digit, index) => digit + signs[index]).join('')
      const parsed = parseRecipient({ ...RECIPIENT, ...COMPANY, company_nip: typed }, 'prepaid_courier')
      expect(parsed.ok && parsed.value.company?.nip).toBe(nip)
      expect(isNip(formatNip(nip))).toBe(true)
    }),
  )
})

const UNIT = {
  unit_kind: 'vat_group',
  unit_name: 'Filia',
  unit_street: 'Krótka 2',
  unit_postal_code: '90002',
  unit_city: 'Łódź',
}

test('any one field of a unit asks for all of it but its NIP, and for the company', () => {
  const company = { company_nip: '774-00-01-454', ...COMPANY }
  const fields = { ...UNIT, unit_nip: 'PL 521-301-72-28' }
  const names = Object.keys(fields)
  fc.assert(
    fc.property(fc.subarray(names, { minLength: 1 }), fc.constantFrom('', ' ', undefined), (typed, blank) => {
      const unit = Object.fromEntries(
        Object.entries(fields).map(([name, text]) => [name, typed.includes(name) ? text : blank]),
      )
      const missing = Object.keys(UNIT).filter((name) => !typed.includes(name))
      const parsed = parseRecipient({ ...RECIPIENT, ...company, ...unit }, 'prepaid_courier')
      if (parsed.ok) {
        expect(missing).toEqual([])
        expect(parsed.value.company?.unit?.nip).toBe(typed.includes('unit_nip') ? '5213017228' : null)
      } else {
        expect(Object.keys(parsed.failure.fields).sort()).toEqual(missing.sort())
      }
      expect(parseRecipient({ ...RECIPIENT, ...unit }, 'prepaid_courier')).toMatchObject({
        ok: false,
        failure: { fields: { company_nip: 'Podaj NIP', company_city: 'Podaj miejscowość' } },
      })
    }),
  )
})

test('any one field of a company asks for all of them, and blank ones for none', () => {
  const fields = { company_nip: '774-00-01-454', ...COMPANY }
  fc.assert(
    fc.property(fc.subarray(Object.keys(fields)), fc.constantFrom('', ' ', undefined), (typed, blank) => {
      const form = Object.fromEntries(
        Object.entries(fields).map(([name, text]) => [name, typed.includes(name) ? text : blank]),
      )
      const parsed = parseRecipient({ ...RECIPIENT, ...form }, 'prepaid_courier')
      if (typed.length === 0) expect(parsed).toMatchObject({ ok: true, value: { firstName: 'Anna' } })
      expect(parsed.ok).toBe(typed.length === 0 || typed.length === Object.keys(fields).length)
    }),
  )
})

test('what an invoice cannot show is refused at its field; letters of any Latin, Greek or Cyrillic name are not', () => {
  const company = { company_nip: '774-00-01-454', ...COMPANY }
  const parse = (company_name: string) => parseRecipient({ ...RECIPIENT, ...company, company_name }, 'prepaid_courier')
  for (const name of ['Róża 🌹', 'عطر', '香水'])
    expect(parse(name)).toMatchObject({ failure: { fields: { company_name: expect.stringMatching(/^Usuń emoji/) } } })
  for (const name of ['Zakład „Ґудзик” & Søn', 'Ροδή', 'Ro\u0301z\u0307a']) expect(parse(name).ok).toBe(true)
})

test('a NIP with its name before it is a Polish one', () => {
  const nipOf = (company_nip: string) => parseRecipient({ ...RECIPIENT, ...COMPANY, company_nip }, 'prepaid_courier')
  expect(nipOf('NIP 774-00-01-454')).toMatchObject({ ok: true, value: { company: { nip: '7740001454' } } })
  expect(nipOf('NIP 774-00-01-455')).toMatchObject({
    failure: { fields: { company_nip: 'Sprawdź NIP: ma 10 cyfr, a ostatnia wynika z pozostałych' } },
  })
})
