import { expect, test } from 'vitest'
import { describeAudit } from '#domain/kernel/audit/audit-sentences.ts'

test('log of changes: names old and new prices of a product, and says if there was or is none', () => {
  const told = (details: Record<string, unknown>) =>
    describeAudit({ action: 'product.updated', details, name: 'Oud' }).replaceAll('\u00a0', ' ')
  const price_grosze = { from: 11_900, to: 10_900 }
  expect(told({ price_grosze, reduced_price_grosze: { from: null, to: 9_900 } })).toBe(
    'Zmieniono produkt „Oud”: cena 119,00 zł → 109,00 zł, cena promocyjna brak → 99,00 zł',
  )
  expect(told({ reduced_price_grosze: { from: 9_900, to: null } })).toBe(
    'Zmieniono produkt „Oud”: cena promocyjna 99,00 zł → brak',
  )
})
