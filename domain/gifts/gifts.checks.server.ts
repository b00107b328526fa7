import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { WHOLE_SHOP } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { findGiftOffer } from './gift.ts'
import { readGiftRule } from './gift-rule-queries.server.ts'

export default defineChecks([
  {
    key: 'gift-without-rule',
    title: '+GRATIS tylko z regułą',
    law: {
      why:
        'Obiecany prezent trzeba dać, więc obietnica potrzebuje reguły: dla kogo, od jakiej kwoty, co, ile sztuk i do ' +
        'kiedy. Z adresem https prezent z początku sklepu nie jest obiecywany, dopóki reguły nie zapiszesz.',
      act: 'Ustawa o przeciwdziałaniu nieuczciwym praktykom rynkowym, art. 5 ust. 1 i art. 7 pkt 19',
      since: '2007-12-21',
      grave: true,
    },
    async findGaps({ db, profile, now }) {
      const rule = await readGiftRule(db)
      const offer = findGiftOffer(rule, { shopUrl: profile.shopUrl, today: readWarsawClock(now()).day })
      if (offer === null || !rule.preset) return []
      return [
        {
          about: WHOLE_SHOP,
          todo: 'Sprawdź i zapisz regułę +GRATIS albo ją wyłącz.',
          path: '/admin/ustawienia/gratisy',
        },
      ]
    },
  },
])
