import { z } from 'zod'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { knownWarningsSchema, versionsSchema } from '#domain/shipping/admin/parcel-warning.ts'
import { type CarrierFieldProblem, LOCKER_TEMPLATES, type LockerTemplate } from './parcel-carrier.ts'

/** The kind of the run that creates parcels at the carrier. */
export const CARRIER_RUN = 'carrier-shipments'

/**
 * Statuses of a parcel at the carrier. `requested`: to be created, or created with a lost answer; `refused`: not at the
 * carrier; `created`: at the carrier, without label; `confirmed`: with label and number; `replaced`: the parcel was
 * requested again under another reference, because this one came back, was lost, or no longer fits the order.
 */
export const CARRIER_STATUSES = ['requested', 'refused', 'created', 'confirmed', 'cancelled', 'replaced'] as const
export type CarrierShipmentStatus = (typeof CARRIER_STATUSES)[number]

export const LOCKER_TEMPLATE_LABELS: Record<LockerTemplate, string> = {
  small: 'A (mała), 8 × 38 × 64 cm',
  medium: 'B (średnia), 19 × 38 × 64 cm',
  large: 'C (duża), 41 × 38 × 64 cm',
}

/** The box of a parcel. The last choice is offered again. */
export const parcelSizesSchema = defineSchema(() => {
  const side = z.int().min(10).max(3000)
  return z.strictObject({
    locker_template: z.enum(LOCKER_TEMPLATES),
    length_mm: side,
    width_mm: side,
    height_mm: side,
    weight_grams: z.int().min(50).max(50_000),
  })
})
export type ParcelSizes = z.output<typeof parcelSizesSchema>

/** Parcels that one call sends to the carrier; their labels can be printed at once. */
const MOST_PARCELS_TO_CREATE = 100

export const carrierShipmentsRequestSchema = defineSchema(() =>
  z.strictObject({
    parcels: z.array(z.uuid()).min(1).max(MOST_PARCELS_TO_CREATE).meta({ description: 'Ids of checkouts' }),
    versions: versionsSchema,
    knows: knownWarningsSchema,
    sizes: parcelSizesSchema,
  }),
)

/** A parcel at the carrier, as the admin sees it. */
export const carrierShipmentSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    status: z.enum(CARRIER_STATUSES),
    carrier_status: z.string().nullable().meta({ description: "The carrier's own word" }),
    problem: z.string().nullable().meta({ description: 'A Polish sentence about the problem' }),
    cod_grosze: groszeSchema.nullable().meta({ description: 'Amount that the carrier collects; null: none' }),
    outdated: z
      .boolean()
      .meta({ description: 'Its label is used, or no longer fits the order: it has to be sent again' }),
    changed_at: momentSchema,
  }),
)
export type CarrierShipmentView = z.output<typeof carrierShipmentSchema>

/** Why a parcel is not at the carrier, as it is stored. */
export const carrierProblemSchema = defineSchema(() =>
  z.object({
    reason: z.string(),
    code: z.string().optional(),
    problems: z.array(z.object({ field: z.string(), problem: z.string() })).optional(),
  }),
)
export type CarrierProblem = z.output<typeof carrierProblemSchema>

