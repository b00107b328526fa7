import { labelGift, toOrderGift } from '#domain/gifts/gift.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import { describeOrdered, formatOrderNumber } from '#domain/kernel/order-names.ts'
import type { PdfDocument, PdfPart } from '#domain/kernel/pdf.ts'
import { formatPhone } from '#domain/kernel/phone-number.ts'
import type { PaymentMethod } from '#domain/kernel/shipping-method.ts'
import { formatDateTime } from '#domain/kernel/text.ts'
import { describePlace } from '#domain/orders/delivery-place.ts'
import type { MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { findWithdrawalForm, formatTermsDay, parseTerms } from '#domain/terms/terms.ts'
import { instructOnWithdrawal } from './withdrawal-instructions.ts'

/** The contract of a checkout as a paper, with what the law wants on a durable medium. `terms`: the accepted text. */
export function writeContract(
  checkout: Omit<MailedCheckout, 'terms'> & { terms: string },
  profile: ShopProfile,
): PdfDocument {
  const { orders, first, terms_version, terms_accepted_at } = checkout
  const numbers = orders.map(({ id }) => formatOrderNumber(id)).join(', ')
  const form = findWithdrawalForm(parseTerms(checkout.terms).blocks)
  const accepted = terms_accepted_at && `zaakceptowany ${formatDateTime(terms_accepted_at)}`
  const version = terms_version && `w wersji obowiązującej od ${formatTermsDay(terms_version)}`
  return {
    title: `Umowa sprzedaży, zamówienie nr ${numbers}`,
    foot: `${profile.shopName}, umowa sprzedaży nr ${numbers}`,
    parts: [
      { kind: 'title', text: 'Umowa sprzedaży' },
      { kind: 'text', text: `${orders.length > 1 ? 'Zamówienia' : 'Zamówienie'} nr ${numbers}` },
      {
        kind: 'facts',
        facts: [
          { name: 'Sprzedawca', lines: describeSeller(profile) },
          {
            name: 'Kupujący',
            lines: [`${first.first_name} ${first.last_name}`, first.email, formatPhone(first.phone)],
          },
          { name: 'Złożono', lines: [formatDateTime(checkout.created_at)] },
          { name: 'Płatność', lines: [describePayment(checkout.payment)] },
          { name: 'Dostawa', lines: describePlace(first) },
          { name: 'Regulamin', lines: [version, accepted].filter((line) => line !== null) },
        ],
      },
      { kind: 'heading', text: 'Przedmiot umowy' },
      { kind: 'amounts', rows: listAmounts(orders) },
      { kind: 'small', text: 'Ceny są podane w złotych i zawierają podatek VAT.' },
      { kind: 'heading', text: 'Pouczenie o odstąpieniu od umowy' },
      ...instructOnWithdrawal(profile).flatMap(({ heading, paragraphs }): PdfPart[] => [
        { kind: 'text', text: heading },
        ...paragraphs.map((text) => ({ kind: 'small', text }) as const),
      ]),
      ...(form ? writeForm(form) : []),
    ],
  }
}

/** A version of the terms as a paper. */
export function writeTermsPaper(fullText: string, profile: ShopProfile): PdfDocument {
  const { title, effective, blocks } = parseTerms(fullText)
  return {
    title,
    foot: `${profile.shopName}, ${title}`,
    parts: [
      { kind: 'title', text: title },
      { kind: 'small', text: effective },
      ...blocks
        .filter(({ isNumbered }) => isNumbered)
        .flatMap(({ heading, lines }): PdfPart[] => [
          { kind: 'heading', text: heading },
          ...lines.map((text, index) => ({ kind: 'point', mark: `${index + 1}.`, text }) as const),
        ]),
    ],
  }
}

function describeSeller(profile: ShopProfile): string[] {
  const { sellerName, sellerAddress, sellerNip, sellerRegon, sellerRegister, sellerEmail, sellerPhone } = profile
  const account = profile.sellerBankAccount === '' ? [] : [`Konto ${profile.sellerBankAccount}`]
  const numbers = [`NIP ${sellerNip}`, `REGON ${sellerRegon}`, sellerRegister].join(', ')
  return [sellerName, sellerAddress, numbers, sellerEmail, sellerPhone, ...account]
}

function describePayment(payment: PaymentMethod): string {
  return payment === 'prepaid' ? 'Z góry, opłacone online' : 'Za pobraniem, przy odbiorze przesyłki'
}

function listAmounts(orders: MailedCheckout['orders']) {
  const sum = (column: 'items_grosze' | 'shipping_grosze' | 'total_grosze') =>
    orders.reduce((total: Grosze, order) => total + order[column], 0)
  const items = orders.flatMap((order) => {
    const ofOrder = orders.length > 1 ? [`zamówienie nr ${formatOrderNumber(order.id)}`] : []
    const products = order.items.map(({ product_name, quantity, unit_price_grosze, ...item }) => ({
      label: product_name,
      detail: [`${describeOrdered(item)}, ${quantity} × ${formatGrosze(unit_price_grosze)}`, ...ofOrder].join(', '),
      amount: formatGrosze(quantity * unit_price_grosze),
    }))
    const gift = toOrderGift(order)
    if (gift === null) return products
    const detail = [`${gift.pieces} × ${formatGrosze(0)}`, ...ofOrder].join(', ')
    return [...products, { label: labelGift(gift), detail, amount: formatGrosze(0) }]
  })
  return [
    ...items,
    { label: 'Produkty', amount: formatGrosze(sum('items_grosze')) },
    { label: 'Dostawa', amount: formatGrosze(sum('shipping_grosze')) },
    { label: 'Razem', amount: formatGrosze(sum('total_grosze')), strong: true },
  ]
}

function writeForm({ heading, lines }: { heading: string; lines: string[] }): PdfPart[] {
  return [
    { kind: 'heading', text: heading },
    ...lines.map((text) => ({ kind: text.endsWith(':') ? 'blank' : 'small', text }) as const),
  ]
}
