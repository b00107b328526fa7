import { lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { isConsentTextKnown } from './consent-store.server.ts'

/** Answers to the consent question are stored with the question that was shown. */
export default defineChecks([
  {
    key: 'consent-log',
    title: 'Zapis zgód na pomiary',
    law: {
      why: 'Sklep musi umieć wykazać, kto i na co się zgodził, zanim Google zaczęło liczyć odwiedziny.',
      act: 'RODO, art. 7 ust. 1; Prawo komunikacji elektronicznej, art. 399',
      since: '2024-11-10',
    },
    async findGaps({ db, analytics }) {
      if (analytics === null || (await isConsentTextKnown(db, analytics.consentSha256))) return []
      const todo = 'Treść pytania o zgodę nie jest zapisana. Uruchom sklep ponownie.'
      return lacksInShop(todo, '/admin')
    },
  },
])
