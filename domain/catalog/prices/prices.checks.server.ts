import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import type { Gap } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { listProductsWithoutLedger, listProductsWithoutVolume } from './price-queries.server.ts'

const toGaps = (products: readonly (Parameters<typeof nameSized>[0] & { id: string })[], todo: string): Gap[] =>
  products.map(({ id, ...product }) => ({ about: nameSized(product), todo, path: `/admin/produkty?produkt=${id}` }))

export default defineChecks([
  {
    key: 'lowest-price',
    title: 'Najniższa cena z 30 dni',
    law: {
      why: 'Obok każdej obniżki klient musi widzieć najniższą cenę z 30 dni przed nią; sklep liczy ją z historii cen.',
      act: 'art. 4 ust. 2 ustawy o informowaniu o cenach towarów i usług',
      since: '2023-01-01',
    },
    findGaps: async ({ db }) =>
      toGaps(
        await listProductsWithoutLedger(db),
        'Historia cen nie zna obecnej ceny, więc obniżka byłaby policzona źle. Zapisz cenę ponownie.',
      ),
  },
  {
    key: 'unit-price',
    title: 'Cena jednostkowa',
    law: {
      why: 'Obok ceny klient musi widzieć cenę za litr, aby porównać flakony o różnej pojemności.',
      act: 'art. 4 ust. 1 ustawy o informowaniu o cenach towarów i usług',
      since: '2014-07-25',
    },
    findGaps: async ({ db }) =>
      toGaps(await listProductsWithoutVolume(db), 'Wpisz pojemność w ml: bez niej sklep nie pokaże ceny za litr.'),
  },
])