const PROBLEMS: Partial<Record<string, string>> = {
  carrier_missing: 'InPost ShipX nie jest podłączony. Ustaw SHIPX_TOKEN i SHIPX_ORGANIZATION_ID.',
  carrier_unavailable: 'InPost nie odpowiada. Spróbuj ponownie za chwilę: druga przesyłka nie powstanie.',
  carrier_busy: 'InPost przyjmuje teraz zbyt wiele zapytań. Spróbuj ponownie za kilka minut.',
  carrier_unauthorized: 'InPost nie przyjmuje klucza sklepu. Sprawdź SHIPX_TOKEN i SHIPX_ORGANIZATION_ID.',
  carrier_too_late: 'InPost nie pozwala już na to przy tej przesyłce.',
  carrier_unknown_id: 'InPost nie zna już tej przesyłki.',
  carrier_unpaid: 'InPost nie pobrał opłaty za przesyłkę. Sprawdź saldo i umowę w Managerze Paczek.',
  parcel_cancelled: 'Zamówienie jest anulowane.',
  parcel_warned: 'Jest odstąpienie albo spór o tę paczkę: sprawdź ją, zanim powstanie etykieta.',
  parcel_changed: 'Zamówienie albo paczka zmieniły się w międzyczasie: sprawdź i spróbuj ponownie.',
  parcel_archived: 'Przesyłka jest w archiwum.',
  parcel_sent: 'Paczka jest już wysłana.',
  parcel_numbered: 'Paczka ma już numer śledzenia wpisany ręcznie.',
  parcel_under_way: 'InPost ma jeszcze poprzednią paczkę. Nową utworzysz, gdy tamta wróci, dotrze albo zaginie.',
  parcel_unpaid: 'Zamówienie nie jest opłacone albo pieniądze wracają do kupującego.',
  parcel_anonymous: 'Dane odbiorcy zostały usunięte.',
  parcel_not_found: 'Tej przesyłki już nie ma.',
  interrupted: 'Praca została przerwana. Uruchom ją ponownie.',
}

/** Answers of the carrier that concern the account, not the parcel. */
const REFUSAL_CODES: Partial<Record<string, string>> = {
  debt_collection: 'InPost wstrzymał konto z powodu zaległości.',
  missing_trucker_id: 'Konto w InPost nie ma umowy kurierskiej.',
  trucker_id_not_set: 'Konto w InPost nie ma umowy kurierskiej.',
  no_carriers: 'Konto w InPost nie ma umowy na tę usługę.',
  not_enough_funds: 'Na koncie w InPost brakuje środków.',
}

const FIELDS: Partial<Record<string, string>> = {
  'receiver.phone': 'telefon odbiorcy',
  'receiver.email': 'e-mail odbiorcy',
  'receiver.first_name': 'imię odbiorcy',
  'receiver.last_name': 'nazwisko odbiorcy',
  'receiver.address.street': 'ulica odbiorcy',
  'receiver.address.building_number': 'numer domu odbiorcy',
  'receiver.address.city': 'miejscowość odbiorcy',
  'receiver.address.post_code': 'kod pocztowy odbiorcy',
  'custom_attributes.target_point': 'paczkomat',
  'parcels.template': 'rozmiar paczki',
  'parcels.dimensions': 'wymiary paczki',
  'parcels.weight': 'waga paczki',
  'cod.amount': 'kwota pobrania',
  'insurance.amount': 'kwota ubezpieczenia',
}

const FIELD_PROBLEMS: Partial<Record<string, string>> = {
  required: 'brakuje',
  blank: 'brakuje',
  invalid: 'niewłaściwa wartość',
  invalid_format: 'niewłaściwy format',
  does_not_exist: 'nie istnieje',
  not_available: 'niedostępny',
  too_long: 'za długie',
  too_short: 'za krótkie',
  too_big: 'za duże',
  too_small: 'za małe',
}

/** A Polish sentence about why a parcel is not at the carrier. */
export function describeCarrierProblem({ reason, code, problems = [] }: CarrierProblem): string {
  if (reason !== 'carrier_refused') return PROBLEMS[reason] ?? 'Nie udało się.'
  if (problems.length > 0) return `InPost odrzucił dane: ${problems.map(describeField).join('; ')}.`
  return REFUSAL_CODES[code ?? ''] ?? `InPost odrzucił przesyłkę${code ? ` (${code})` : ''}.`
}

function describeField({ field, problem }: CarrierFieldProblem): string {
  // Details of a list contain its index: 'parcels.0.weight.amount'.
  const plain = field.replace(/\.\d+(?=\.|$)/g, '')
  const known = Object.keys(FIELDS).find((name) => plain === name || plain.startsWith(`${name}.`))
  return `${FIELDS[known ?? ''] ?? plain} – ${FIELD_PROBLEMS[problem] ?? problem}`
}
