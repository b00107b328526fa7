import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { UnitKind } from '../company.ts'
import type { Invoice } from '../invoice.ts'
import { type InvoiceFacts, type InvoiceRow, listInvoiceFacts, type PartyFacts } from '../invoice-facts.ts'
import type { VatRate, VatSum } from '../vat.ts'
import { describeCorrected } from './fa3-correction.ts'
import { element, requiredText, textElement, type Xml } from './fa3-xml.ts'

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

/**
 * The file of an invoice that KSeF takes: logical structure FA(3), UTF-8. The same invoice and moment give the same
 * bytes. It says what the PDF says.
 */
export function buildFa3(invoice: Invoice, createdAt: Date): string {
  const facts = listInvoiceFacts(invoice)
  const file = [
    describeHead(createdAt),
    describeSeller(facts),
    describeBuyer(facts),
    describeUnit(facts),
    describeContent(facts),
    describeRegisters(facts),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Faktura xmlns="${FA3_NAMESPACE}">${file.join('')}</Faktura>`
}

function describeHead(createdAt: Date): string {
  const moment = `${createdAt.toISOString().slice(0, 19)}Z`
  // The space in 'FA (3)' belongs to the name.
  return `<Naglowek><KodFormularza kodSystemowy="FA (3)" wersjaSchemy="1-0E">FA</KodFormularza><WariantFormularza>3</WariantFormularza><DataWytworzeniaFa>${moment}</DataWytworzeniaFa><SystemInfo>Perfumeria</SystemInfo></Naglowek>`
}

function describeSeller({ seller: { nip, name, address, email, phone } }: InvoiceFacts): Xml | '' {
  return element(
    'Podmiot1',
    element('DaneIdentyfikacyjne', textElement('NIP', nip), requiredText('Nazwa', name, 512)),
    element('Adres', textElement('KodKraju', 'PL'), requiredText('AdresL1', address, 512)),
    element('DaneKontaktowe', textElement('Email', email), textElement('Telefon', phone)),
  )
}

function describeBuyer({ buyer, unit }: InvoiceFacts): Xml | '' {
  return element(
    'Podmiot2',
    ...describeParty(buyer),
    // 1 is yes, 2 is no. Yes needs the unit as Podmiot3.
    textElement('JST', unit?.kind === 'local_government' ? 1 : 2),
    textElement('GV', unit?.kind === 'vat_group' ? 1 : 2),
  )
}

const UNIT_ROLES: Record<UnitKind, number> = { local_government: 8, vat_group: 10 }

function describeUnit({ unit }: InvoiceFacts): Xml | '' {
  return unit === null ? '' : element('Podmiot3', ...describeParty(unit), textElement('Rola', UNIT_ROLES[unit.kind]))
}

function describeParty({ nip, name, street, place }: PartyFacts): (Xml | '')[] {
  return [
    element(
      'DaneIdentyfikacyjne',
      nip === null ? textElement('BrakID', 1) : textElement('NIP', nip),
      requiredText('Nazwa', name, 512),
    ),
    element(
      'Adres',
      textElement('KodKraju', 'PL'),
      requiredText('AdresL1', street, 512),
      textElement('AdresL2', place, 512),
    ),
  ]
}

function describeContent(facts: InvoiceFacts): Xml | '' {
  const { number, issued_on, sold_on, sums, gross_grosze, corrected, exemption, has_receipt, rows } = facts
  return element(
    'Fa',
    textElement('KodWaluty', 'PLN'),
    textElement('P_1', issued_on),
    requiredText('P_2', number),
    sold_on === issued_on ? '' : textElement('P_6', sold_on),
    ...sums.flatMap(describeSum),
    textElement('P_15', formatAmount(gross_grosze)),
    describeAnnotations(exemption),
    textElement('RodzajFaktury', corrected ? 'KOR' : 'VAT'),
    ...(corrected ? describeCorrected(corrected) : []),
    corrected?.buyer_before ? element('Podmiot2K', ...describeParty(corrected.buyer_before)) : '',
    has_receipt ? textElement('FP', 1) : '',
    describeReceipt(facts),
    ...rows.map(describeRow),
    describePayment(facts),
    describeOrders(facts),
  )
}

/** The number of the receipt that an invoice belongs to. */
function describeReceipt({ receipt_number }: InvoiceFacts): Xml | '' {
  if (receipt_number === '') return ''
  return element('DodatkowyOpis', textElement('Klucz', 'Numer paragonu'), textElement('Wartosc', receipt_number))
}

function describeSum({ rate, net_grosze, vat_grosze }: VatSum): (Xml | '')[] {
  const [net, vat] = SUM_FIELDS[rate]
  return [textElement(net, formatAmount(net_grosze)), vat ? textElement(vat, formatAmount(vat_grosze)) : '']
}

/** Cash accounting, self-billing, reverse charge, split payment, exemption, new vehicles, triangular trade, margin. */
function describeAnnotations(exemption: string | null): Xml | '' {
  return element(
    'Adnotacje',
    ...['P_16', 'P_17', 'P_18', 'P_18A'].map((name) => textElement(name, 2)),
    exemption === null
      ? element('Zwolnienie', textElement('P_19N', 1))
      : element('Zwolnienie', textElement('P_19', 1), textElement('P_19A', exemption)),
    element('NoweSrodkiTransportu', textElement('P_22N', 1)),
    textElement('P_23', 2),
    element('PMarzy', textElement('P_PMarzyN', 1)),
  )
}

function describeRow(row: InvoiceRow): Xml | '' {
  const { number, id, name, code, isGtin, quantity, unit, unit_price, gross_grosze, rate, isBefore } = row
  return element(
    'FaWiersz',
    textElement('NrWierszaFa', number),
    textElement('UU_ID', id, 50),
    requiredText('P_7', name, 512),
    textElement(isGtin ? 'GTIN' : 'Indeks', code, isGtin ? 20 : 50),
    textElement('P_8A', unit),
    textElement('P_8B', quantity),
    textElement('P_9B', unit_price),
    textElement('P_11A', formatAmount(gross_grosze)),
    textElement('P_12', rate === '0' ? '0 KR' : rate),
    isBefore ? textElement('StanPrzed', 1) : '',
  )
}

function describePayment({ payment }: InvoiceFacts): Xml | '' {
  if (payment === null) return ''
  const { way, paid_on, account } = payment
  return element(
    'Platnosc',
    paid_on === null ? '' : textElement('Zaplacono', 1),
    paid_on === null ? '' : textElement('DataZaplaty', paid_on),
    textElement('PlatnoscInna', 1),
    textElement('OpisPlatnosci', way),
    element('RachunekBankowy', textElement('NrRB', account)),
  )
}

function describeOrders({ order_numbers, ordered_on }: InvoiceFacts): Xml | '' {
  const orders = order_numbers.map((number) =>
    element('Zamowienia', textElement('DataZamowienia', ordered_on), textElement('NrZamowienia', number)),
  )
  return element('WarunkiTransakcji', ...orders)
}

function describeRegisters({ seller: { name, regon, bdo } }: InvoiceFacts): Xml | '' {
  if (regon === '' && bdo === '') return ''
  const registers = [textElement('REGON', regon), textElement('BDO', bdo)]
  return element('Stopka', element('Rejestry', requiredText('PelnaNazwa', name), ...registers))
}

/** '175.60', '-0.05' */
export function formatAmount(grosze: Grosze): string {
  const absolute = Math.abs(grosze)
  const amount = `${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
  return grosze < 0 ? `-${amount}` : amount
}
