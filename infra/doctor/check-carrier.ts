import { z } from 'zod'
import type { Env } from '#infra/env.ts'
import { createInpostPoints, InpostUnavailable } from '#infra/shipping/inpost-points.ts'
import { createShipxCarrier } from '#infra/shipping/shipx.ts'
import type { ShipxAccount } from '#infra/shipping/shipx-settings.ts'
import { broken, doubtful, type Finding, fine, type Probe } from './finding.ts'

/** The checks of InPost: the list of lockers, and ShipX where the shop uses it. */
export function createCarrierChecks(env: Pick<Env, 'inpostApiUrl' | 'inpostApiToken' | 'shipx'>): Probe[] {
  const { shipx } = env
  return [
    { name: 'lockers', title: 'Paczkomaty InPost', run: (signal) => judgeLockers(env, signal) },
    ...(shipx === null
      ? []
      : [
          {
            name: 'carrier',
            title: 'Przesyłki InPost',
            run: (signal: AbortSignal) => judgeOrganization(shipx, signal),
          },
        ]),
  ]
}

async function judgeLockers(
  { inpostApiUrl, inpostApiToken }: Pick<Env, 'inpostApiUrl' | 'inpostApiToken'>,
  signal: AbortSignal,
): Promise<Finding> {
  if (inpostApiUrl === null)
    return doubtful('lista paczkomatów jest zmyślona', 'podaj adres listy InPost w INPOST_API_URL')
  const points = createInpostPoints({ baseUrl: inpostApiUrl, ...(inpostApiToken && { token: inpostApiToken }) })
  try {
    const { lockers } = await points.list({ per_page: '1', status: 'Operating' }, signal)
    return lockers.length > 0
      ? fine('lista odpowiada')
      : doubtful('lista odpowiada, ale jest pusta', 'sprawdź INPOST_API_URL')
  } catch (error) {
    if (!(error instanceof InpostUnavailable)) throw error
    if (error.status === 401 || error.status === 403) {
      return broken(`InPost odmawia (${error.status})`, 'popraw INPOST_API_TOKEN')
    }
    return broken(
      `lista nie odpowiada, jak powinna (${error.status ?? 'brak odpowiedzi'})`,
      'sprawdź INPOST_API_URL i sieć',
    )
  }
}

const failureSchema = z.object({ reason: z.string(), why: z.string() })

async function judgeOrganization(shipx: ShipxAccount, signal: AbortSignal): Promise<Finding> {
  try {
    await createShipxCarrier({ ...shipx, sender: null }).check(signal)
    return fine(`organizacja ${shipx.organizationId} przyjmuje klucz`)
  } catch (error) {
    const failure = failureSchema.parse(error instanceof Error ? error.cause : undefined)
    const isRefused = failure.reason === 'carrier_unauthorized' || failure.reason === 'carrier_unknown_id'
    return isRefused
      ? broken(`InPost odmawia (${failure.why})`, 'popraw SHIPX_TOKEN i SHIPX_ORGANIZATION_ID')
      : broken(`InPost nie odpowiada, jak powinien (${failure.why})`, 'sprawdź SHIPX_URL i sieć')
  }
}
