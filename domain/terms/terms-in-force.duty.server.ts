import { hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'
import { findMissingFacts } from './terms-facts.ts'
import { readTermsInForce } from './terms-queries.server.ts'

const PATH = '/admin/regulamin'

/** The terms in force are stored and name the seller of the settings. */
export default defineDuty({
  key: 'terms-in-force',
  title: 'Regulamin w obowiązującej wersji',
  why: 'Kupującego wiąże ta wersja regulaminu, którą zaakceptował, więc sklep musi ją przechowywać i umieć pokazać.',
  act: 'Ustawa o prawach konsumenta, art. 12 i 21; ustawa o świadczeniu usług drogą elektroniczną, art. 8',
  since: '2014-12-25',
  async findGaps({ db, now, profile }) {
    const { full_text: text } = await readTermsInForce(db, now())
    const missing = findMissingFacts(text, profile)
    // As long as nothing is sold this is refused: see first-terms.duty.server.ts.
    if (missing.length === 0 || !(await hasRealOrder(db))) return []
    const todo = `W ustawieniach sklepu są inne dane niż w obowiązującym regulaminie (${missing.join(', ')}). Ogłoś nowy.`
    return lacksInShop(todo, PATH)
  },
})
