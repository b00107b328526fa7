import type { z } from 'zod'
import { type Grosze, groszeToZl } from '#domain/kernel/amounts/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import {
  type CarrierFailure,
  type CarrierRequest,
  type CarrierShipment,
  MOST_LABELS,
  type ParcelCarrier,
} from '#domain/shipping/carrier/parcel-carrier.ts'
import { describeRefusal, shipxPage, shipxShipment } from './shipx-answers.ts'
import type { ShipxAccount, ShipxSender } from './shipx-settings.ts'

export type ShipxOptions = ShipxAccount & {
  /** Read at each use. */
  readonly sender: ShipxSender
  /** Longest time of one call, ms. */
  timeoutMs?: number
}

const TIMEOUT_MS = 20_000
/** How much earlier the search for a parcel begins, because clocks differ, ms. */
const CLOCK_MARGIN_MS = 60 * 60_000
/** The least sum that InPost insures. */
const LEAST_INSURANCE: Grosze = 1_00
/** Most pages of a list; a longer list is a failure. */
const MOST_PAGES = 40

type Answer = { response: Response; bytes: Uint8Array<ArrayBuffer> }

/**
 * InPost's ShipX API (https://dokumentacja-inpost.atlassian.net, 'API ShipX'): parcels to lockers and by courier, in
 * the simplified mode, which chooses and pays the offer automatically.
 */
export function createShipxCarrier(options: ShipxOptions): ParcelCarrier {
  const { token, organizationId, timeoutMs = TIMEOUT_MS } = options
  const root = `${options.url.replace(/\/+$/, '')}/v1`
  const ofOrganization = `${root}/organizations/${organizationId}`

  async function call(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    more: { body?: unknown; signal?: AbortSignal } = {},
  ): Promise<Result<Answer, CarrierFailure>> {
    const { body, signal } = more
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (response.ok) return ok({ response, bytes })
      return fail(describeRefusal(response.status, response.headers, parseJson(bytes)))
    } catch (error) {
      const name = error instanceof Error ? error.name : String(error)
      return fail({ reason: 'carrier_unavailable', why: `ShipX did not answer (${name})` })
    }
  }

  async function read<Value>(asked: Promise<Result<Answer, CarrierFailure>>, schema: z.ZodType<Value>) {
    const answer = await asked
    if (!answer.ok) return answer
    const parsed = schema.safeParse(parseJson(answer.value.bytes))
    if (parsed.success) return ok(parsed.data)
    return fail({ reason: 'carrier_unavailable' as const, why: 'ShipX answered nonsense' })
  }

  const listPage = (query: Record<string, string>) =>
    read(call('GET', `${ofOrganization}/shipments?${new URLSearchParams(query)}`), shipxPage)

  /** All shipments of a query; fails when the list has too many pages. */
  async function list(query: Record<string, string>): Promise<Result<CarrierShipment[], CarrierFailure>> {
    const found: CarrierShipment[] = []
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const answer = await listPage({ ...query, page: String(page) })
      if (!answer.ok) return answer
      found.push(...answer.value.items)
      if (answer.value.items.length === 0 || found.length >= answer.value.count) return ok(found)
    }
    return fail({ reason: 'carrier_unavailable', why: 'ShipX lists too many shipments' })
  }

  return {
    async create(request) {
      const body = describeShipment(request, options.sender)
      const created = await read(call('POST', `${ofOrganization}/shipments`, { body }), shipxShipment)
      // The unknown id is the organization's.
      if (created.ok || created.failure.reason !== 'carrier_unknown_id') return created
      return fail({ reason: 'carrier_unauthorized', why: created.failure.why })
    },

    async findByReference(reference, since) {
      // The API's documented filters include times but no references.
      const from = new Date(since.getTime() - CLOCK_MARGIN_MS).toISOString()
      const found = await list({ created_at_gteq: from, sort_by: 'created_at', sort_order: 'asc' })
      if (!found.ok) return found
      const same = found.value.filter((item) => item.reference === reference && item.status !== 'canceled')
      return ok(same[0] ?? null)
    },

    async find(ids) {
      return ids.length === 0 ? ok([]) : list({ id: ids.join(',') })
    },

    async cancel(id) {
      const gone = await call('DELETE', `${root}/shipments/${encodeURIComponent(id)}`)
      return gone.ok ? ok(null) : gone
    },

    async printLabels(ids) {
      if (ids.length > MOST_LABELS) throw new RangeError(`at most ${MOST_LABELS} labels are printed at once`)
      const query = new URLSearchParams([
        ['format', 'Pdf'],
        ['type', 'A6'],
        ...ids.map((id): [string, string] => ['shipment_ids[]', id]),
      ])
      const [only] = ids
      const one = ids.length === 1 && only !== undefined
      const answer = await call(
        'GET',
        one
          ? `${root}/shipments/${encodeURIComponent(only)}/label?format=Pdf&type=A6`
          : `${ofOrganization}/shipments/labels?${query}`,
      )
      if (!answer.ok) return answer
      const { bytes } = answer.value
      // The type follows from the bytes, not from the header.
      if (startsWith(bytes, '%PDF-')) return ok({ bytes, type: 'pdf' })
      if (startsWith(bytes, 'PK')) return ok({ bytes, type: 'zip' })
      return fail({ reason: 'carrier_unavailable', why: 'ShipX answered no label' })
    },

    async check(signal) {
      const answer = await call('GET', ofOrganization, { signal })
      if (!answer.ok) throw new Error(answer.failure.why, { cause: answer.failure })
    },
  }
}

function describeShipment(request: CarrierRequest, sender: ShipxSender): object {
  const { reference, receiver, to, codGrosze, insuranceGrosze } = request
  const person = {
    first_name: receiver.firstName,
    last_name: receiver.lastName,
    email: receiver.email,
    phone: receiver.phone.replace(/^\+48/, ''),
  }
  const common = {
    reference,
    ...(sender && {
      sender: {
        company_name: sender.companyName,
        email: sender.email,
        phone: sender.phone,
        address: describeAddress(sender.address),
      },
    }),
    ...(codGrosze !== null && { cod: describeAmount(codGrosze) }),
    ...(insuranceGrosze !== null && { insurance: describeAmount(Math.max(insuranceGrosze, LEAST_INSURANCE)) }),
  }
  if (to.service === 'locker') {
    return {
      ...common,
      service: 'inpost_locker_standard',
      receiver: person,
      parcels: [{ template: to.template }],
      custom_attributes: { target_point: to.lockerId },
    }
  }
  const { lengthMm, widthMm, heightMm, weightGrams } = to.size
  const dimensions = { length: String(lengthMm), width: String(widthMm), height: String(heightMm), unit: 'mm' }
  return {
    ...common,
    service: 'inpost_courier_standard',
    receiver: { ...person, address: describeAddress(to.address) },
    parcels: [{ dimensions, weight: { amount: String(weightGrams / 1000), unit: 'kg' }, is_non_standard: false }],
  }
}

function describeAddress({ street, houseNumber, city, postalCode }: NonNullable<ShipxSender>['address']): object {
  return { street, building_number: houseNumber, city, post_code: postalCode, country_code: 'PL' }
}

function describeAmount(grosze: Grosze): object {
  return { amount: groszeToZl(grosze), currency: 'PLN' }
}

/** Undefined for bytes that are not JSON. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, text.length)) === text
}
