import { html } from 'hono/html'
import type { OrderConfirmation } from '#domain/email/mail.ts'
import { formatGrosze } from '#domain/money.ts'
import { customerOrderNumber } from '#domain/orders/order.ts'
import type { ShopProfile } from '#domain/settings/settings.ts'
import { COLOUR, heading, letter, link, type Markup, paragraph, SANS, SERIF } from '#infra/email/templates/layout.ts'
import { buildTexts } from '#infra/email/templates/order-confirmation-words.ts'

type Order = OrderConfirmation['orders'][number]

const CELL = `padding:10px 0;font:400 15px/1.45 ${SANS};color:${COLOUR.night};vertical-align:top;border-top:1px solid ${COLOUR.sand}`
const AMOUNT = `${CELL};text-align:right;white-space:nowrap;padding-left:16px`
const SMALL = `font-size:13px;color:${COLOUR.oud}`

export function orderConfirmationHtml(data: OrderConfirmation, profile: ShopProfile): Markup {
  const words = buildTexts(data, profile)
  return letter(
    profile,
    { title: words.subject, preview: words.payment },
    html`<h1 style="margin:0 0 16px;font:500 30px/1.2 ${SERIF};color:${COLOUR.night}">${words.title}</h1>
${paragraph(words.greeting)}
${paragraph(words.thanks)}
${words.split === undefined ? '' : paragraph(words.split)}
${data.orders.map(orderTable)}
${data.orders.length > 1 ? grandTotal(data) : ''}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:24px">
<tr><td style="background:${COLOUR.sand};padding:16px 20px;font:600 17px/1.4 ${SANS};color:${COLOUR.night}">${words.payment}</td></tr>
</table>
${heading('Dostawa')}
${paragraph(lines([words.deliveryMethod, ...words.address]))}
${heading('Odbiorca')}
${paragraph(lines(words.receiver))}
${paragraph(html`Stan zamówienia i przesyłki sprawdzisz w ${link(words.panelUrl, 'panelu klienta')}.`)}
${heading('14 dni na zwrot')}
${paragraph(words.withdrawal)}
${paragraph(html`Szczegóły znajdziesz w ${link(words.termsUrl, 'regulaminie')}.`)}`,
  )
}

function orderTable(order: Order): Markup {
  return html`${heading(`Zamówienie nr ${customerOrderNumber(order.id)}`)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${order.items.map(
  (
    item,
  ) => html`<tr><td style="${CELL}">${item.name}<br><span style="${SMALL}">${item.brand} · ${item.quantity} × ${formatGrosze(item.unitPriceGrosze)}</span></td>
<td style="${AMOUNT}">${formatGrosze(item.quantity * item.unitPriceGrosze)}</td></tr>`,
)}
${sum('Dostawa', order.shippingGrosze)}
${sum('Razem', order.totalGrosze, true)}
</table>`
}

function grandTotal({ totals }: OrderConfirmation): Markup {
  return html`${heading('Podsumowanie')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${sum('Produkty', totals.itemsGrosze)}
${sum('Dostawa', totals.shippingGrosze)}
${sum('Razem', totals.totalGrosze, true)}
</table>`
}

function sum(label: string, grosze: number, strong = false): Markup {
  const weight = strong ? ';font-weight:600' : ''
  return html`<tr><td style="${CELL}${weight}">${label}</td><td style="${AMOUNT}${weight}">${formatGrosze(grosze)}</td></tr>`
}

function lines(texts: string[]): Markup {
  return html`${texts.map((text, index) => (index === 0 ? html`${text}` : html`<br>${text}`))}`
}

export function orderConfirmationText(data: OrderConfirmation, profile: ShopProfile): string {
  const words = buildTexts(data, profile)
  const orders = data.orders.map((order) =>
    [
      `Zamówienie nr ${customerOrderNumber(order.id)}`,
      ...order.items.map(
        (item) =>
          `- ${item.name} (${item.brand}), ${item.quantity} × ${formatGrosze(item.unitPriceGrosze)} = ${formatGrosze(item.quantity * item.unitPriceGrosze)}`,
      ),
      `Dostawa: ${formatGrosze(order.shippingGrosze)}`,
      `Razem: ${formatGrosze(order.totalGrosze)}`,
    ].join('\n'),
  )
  const { totals } = data
  const summary = `Podsumowanie\nProdukty: ${formatGrosze(totals.itemsGrosze)}\nDostawa: ${formatGrosze(totals.shippingGrosze)}\nRazem: ${formatGrosze(totals.totalGrosze)}`
  return [
    words.title,
    words.greeting,
    [words.thanks, words.split].filter(Boolean).join(' '),
    ...orders,
    ...(data.orders.length > 1 ? [summary] : []),
    words.payment,
    ['Dostawa', words.deliveryMethod, ...words.address].join('\n'),
    ['Odbiorca', ...words.receiver].join('\n'),
    `Stan zamówienia i przesyłki: ${words.panelUrl}`,
    `14 dni na zwrot\n${words.withdrawal}\nRegulamin: ${words.termsUrl}`,
    [
      profile.shopName,
      profile.sellerName,
      profile.sellerAddress,
      profile.sellerNip && `NIP ${profile.sellerNip}`,
      profile.sellerEmail,
      profile.sellerPhone,
    ]
      .filter(Boolean)
      .join('\n'),
  ].join('\n\n')
}
