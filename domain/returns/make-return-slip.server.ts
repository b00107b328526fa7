import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'
import type { PdfDocument, PdfPart } from '#domain/kernel/pdf.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { formatCalendarDay, formatSecond } from '#domain/kernel/text/dates-and-plurals.ts'
import type { Services } from '#domain/services.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { countGifts, findDueDay } from './return-case.ts'
import { findCaseOfCheckout, type StoredCase } from './return-case-queries.server.ts'
import { maskEmail, maskWholeName } from './statement.ts'

/**
 * The slip that travels with returned goods: sender and return address, and below them the filled-in form of
 * withdrawal, as it was declared. The sender is masked, because an order's link may have been passed on; the shop knows
 * the parcel by its numbers.
 */
function writeReturnSlip(found: StoredCase, profile: ShopProfile): PdfDocument {
  const { number, received_at, order_number, items, items_note, reason, drop_off_code } = found
  const name = maskWholeName(found.name)
  const pieces = items.map((item) => `${item.quantity} × ${item.product_name}, ${describeOrdered(item)}`)
  const about = items_note?.split('\n') ?? (pieces.length > 0 ? pieces : ['Całe zamówienie'])
  const gifts = countGifts(items)
  return {
    title: `Zwrot ${number}`,
    foot: `${profile.shopName}, zwrot ${number}`,
    parts: [
      { kind: 'title', text: `Zwrot ${number}` },
      { kind: 'text', text: 'Włóż tę kartkę do paczki.' },
      {
        kind: 'facts',
        facts: [
          { name: 'Nadawca', lines: [name, maskEmail(found.email)] },
          { name: 'Adres do zwrotu', lines: [profile.sellerName, profile.returnAddress] },
          { name: 'Numer zamówienia', lines: [order_number] },
          { name: 'Odeślij do', lines: [formatCalendarDay(findDueDay(received_at))] },
          ...(drop_off_code === null ? [] : [{ name: 'Kod nadania', lines: [drop_off_code] }]),
          ...(profile.nearbyReturnUrl === null ? [] : [{ name: 'Nadaj w pobliżu', lines: [profile.nearbyReturnUrl] }]),
        ],
      },
      { kind: 'heading', text: 'W paczce' },
      ...[...about, ...(gifts > 0 ? [`${gifts} × upominek (+GRATIS)`] : [])].map(
        (text): PdfPart => ({ kind: 'point', mark: '–', text }),
      ),
      { kind: 'heading', text: 'Oświadczenie o odstąpieniu od umowy' },
      {
        kind: 'small',
        text: `Adresat: ${profile.sellerName}, ${profile.returnAddress}, e-mail: ${profile.sellerEmail}`,
      },
      {
        kind: 'small',
        text: `Niniejszym informuję o odstąpieniu od umowy sprzedaży następujących rzeczy: ${about.join('; ')}.`,
      },
      { kind: 'small', text: `Numer zamówienia: ${order_number}` },
      { kind: 'small', text: `Imię i nazwisko konsumenta: ${name}` },
      ...(reason === null ? [] : [{ kind: 'small', text: `Powód: ${reason}` } as const]),
      { kind: 'small', text: `Złożono elektronicznie: ${formatSecond(received_at)}. Podpis nie jest potrzebny.` },
    ],
  }
}

/** The return slip of a withdrawal, as PDF. */
export async function makeReturnSlip(
  { db, pdf, profile }: Pick<Services, 'db' | 'pdf' | 'profile'>,
  { checkoutId, number }: { checkoutId: string; number: string },
): Promise<Result<Buffer, { reason: 'case_not_found' }>> {
  const found = await findCaseOfCheckout(db, checkoutId, number)
  if (found?.kind !== 'withdrawal') return fail({ reason: 'case_not_found' })
  return ok(await pdf.write(writeReturnSlip(found, profile)))
}
