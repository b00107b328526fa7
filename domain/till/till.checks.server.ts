import { lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { findOpenReceipts, isLateReceipt } from './receipt-queries.server.ts'

/** Late receipts that are counted. */
const MOST = 100

export default defineChecks([
  {
    key: 'receipts',
    title: 'Paragony z kasy',
    law: {
      why: 'Perfumy sprzedane osobie zapisuje się na kasie od pierwszej sztuki; za pominięte grozi dodatkowy podatek.',
      act: 'Ustawa o VAT, art. 111 ust. 1 i 2; rozporządzenie w sprawie zwolnień z kas rejestrujących, § 4 ust. 1 pkt 1',
      since: '2015-01-01',
    },
    async findGaps({ db, now }) {
      const moment = now()
      const late = await findOpenReceipts(db, { now: moment, where: isLateReceipt(moment), most: MOST })
      const [unclear = 0, refused = 0, waiting = 0] = ['unclear', 'refused', 'waiting'].map(
        (wanted) => late.filter(({ state }) => state === wanted).length,
      )
      const atLeast = late.length === MOST ? 'co najmniej ' : ''
      return [
        ...(unclear === 0
          ? []
          : lacksInShop(
              `Paragony, które mogły się nie wydrukować: ${atLeast}${unclear}. Sprawdź rolkę kasy.`,
              '/admin/kasa',
            )),
        ...(refused === 0
          ? []
          : lacksInShop(
              `Paragony, których drukarka nie przyjęła: ${atLeast}${refused}. Zmień nazwę na paragonie albo nabij je ręcznie.`,
              '/admin/kasa',
            )),
        ...(waiting === 0
          ? []
          : lacksInShop(
              `Paragony, które czekają dłużej niż dobę: ${atLeast}${waiting}. Nabij je na kasie.`,
              '/admin/kasa',
            )),
      ]
    },
  },
])
