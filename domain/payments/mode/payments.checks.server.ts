import { defineChecks } from '#domain/kernel/definitions.ts'
import { readPaymentMode } from './payment-mode-queries.server.ts'

const link = { to: '/admin#tryb-platnosci', label: 'Tryb płatności' }

export default defineChecks([
  {
    key: 'payment-keys',
    title: 'Klucze produkcyjne płatności',
    setup: {
      how: 'Podaj klucze produkcyjne ze swojego konta Stripe. Krok po kroku: docs/operations.md, „Payments by Stripe”.',
      link,
    },
    needs: 'settings',
    variables: ['STRIPE_SECRET_KEY_LIVE', 'STRIPE_WEBHOOK_SECRET_LIVE'],
    isDone: ({ hasPaymentKeys }) => hasPaymentKeys,
  },
  {
    key: 'payment-mode',
    title: 'Prawdziwe płatności',
    setup: {
      how: 'Płatności są próbne: nikt nie płaci. Gdy wszystko inne jest gotowe, przejdź na tryb produkcyjny.',
      link,
    },
    isDone: async ({ db, payments }) => (await readPaymentMode(db)) === 'live' && payments.live !== null,
  },
])
