import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { DOCUMENT_NAMES } from './month-files.ts'
import type { MonthChange, MonthDocument } from './month-report.ts'

/** What of a closed month is otherwise now than it was declared, document by document. */
export function compareMonth(declared: readonly MonthDocument[], present: readonly MonthDocument[]): MonthChange[] {
  const now = new Map(present.map((document) => [document.key, document]))
  const then = new Set(declared.map(({ key }) => key))
  return [
    ...declared.flatMap((document): MonthChange[] => {
      const is = now.get(document.key)
      if (!is) return [toChange('gone', document, `nie ma już tego dokumentu: ${formatGrosze(document.gross_grosze)}`)]
      const what = describeDifferences(document, is)
      return what === '' ? [] : [toChange('changed', is, what)]
    }),
    ...present
      .filter(({ key }) => !then.has(key))
      .map((document) => toChange('added', document, `zapisano po zamknięciu: ${formatGrosze(document.gross_grosze)}`)),
  ]
}

/** A receipt or an invoice of a closed month that was recorded too late for it. */
export const describeLater = (document: MonthDocument): MonthChange =>
  toChange(
    'later',
    document,
    `zapisano po zamknięciu: ${formatGrosze(document.gross_grosze)}; jest w następnym miesiącu`,
  )

function toChange(change: MonthChange['change'], document: MonthDocument, what: string): MonthChange {
  const { kind, number, order_number } = document
  return { change, name: [DOCUMENT_NAMES[kind].one, number].filter(Boolean).join(' '), order_number, what }
}

function describeDifferences(was: MonthDocument, is: MonthDocument): string {
  const told = [
    was.ksef_number !== is.ksef_number && `numer KSeF ${is.ksef_number ?? 'zniknął'}`,
    was.number !== is.number && `numer ${is.number ?? 'zniknął'} (był ${was.number ?? 'pusty'})`,
    was.day !== is.day && `dzień ${is.day} (był ${was.day})`,
    was.buyer?.name !== is.buyer?.name && `nabywca ${is.buyer?.name ?? 'brak'}`,
    was.buyer?.nip !== is.buyer?.nip && `NIP ${is.buyer?.nip ?? 'zniknął'} (był ${was.buyer?.nip ?? 'pusty'})`,
    JSON.stringify(sortSums(was)) !== JSON.stringify(sortSums(is)) &&
      `kwota ${formatGrosze(is.gross_grosze)} (była ${formatGrosze(was.gross_grosze)})`,
  ]
  return told.filter(Boolean).join(', ')
}

/** Sums in an order that the database does not keep. */
const sortSums = ({ sums }: MonthDocument) =>
  sums
    .map(({ rate, net_grosze, vat_grosze, gross_grosze }) => [rate, net_grosze, vat_grosze, gross_grosze])
    .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
