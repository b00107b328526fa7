import { defineChecks } from '#domain/kernel/definitions.ts'
import { isTrialOver } from './going-live-queries.server.ts'

export default defineChecks([
  {
    key: 'trial',
    title: 'Zacznij naprawdę',
    setup: {
      how:
        'Gdy skończysz próbować, jednym ruchem usuń zamówienia próbne, zmyślone osoby, opinie i liczby. Twoje produkty, ' +
        'zdjęcia i ustawienia zostaną. Zrób to przed pierwszym prawdziwym zamówieniem.',
      link: { to: '/admin/zacznij-naprawde', label: 'Zacznij naprawdę' },
    },
    isDone: ({ db, adminEmail }) => isTrialOver(db, adminEmail),
  },
])
