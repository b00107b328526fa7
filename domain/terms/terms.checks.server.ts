import { hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import { type Gap, lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import type { Services } from '#domain/services.ts'
import { readStoredFeatures } from './feature-queries.server.ts'
import { compareFeatures, labelMissing } from './shop-features.ts'
import { findMissingFacts, parseTerms } from './terms.ts'
import { readNewestTerms, readTermsInForce } from './terms-queries.server.ts'

/** Whether the terms name the seller and the address of the settings. */
async function compareTerms(
  { db, now, profile }: Services,
  { sold, tell }: { sold: boolean; tell: (facts: string) => string },
): Promise<Gap[]> {
  if ((await hasRealOrder(db)) !== sold) return []
  const { full_text: text } = await readTermsInForce(db, now())
  const missing = findMissingFacts(text, profile)
  return missing.length === 0 ? [] : lacksInShop(tell(missing.join(', ')), '/admin/regulamin')
}

/** Whether the newest terms tell of what is switched on, and of nothing else. Published ones count before their day. */
async function compareSentences({ db }: Services): Promise<Gap[]> {
  const { full_text: text } = await readNewestTerms(db)
  const gaps = compareFeatures(parseTerms(text).blocks, await readStoredFeatures(db))
  const missing = labelMissing(gaps)
  const path = '/admin/regulamin'
  return [
    ...(missing === '' ? [] : lacksInShop(`Regulamin nie mówi wszystkiego o: ${missing}. Dopisz i ogłoś nowy.`, path)),
    ...(gaps.untrue.length === 0
      ? []
      : lacksInShop(`Regulamin mówi o tym, co jest wyłączone: ${gaps.untrue.join(', ')}. Usuń i ogłoś nowy.`, path)),
  ]
}

/** Before the first sale new terms apply at once, so wrong ones stop the start. Later a correction takes days. */
export default defineChecks([
  {
    key: 'first-terms',
    title: 'Regulamin tego sklepu i tego sprzedawcy',
    law: {
      why: 'Pierwsze prawdziwe zamówienie wiąże regulaminem; z innym sprzedawcą albo adresem mówiłby nieprawdę.',
      act: 'Ustawa o prawach konsumenta, art. 12 ust. 1 pkt 2 i 3; ustawa o świadczeniu usług drogą elektroniczną, art. 5',
      since: '2014-12-25',
      grave: true,
    },
    findGaps: (services) =>
      compareTerms(services, {
        sold: false,
        tell: (facts) => `Regulamin mówi co innego niż ustawienia sklepu (${facts}). Ogłoś nowy: obowiązuje od razu.`,
      }),
  },
  {
    key: 'terms-in-force',
    title: 'Regulamin w obowiązującej wersji',
    law: {
      why: 'Kupującego wiąże ta wersja regulaminu, którą zaakceptował, więc sklep musi ją przechowywać i umieć pokazać.',
      act: 'Ustawa o prawach konsumenta, art. 12 i 21; ustawa o świadczeniu usług drogą elektroniczną, art. 8',
      since: '2014-12-25',
    },
    findGaps: (services) =>
      compareTerms(services, {
        sold: true,
        tell: (facts) => `W ustawieniach sklepu są inne dane niż w obowiązującym regulaminie (${facts}). Ogłoś nowy.`,
      }),
  },
  {
    key: 'terms-of-features',
    title: 'Regulamin mówi o wszystkim, co jest włączone',
    law: {
      why: 'Kody, faktury, newsletter i formularze działają na warunkach, które kupujący musi móc przeczytać.',
      act: 'Ustawa o świadczeniu usług drogą elektroniczną, art. 8 ust. 3; ustawa o prawach konsumenta, art. 12',
      since: '2014-12-25',
    },
    findGaps: compareSentences,
  },
])
