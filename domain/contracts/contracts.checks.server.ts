import { lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { countMissingContracts } from './contract-queries.server.ts'

const MOST_COUNTED = 100

/** Every confirmed order has its contract. */
export default defineChecks([
  {
    key: 'durable-contract',
    title: 'Umowa na trwałym nośniku',
    law: {
      why: 'Kupujący musi dostać potwierdzenie umowy, którego sklep nie może później zmienić: z ceną, pouczeniem o odstąpieniu i regulaminem.',
      act: 'Ustawa o prawach konsumenta, art. 21',
      since: '2014-12-25',
    },
    async findGaps({ db }) {
      const missing = await countMissingContracts(db, MOST_COUNTED)
      if (missing === 0) return []
      const count = missing === MOST_COUNTED ? `${missing} lub więcej` : String(missing)
      const todo = `Zamówienia potwierdzone bez umowy w PDF: ${count}. Wyślij potwierdzenie ponownie ze strony zamówienia.`
      return lacksInShop(todo, '/admin/zamowienia')
    },
  },
])
