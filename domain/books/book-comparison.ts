import type { Grosze } from '#domain/kernel/amounts/money.ts'

/** What may disagree, each with what the owner reads of it. */
export const DIFFERENCE_LABELS = {
  order_sum: 'suma zamówienia różni się od sumy jego pozycji',
  order_status: 'stan zamówienia nie ma wpisu w jego historii',
  shipment_status: 'stan przesyłki nie ma wpisu w historii zamówienia',
  money_missing: 'zamówienie jest opłacone, a pieniędzy jest za mało',
  money_over: 'pieniędzy jest więcej niż za zamówienie',
  money_below_zero: 'oddano więcej, niż wpłynęło',
  cancelled_with_money: 'zamówienie jest anulowane, a pieniądze są w sklepie',
  paid_unmarked: 'wpłata jest w sklepie, a zamówienie czeka na zapłatę',
  sent_unpaid: 'paczka wyszła, a zamówienie z góry nie jest opłacone',
  refund_over: 'zwroty są większe niż płatność',
  payment_status: 'stan płatności nie zgadza się z jej zwrotami',
  case_unpaid: 'sprawa jest rozliczona, a jej zwrotu nie ma',
  no_parcel: 'zamówienie nie ma przesyłki',
  refund_waiting: 'zwrot czeka dłużej niż trzy dni',
  gifts_over: 'upominków jest więcej niż sztuk',
  code_over: 'kodu użyto więcej razy, niż wolno',
  no_invoice: 'sprzedaż na firmę bez faktury',
  no_receipt: 'sprzedaż bez paragonu i bez faktury',
  invoice_lines: 'pozycje faktury nie dają jej kwoty',
  invoice_differs: 'faktura z korektami nie zgadza się z pieniędzmi',
  receipt_differs: 'paragon na inną kwotę',
  unclear_receipt: 'nie wiadomo, czy paragon się wydrukował',
  stock_differs: 'stan produktu nie wynika z jego ruchów magazynowych',
  movements_differ: 'ruchy magazynowe produktu nie wynikają jeden z drugiego',
  movement_unknown: 'stan produktu zmienił się, a nie wiadomo dlaczego',
  pieces_differ: 'sztuki zamówienia nie zgadzają się z ruchami magazynowymi',
  held_differ: 'ruchy magazynowe odkładają inną liczbę sztuk niż zamówienia przez telefon',
  payout_differs: 'wypłacono inną kwotę, niż powinno',
  payout_refund: 'operator oddał więcej, niż zna sklep',
  payout_unknown: 'wypłacono za coś, czego sklep nie zna',
} as const
export type DifferenceKind = keyof typeof DIFFERENCE_LABELS

export type BookDifference = {
  kind: DifferenceKind
  /** The order it is about; null: none. */
  order_id: string | null
  /** The product that it is about, where it is about one. */
  product_id?: string
  /** Its number, or the name of the code or payout. */
  name: string
  /** By how much; null where it is no sum. */
  grosze: Grosze | null
}

/** What one comparison found. `day`: in Warsaw. */
export type BookComparison = {
  day: string
  orders: number
  /** What the shop keeps of these orders. */
  grosze: Grosze
  differences: readonly BookDifference[]
}

/** Where the owner mends a difference. */
export function pathOfDifference({
  kind,
  order_id,
  product_id,
}: Pick<BookDifference, 'kind' | 'order_id' | 'product_id'>): string {
  if (product_id !== undefined) return `/admin/produkty/${product_id}/ruchy`
  if (order_id !== null) return `/admin/zamowienia/${order_id}`
  return kind === 'code_over' ? '/admin/kody' : '/admin/miesiac'
}
