import { lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { countProductsBySource } from './catalog-overview-queries.server.ts'

export default defineChecks([
  {
    key: 'demo-goods',
    title: 'Towar pokazowy usunięty',
    law: {
      why: 'Oferta perfum, których nie ma, i zmyślone opinie o nich wprowadzają kupujących w błąd.',
      act: 'Ustawa o przeciwdziałaniu nieuczciwym praktykom rynkowym, art. 5 ust. 1 i art. 7 pkt 26',
      since: '2023-01-01',
    },
    setup: {
      how: 'W sklepie są zmyślone perfumy ze zmyślonymi opiniami. Usuń je jednym przyciskiem; zamówienia zostają.',
    },
    async findGaps({ db }) {
      const { demo } = await countProductsBySource(db)
      return demo === 0 ? [] : lacksInShop(`Usuń towar pokazowy (produktów: ${demo}).`, '/admin#przed-sprzedaza')
    },
  },
  {
    key: 'first-product',
    title: 'Dodaj pierwszy produkt',
    setup: {
      how: 'W sklepie nie ma jeszcze Twojego towaru. Dodaj produkt w panelu albo wczytaj wszystkie z pliku.',
      link: { to: '/admin/produkty?produkt=nowy', label: 'Dodaj produkt' },
    },
    isDone: async ({ db }) => (await countProductsBySource(db)).own > 0,
  },
])
