import { hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'
import { findMissingFacts } from './terms-facts.ts'
import { readTermsInForce } from './terms-queries.server.ts'

/** Terms that the owner wrote before the shop sold anything name its seller and its address. */
export default defineDuty({
  key: 'first-terms',
  title: 'Regulamin tego sklepu i tego sprzedawcy',
  why: 'Pierwsze prawdziwe zamówienie wiąże regulaminem; z innym sprzedawcą albo adresem mówiłby nieprawdę.',
  act: 'Ustawa o prawach konsumenta, art. 12 ust. 1 pkt 2 i 3; ustawa o świadczeniu usług drogą elektroniczną, art. 5',
  since: '2014-12-25',
  grave: true,
  async findGaps({ db, now, profile }) {
    if (await hasRealOrder(db)) return []
    const { full_text: text } = await readTermsInForce(db, now())
    const missing = findMissingFacts(text, profile)
    if (missing.length === 0) return []
    const todo = `Regulamin mówi co innego niż ustawienia sklepu (${missing.join(', ')}). Ogłoś nowy: obowiązuje od razu.`
    return lacksInShop(todo, '/admin/regulamin')
  },
})
