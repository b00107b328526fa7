import { labelGift } from '#domain/gifts/gift.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import type { PdfDocument, PdfPart } from '#domain/kernel/pdf.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { describePlace } from '#domain/orders/delivery-place.ts'
import type { MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { listFacts } from '#domain/orders/order-facts.ts'
import { formatSums, sumOrders } from '#domain/orders/order-sums.ts'
import { PRICES_WITH_VAT, type ShopProfile } from '#domain/settings/shop-profile.ts'
import { findWithdrawalForm, formatTermsDay, parseTerms } from '#domain/terms/terms.ts'

/** The contract of a checkout as a document, with what the law requires there. `terms`: the accepted text. */
export function writeContract(
  checkout: Omit<MailedCheckout, 'terms'> & { terms: string },
  profile: ShopProfile,
): PdfDocument {
  const { orders, first } = checkout
  const { terms_version, terms_accepted_at } = first
  const numbers = orders.map(({ number }) => number).join(', ')
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
            lines: [first.name, first.email, first.shown_phone],
          },
          ...listFacts(first, 'contract').map(({ label, text }) => ({ name: label, lines: [text] })),
          { name: 'Złożono', lines: [formatDateTime(first.created_at)] },
          { name: 'Płatność', lines: [PAYMENTS[first.payment]] },
          { name: 'Dostawa', lines: describePlace(first) },
          { name: 'Regulamin', lines: [version, accepted].filter((line) => line !== null) },
        ],
      },
      { kind: 'heading', text: 'Przedmiot umowy' },
      { kind: 'amounts', rows: listAmounts(orders) },
      { kind: 'small', text: PRICES_WITH_VAT },
      { kind: 'heading', text: 'Pouczenie o odstąpieniu od umowy' },
      ...instructOnWithdrawal(profile).flatMap(({ heading, paragraphs }): PdfPart[] => [
        { kind: 'text', text: heading },
        ...paragraphs.map((text) => ({ kind: 'small', text }) as const),
      ]),
      ...(form ? writeForm(form) : []),
    ],
  }
}

/** A version of the terms as a document. */
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

const PAYMENTS: Record<PaymentWay, string> = {
  prepaid: 'Z góry, opłacone online',
  cash_on_delivery: 'Za pobraniem, przy odbiorze przesyłki',
  elsewhere: 'Poza sklepem',
}

function listAmounts(orders: MailedCheckout['orders']) {
  const items = orders.flatMap((order) => {
    const ofOrder = orders.length > 1 ? [`zamówienie nr ${order.number}`] : []
    const products = order.items.map(({ product_name, quantity, unit_price_grosze, ...item }) => ({
      label: product_name,
      detail: [`${describeOrdered(item)}, ${quantity} × ${formatGrosze(unit_price_grosze)}`, ...ofOrder].join(', '),
      amount: formatGrosze(quantity * unit_price_grosze),
    }))
    const { gift } = order
    if (gift === null) return products
    const detail = [`${gift.pieces} × ${formatGrosze(0)}`, ...ofOrder].join(', ')
    return [...products, { label: labelGift(gift), detail, amount: formatGrosze(0) }]
  })
  return [...items, ...formatSums(sumOrders(orders))]
}

function writeForm({ heading, lines }: { heading: string; lines: string[] }): PdfPart[] {
  return [
    { kind: 'heading', text: heading },
    ...lines.map((text) => ({ kind: text.endsWith(':') ? 'blank' : 'small', text }) as const),
  ]
}

type Seller = Pick<ShopProfile, 'sellerName' | 'sellerAddress' | 'sellerEmail' | 'sellerPhone' | 'returnAddress'>

/** The model instructions on withdrawal of annex 1 to the act on consumer rights, for goods in one parcel. */
function instructOnWithdrawal(seller: Seller): { heading: string; paragraphs: string[] }[] {
  const { sellerName, sellerAddress, sellerEmail, sellerPhone, returnAddress } = seller
  return [
    {
      heading: 'Prawo odstąpienia od umowy',
      paragraphs: [
        'Mają Państwo prawo odstąpić od niniejszej umowy w terminie 14 dni bez podania jakiejkolwiek przyczyny.',
        'Termin do odstąpienia od umowy wygasa po upływie 14 dni od dnia, w którym weszli Państwo w posiadanie rzeczy lub w którym osoba trzecia inna niż przewoźnik i wskazana przez Państwa weszła w posiadanie rzeczy.',
        `Aby skorzystać z prawa odstąpienia od umowy, muszą Państwo poinformować nas (${sellerName}, ${sellerAddress}, tel. ${sellerPhone}, e-mail ${sellerEmail}) o swojej decyzji o odstąpieniu od niniejszej umowy w drodze jednoznacznego oświadczenia (na przykład pismo wysłane pocztą lub pocztą elektroniczną).`,
        'Mogą Państwo skorzystać z wzoru formularza odstąpienia od umowy, jednak nie jest to obowiązkowe.',
        'Aby zachować termin do odstąpienia od umowy, wystarczy, aby wysłali Państwo informację dotyczącą wykonania przysługującego Państwu prawa odstąpienia od umowy przed upływem terminu do odstąpienia od umowy.',
      ],
    },
    {
      heading: 'Skutki odstąpienia od umowy',
      paragraphs: [
        'W przypadku odstąpienia od niniejszej umowy zwracamy Państwu wszystkie otrzymane od Państwa płatności, w tym koszty dostarczenia rzeczy (z wyjątkiem dodatkowych kosztów wynikających z wybranego przez Państwa sposobu dostarczenia innego niż najtańszy zwykły sposób dostarczenia oferowany przez nas), niezwłocznie, a w każdym przypadku nie później niż 14 dni od dnia, w którym zostaliśmy poinformowani o Państwa decyzji o wykonaniu prawa odstąpienia od niniejszej umowy. Zwrotu płatności dokonamy przy użyciu takich samych sposobów płatności, jakie zostały przez Państwa użyte w pierwotnej transakcji, chyba że wyraźnie zgodziliście się Państwo na inne rozwiązanie; w każdym przypadku nie poniosą Państwo żadnych opłat w związku z tym zwrotem.',
        'Możemy wstrzymać się ze zwrotem płatności do czasu otrzymania rzeczy lub do czasu dostarczenia nam dowodu jej odesłania, w zależności od tego, które zdarzenie nastąpi wcześniej.',
        `Proszę odesłać rzecz na adres: ${returnAddress}, niezwłocznie, a w każdym razie nie później niż 14 dni od dnia, w którym poinformowali nas Państwo o odstąpieniu od niniejszej umowy. Termin jest zachowany, jeżeli odeślą Państwo rzecz przed upływem terminu 14 dni.`,
        'Będą Państwo musieli ponieść bezpośrednie koszty zwrotu rzeczy.',
        'Odpowiadają Państwo tylko za zmniejszenie wartości rzeczy wynikające z korzystania z niej w sposób inny niż było to konieczne do stwierdzenia charakteru, cech i funkcjonowania rzeczy.',
      ],
    },
  ]
}
