import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { listProductsWithoutLedger } from './price-queries.server.ts'

/** Beside every reduced price stands the lowest one of the 30 days before, from the price history. */
export default defineDuty({
  key: 'lowest-price',
  title: 'Najniższa cena z 30 dni',
  why: 'Obok każdej obniżki klient musi widzieć najniższą cenę z 30 dni przed nią; sklep liczy ją z historii cen.',
  act: 'art. 4 ust. 2 ustawy o informowaniu o cenach towarów i usług',
  since: '2023-01-01',
  async findGaps({ db }) {
    const products = await listProductsWithoutLedger(db)
    return products.map(({ id, name }) => ({
      about: name,
      todo: 'Historia cen nie zna obecnej ceny, więc obniżka byłaby policzona źle. Zapisz cenę ponownie.',
      path: `/admin/produkty?produkt=${id}`,
    }))
  },
})
