import { expect, test } from 'vitest'
import { placeholders, privacy, terms } from '#app/copy.json'
import { fillPlaceholders } from '#app/legal/fill-placeholders.ts'
import { testProfile } from '#tests/support/shop-profile.ts'

test.each([
  ['the terms', terms],
  ['the privacy policy', privacy],
  ['a text of every placeholder there is', Object.keys(placeholders).map((name) => `{{${name}}}`)],
])('no placeholder stays open in %s', (_, text) => {
  const filled = JSON.stringify(fillPlaceholders(text, testProfile))
  expect(filled).not.toMatch(/\{\{|undefined/)
})

test('legal texts: name the seller and, in Polish, the day they took effect', () => {
  const filled = fillPlaceholders(terms, testProfile)
  expect(filled.effective).toBe('Obowiązuje od 1 stycznia 2026')
  expect(filled.sections[0]?.items[0]).toContain('Perfumeria sp. z o.o.')
})

test('legal texts: an unknown placeholder is an error', () => {
  expect(() => fillPlaceholders('{{seller_shoe_size}}', testProfile)).toThrow('seller_shoe_size')
})

test('terms: every customer may write a review, and a mark shows confirmed purchases', () => {
  const text = JSON.stringify(terms)
  expect(text).toContain('może dodać zalogowany Klient, po jednej do każdego produktu')
  expect(text).toContain('nie sprawdza, czy autor opinii kupił lub używał produktu')
  expect(text).toContain('Oznaczenie „Potwierdzony zakup” mają opinie dodane z konta, na które dostarczono zamówienie')
})
