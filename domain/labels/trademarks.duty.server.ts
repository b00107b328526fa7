import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'
import { listLabelledProducts, readTrademarks } from './label-queries.server.ts'
import { listProductGaps } from './product-gaps.server.ts'
import { findTrademarks, quoteTrademarks, TRADEMARK_REASON } from './trademarks.ts'

export default defineDuty({
  key: 'trademarks',
  title: 'Cudze znaki towarowe',
  why: TRADEMARK_REASON,
  act: 'Rozporządzenie (UE) 2017/1001, art. 9; Prawo własności przemysłowej, art. 296; wyrok C-487/07',
  since: '2009-06-18',
  async findGaps({ db }) {
    const list = await readTrademarks(db)
    if (list.length === 0) {
      const todo = 'Lista jest pusta, więc żaden tekst nie jest sprawdzany. Wpisz znane marki perfum.'
      return lacksInShop(todo, '/admin/ustawienia/sklad-i-producenci#cudze-znaki')
    }
    return listProductGaps(await listLabelledProducts(db), ({ name, description, notes, trademarks_accepted }) => {
      const found = findTrademarks(list, [name, description, ...notes])
      const unread = found.filter((mark) => !trademarks_accepted.includes(mark))
      return unread.length === 0 ? null : `Usuń ${quoteTrademarks(unread)} albo zapisz tekst jeszcze raz świadomie.`
    })
  },
})
