import { type CarrierProblem, describeCarrierProblem } from '#domain/shipping/carrier/carrier-shipment.ts'
import type { Definition } from './error-definition.ts'

const describe = (reason: string) => describeCarrierProblem({ reason })

/** Refusals of calls about the carrier's parcels; part of ERRORS (errors.ts). */
export const CARRIER_ERRORS = {
  carrier_missing: { status: 409, sentence: describe('carrier_missing') },
  carrier_unavailable: {
    status: 503,
    sentence: 'InPost nie odpowiada. Spróbuj ponownie za chwilę.',
    retryAfterSeconds: 10,
  },
  carrier_busy: { status: 503, sentence: describe('carrier_busy'), retryAfterSeconds: 60 },
  carrier_unauthorized: { status: 409, sentence: describe('carrier_unauthorized') },
  carrier_refused: {
    status: 409,
    sentence: (failure: Pick<CarrierProblem, 'code' | 'problems'>) =>
      describeCarrierProblem({ ...failure, reason: 'carrier_refused' }),
  },
  carrier_too_late: {
    status: 409,
    sentence:
      'InPost potwierdził już tę przesyłkę i nie pozwala jej anulować. Nie nadawaj jej: nienadana wygaśnie, a ' +
      'opłatę wyjaśnisz w Managerze Paczek.',
  },
  carrier_unknown_id: { status: 404, sentence: describe('carrier_unknown_id') },
  carrier_unsettled: {
    status: 409,
    sentence: 'Nie wiadomo jeszcze, czy InPost ma tę przesyłkę. Spróbuj ponownie za minutę.',
  },
  carrier_shipment_not_found: { status: 404, sentence: 'Nie ma takiej przesyłki InPost.' },
  labels_cancelled: {
    status: 409,
    sentence: ({ numbers }: { numbers: string[] }) =>
      `Zamówienie ${numbers.join(', ')} jest anulowane: nie nadawaj tej paczki.`,
  },
  label_not_ready: {
    status: 409,
    sentence: 'InPost nie wystawił jeszcze etykiety. Zwykle trwa to kilka sekund: spróbuj ponownie.',
  },
  label_outdated: {
    status: 409,
    sentence: 'Ta etykieta jest zużyta albo ma inne dane lub kwotę niż zamówienie. Utwórz nową przesyłkę InPost.',
  },
} as const satisfies Record<string, Definition>
