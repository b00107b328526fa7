import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'

export default defineDuty({
  key: 'demo-seller',
  title: 'Prawdziwy sprzedawca',
  why: 'Kupujący musi wiedzieć, z kim zawiera umowę; sprzedawca, którego nie ma, wprowadza w błąd.',
  act: 'Ustawa o świadczeniu usług drogą elektroniczną, art. 5 ust. 2',
  since: '2003-03-10',
  grave: true,
  async findGaps({ configured }) {
    if (configured.seller) return []
    const todo = 'Wpisz w ustawieniach dane swojej firmy zamiast sprzedawcy pokazowego.'
    return lacksInShop(todo, '/admin/ustawienia/sprzedawca')
  },
})
