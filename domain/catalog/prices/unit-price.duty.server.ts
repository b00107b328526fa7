import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { listProductsWithoutVolume } from './price-queries.server.ts'

/** Buyers see the price of a litre and of 100 ml beside every price. */
export default defineDuty({
  key: 'unit-price',
  title: 'Cena jednostkowa',
  why: 'Obok ceny klient musi widzieć cenę za litr, aby porównać flakony o różnej pojemności.',
  act: 'art. 4 ust. 1 ustawy o informowaniu o cenach towarów i usług',
  since: '2014-07-25',
  async findGaps({ db }) {
    const products = await listProductsWithoutVolume(db)
    return products.map(({ id, name }) => ({
      about: name,
      todo: 'Wpisz pojemność w ml: bez niej sklep nie pokaże ceny za litr.',
      path: `/admin/produkty?produkt=${id}`,
    }))
  },
})
