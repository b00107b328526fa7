import type { Recipient } from '#domain/checkout/checkout-form.ts'
import { NO_MAIL_DOMAIN } from '#domain/kernel/mail.ts'
import { phoneSchema } from '#domain/kernel/numbers/phone-number.ts'
import { readNip } from '#domain/kernel/numbers/tax-numbers.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { emailSchema } from '#domain/kernel/wire/wire-fields.ts'
import type { Company } from '#domain/papers/company.ts'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import type { AddedOrder, FieldWrong } from './read-fields.ts'

/** A marketplace's customer. Of its address nothing is checked but that there is one: it was accepted there. */
export type Addressee = { email: string; recipient: Recipient; locker: ParcelLocker | null }

/** Where the marketplace gives no address. */
const noEmail = (baselinkerId: number) => `${baselinkerId}@${NO_MAIL_DOMAIN}`

/**
 * Who gets the parcel and where it goes: to a point where one is named, otherwise to the address.
 * @param papersHere the shop makes the invoice, so that its buyer must be right
 */
export function readAddressee(
  order: AddedOrder,
  { papersHere }: { papersHere: boolean },
): Result<Addressee, FieldWrong> {
  const name = readName(order)
  if (name === null) return wrong('delivery_fullname', 'brak nazwy odbiorcy')
  const phone = phoneSchema.safeParse(order.phone)
  const typed = emailSchema.safeParse(order.email)
  const email = typed.success ? typed.data : noEmail(order.baselinker_id)
  const company = readCompany(order)
  if (!company.ok && papersHere) return company
  const person = {
    ...name,
    phone: phone.success ? phone.data : order.phone,
    ...(company.ok && company.value && { company: company.value }),
  }
  const pointId = order.delivery_point_id || (order.delivery_point_name.match(/^[A-Z0-9-]{5,12}\b/)?.[0] ?? '')
  if (pointId !== '') {
    const locker: ParcelLocker = {
      inpost_id: pointId,
      name: order.delivery_point_name || pointId,
      address: order.delivery_point_address,
      postal_code: order.delivery_point_postcode,
      city: order.delivery_point_city,
      status: 'active',
      opening_hours: null,
    }
    return ok({
      email,
      recipient: { ...person, delivery: { kind: 'locker', lockerId: pointId, receiverEmail: email } },
      locker,
    })
  }
  if (order.delivery_address === '' || order.delivery_city === '')
    return wrong(order.delivery_address === '' ? 'delivery_address' : 'delivery_city', 'brak adresu dostawy')
  const delivery = {
    kind: 'courier' as const,
    ...splitStreet(order.delivery_address),
    city: order.delivery_city,
    postalCode: order.delivery_postcode,
  }
  return ok({ email, recipient: { ...person, delivery }, locker: null })
}

const wrong = (field: string, problem: string) => fail({ reason: 'baselinker_field_wrong' as const, field, problem })

/** The name without the login that marketplaces add to it in brackets; a company stands behind it. */
function readName(order: AddedOrder): { firstName: string; lastName: string } | null {
  const plain = (text: string) => text.replace(/\s*\[[^\]]*\]\s*/g, ' ').trim()
  const [name, company] = [plain(order.delivery_fullname || order.invoice_fullname), plain(order.delivery_company)]
  const words = (name || company || plain(order.client_login)).split(' ').filter(Boolean)
  const last = words.length > 1 ? (words.pop() ?? '') : ''
  if (words.length === 0) return null
  const behind = name !== '' && company !== '' && company !== name ? ` (${company})` : ''
  return { firstName: words.join(' '), lastName: `${last}${behind}`.trim() }
}

/** 'ul. Prosta 12/3': the house number is what begins with the last digits after the name of the street. */
export function splitStreet(line: string): { street: string; houseNumber: string } {
  const [, street = line, houseNumber = ''] =
    /^(.*\p{L}.*?)[\s,]+(\d+\s?\p{L}?(?:\s*(?:\/|m\.?|lok\.?)\s*\d+\s?\p{L}?)?)$/iu.exec(line) ?? []
  return { street, houseNumber }
}

/** The company that the invoice is for; null: no company. */
function readCompany(order: AddedOrder): Result<Company | null, FieldWrong> {
  if (order.invoice_nip === '') return ok(null)
  const nip = readNip(order.invoice_nip)
  if (nip === null) return wrong('invoice_nip', 'to nie jest polski NIP')
  return ok({
    nip,
    name: order.invoice_company || order.invoice_fullname || order.delivery_company,
    street: order.invoice_address,
    postal_code: order.invoice_postcode,
    city: order.invoice_city,
  })
}
