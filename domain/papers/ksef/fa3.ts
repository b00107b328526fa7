import type { Grosze } from '#domain/kernel/money.ts'
import type { CompanyUnit, UnitKind } from '../company.ts'
import type { Invoice, InvoiceBuyer, InvoiceLine, InvoiceSeller } from '../invoice.ts'
import { VAT_RATES, type VatRate, type VatSum } from '../vat.ts'
import { describeCorrected, listCorrectedLines } from './fa3-correction.ts'
import { element, requiredText, textElement, toToken, type Xml } from './fa3-xml.ts'

/** The XML namespace of FA(3). */
export const FA3_NAMESPACE = 'http://crd.gov.pl/wzor/2025/06/25/13775/'

/** Where net and VAT of a rate stand. Rates without VAT have one field alone. */
const SUM_FIELDS: Record<VatRate, readonly [net: string, vat?: string]> = {
  23: ['P_13_1', 'P_14_1'],
  8: ['P_13_2', 'P_14_2'],
  5: ['P_13_3', 'P_14_3'],
  0: ['P_13_6_1'],
  zw: ['P_13_7'],
}

const EXEMPTION = 'art. 113 ust. 1 i 9 ustawy z dnia 11 marca 2004 r. o podatku od towarów i usług'

/** The most orders that FA(3) can name. */
const MOST_ORDERS = 100

/**
 * The file of an invoice that KSeF takes: logical structure FA(3), UTF-8. The same invoice and moment give the same
 * bytes. Texts are shortened to what the structure allows.
 */
