import { expect, test } from 'vitest'
import { findGreenClaims } from '#domain/labels/text-claims.ts'

test('claims about the environment: are found in every inflected form, and quoted as written', () => {
  for (const claim of [
    'ekologiczne',
    'Ekologiczny',
    'EKO',
    'przyjazny dla środowiska',
    'przyjazne dla planety',
    'biodegradowalny',
    'neutralny dla klimatu',
    'zrównoważona',
    'eco-friendly',
  ]) {
    expect(findGreenClaims(['Flakon', `To ${claim} zapach.`]), claim).toEqual([claim])
  }
})

test('claims about the environment: plants, names and other words do not count as claims', () => {
  const texts = ['Zielona herbata i zielone liście', 'Ekonomiczny flakon', 'Ekoria', 'Równowaga nut', 'dobry dla niej']
  expect(findGreenClaims(texts)).toEqual([])
})