export function buildFa3(invoice: Invoice, createdAt: Date): string {
  const file = [
    describeHead(createdAt),
    describeSeller(invoice.seller),
    describeBuyer(invoice.buyer),
    describeUnit(findUnit(invoice.buyer)),
    describeContent(invoice),
    describeRegisters(invoice.seller),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Faktura xmlns="${FA3_NAMESPACE}">${file.join('')}</Faktura>`
}

function describeHead(createdAt: Date): string {
  const moment = `${createdAt.toISOString().slice(0, 19)}Z`
  // The space in 'FA (3)' belongs to the name.
  return `<Naglowek><KodFormularza kodSystemowy="FA (3)" wersjaSchemy="1-0E">FA</KodFormularza><WariantFormularza>3</WariantFormularza><DataWytworzeniaFa>${moment}</DataWytworzeniaFa><SystemInfo>Perfumeria</SystemInfo></Naglowek>`
}

function describeSeller({ nip, name, address, email, phone }: InvoiceSeller): Xml | '' {
  const mail = toToken(email)
  // A number that is cut would be another one.
  const digits = toToken(phone).replaceAll(' ', '')
  return element(
    'Podmiot1',
    element('DaneIdentyfikacyjne', textElement('NIP', nip), requiredText('Nazwa', name, 512)),
    element('Adres', textElement('KodKraju', 'PL'), requiredText('AdresL1', address, 512)),
    element(
      'DaneKontaktowe',
      /^.+@.+$/u.test(mail) && mail.length <= 255 ? textElement('Email', mail) : '',
      [...digits].length <= 16 ? textElement('Telefon', digits) : '',
    ),
  )
}

/** Who buys under the NIP of the buyer; undefined: the buyer itself. */
const findUnit = (buyer: InvoiceBuyer): CompanyUnit | undefined => (buyer.kind === 'company' ? buyer.unit : undefined)

function describeBuyer(buyer: InvoiceBuyer): Xml | '' {
  const kind = findUnit(buyer)?.kind
  return element(
    'Podmiot2',
    element(
      'DaneIdentyfikacyjne',
      buyer.kind === 'company' ? textElement('NIP', buyer.nip) : textElement('BrakID', 1),
      requiredText('Nazwa', buyer.name, 512),
    ),
    describeAddress(buyer),
    // 1 is yes, 2 is no. Yes needs the unit as Podmiot3.
    textElement('JST', kind === 'local_government' ? 1 : 2),
    textElement('GV', kind === 'vat_group' ? 1 : 2),
  )
}

const UNIT_ROLES: Record<UnitKind, number> = { local_government: 8, vat_group: 10 }

function describeUnit(unit: CompanyUnit | undefined): Xml | '' {
  if (unit === undefined) return ''
  return element(
    'Podmiot3',
    element(
      'DaneIdentyfikacyjne',
      unit.nip === null ? textElement('BrakID', 1) : textElement('NIP', unit.nip),
      requiredText('Nazwa', unit.name, 512),
    ),
    describeAddress(unit),
    textElement('Rola', UNIT_ROLES[unit.kind]),
  )
}

function describeAddress({ street, postal_code, city }: Pick<InvoiceBuyer, 'street' | 'postal_code' | 'city'>) {
  return element(
    'Adres',
    textElement('KodKraju', 'PL'),
    requiredText('AdresL1', street, 512),
    textElement('AdresL2', `${postal_code} ${city}`, 512),
  )
}

function describeContent(invoice: Invoice): Xml | '' {
  const { issued_on, sold_on, sums, corrected, lines } = invoice
  const isExempt = [...sums, ...lines, ...(corrected?.lines_before ?? [])].some(({ rate }) => rate === 'zw')
  const shown = corrected
    ? listCorrectedLines(corrected.lines_before, lines)
    : lines.map((line) => ({ line, isBefore: false }))
  return element(
    'Fa',
    textElement('KodWaluty', 'PLN'),
    textElement('P_1', issued_on),
    requiredText('P_2', invoice.number),
    sold_on === issued_on ? '' : textElement('P_6', sold_on),
    ...VAT_RATES.flatMap((rate) => describeSum(sums, rate)),
    textElement('P_15', formatAmount(invoice.gross_grosze)),
    describeAnnotations(isExempt),
    textElement('RodzajFaktury', corrected ? 'KOR' : 'VAT'),
    ...(corrected ? describeCorrected(corrected) : []),
    invoice.has_receipt ? textElement('FP', 1) : '',
    ...shown.map(({ line, isBefore }, at) => describeLine(line, at + 1, isBefore)),
    corrected ? '' : describePayment(invoice),
    describeOrders(invoice),
  )
}

function describeSum(sums: readonly VatSum[], rate: VatRate): (Xml | '')[] {
  const sum = sums.find((one) => one.rate === rate)
  if (sum === undefined) return []
  const [net, vat] = SUM_FIELDS[rate]
  return [textElement(net, formatAmount(sum.net_grosze)), vat ? textElement(vat, formatAmount(sum.vat_grosze)) : '']
}

/** Cash accounting, self-billing, reverse charge, split payment, exemption, new vehicles, triangular trade, margin. */
function describeAnnotations(isExempt: boolean): Xml | '' {
  return element(
    'Adnotacje',
    ...['P_16', 'P_17', 'P_18', 'P_18A'].map((name) => textElement(name, 2)),
    isExempt
      ? element('Zwolnienie', textElement('P_19', 1), textElement('P_19A', EXEMPTION))
      : element('Zwolnienie', textElement('P_19N', 1)),
    element('NoweSrodkiTransportu', textElement('P_22N', 1)),
    textElement('P_23', 2),
    element('PMarzy', textElement('P_PMarzyN', 1)),
  )
}

function describeLine(
  { name, code, quantity, unit, rate, gross_grosze }: InvoiceLine,
  number: number,
  before: boolean,
) {
  const isEan = /^(\d{8}|\d{12,14})$/.test(code)
  return element(
    'FaWiersz',
    textElement('NrWierszaFa', number),
    requiredText('P_7', name, 512),
    textElement(isEan ? 'GTIN' : 'Indeks', code, isEan ? 20 : 50),
    textElement('P_8A', unit),
    textElement('P_8B', quantity),
    quantity === 0 ? '' : textElement('P_9B', formatUnitPrice(gross_grosze, quantity)),
    textElement('P_11A', formatAmount(gross_grosze)),
    textElement('P_12', rate === '0' ? '0 KR' : rate),
    before ? textElement('StanPrzed', 1) : '',
  )
}

function describePayment({ payment, paid_on }: Invoice): Xml | '' {
  return element(
    'Platnosc',
    paid_on === null ? '' : textElement('Zaplacono', 1),
    paid_on === null ? '' : textElement('DataZaplaty', paid_on),
    textElement('PlatnoscInna', 1),
    textElement('OpisPlatnosci', payment === 'prepaid' ? 'Płatność internetowa' : 'Za pobraniem'),
  )
}

function describeOrders({ order_numbers, ordered_on }: Invoice): Xml | '' {
  const orders = order_numbers
    .slice(0, MOST_ORDERS)
    .map((number) =>
      element('Zamowienia', textElement('DataZamowienia', ordered_on), textElement('NrZamowienia', number)),
    )
  return element('WarunkiTransakcji', ...orders)
}

function describeRegisters({ name, regon, bdo }: InvoiceSeller): Xml | '' {
  const registers = [
    /^(\d{9}|\d{14})$/.test(regon) ? textElement('REGON', regon) : '',
    /^\d{1,9}$/.test(bdo) ? textElement('BDO', bdo) : '',
  ] as const
  if (registers.every((register) => register === '')) return ''
  return element('Stopka', element('Rejestry', requiredText('PelnaNazwa', name), ...registers))
}

/** '175.60', '-0.05' */
export function formatAmount(grosze: Grosze): string {
  const absolute = Math.abs(grosze)
  const amount = `${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
  return grosze < 0 ? `-${amount}` : amount
}

/** '33.33333333': up to eight decimals, at least two. */
function formatUnitPrice(grosze: Grosze, quantity: number): string {
  if (grosze % quantity === 0) return formatAmount(grosze / quantity)
  return (grosze / 100 / quantity).toFixed(8).replace(/0{1,6}$/, '')
}
