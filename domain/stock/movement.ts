/** Why a difference that a stocktake found is booked, as the owner chooses. */
export const DIFFERENCE_REASONS = {
  broken: 'stłuczenie lub zniszczenie',
  missing: 'zgubienie',
  stolen: 'kradzież',
  miscounted: 'pomyłka w liczeniu',
  other: 'inny powód',
} as const
export type DifferenceReason = keyof typeof DIFFERENCE_REASONS

/** Why the stock of a product changed, each with what the owner reads. A check of the table has the same. */
export const MOVEMENT_REASONS = {
  opening: 'stan, od którego zaczęły się zapisy',
  added: 'dodano produkt',
  set: 'stan wpisany w panelu',
  imported: 'wczytano z pliku',
  baselinker: 'stan podał BaseLinker',
  baselinker_moved: 'sztuki zdjął albo dodał BaseLinker',
  placed: 'złożono zamówienie',
  retaken: 'przywrócono zamówienie',
  changed: 'zmieniono zamówienie',
  held: 'odłożono do czasu dopłaty',
  released: 'nie było dopłaty',
  reserved: 'odłożono przy zamówieniu przez telefon',
  unreserved: 'zwolniono z zamówienia przez telefon',
  cancelled: 'anulowano zamówienie',
  taken_out: 'wyjęto z paczki po odstąpieniu',
  returned: 'wróciło ze zwrotu',
  refunded: 'wróciło przy zwrocie pieniędzy',
  trial: 'usunięto zamówienia z prób',
  counted: 'inwentaryzacja',
  ...DIFFERENCE_REASONS,
  unknown: 'nie wiadomo',
} as const
export type MovementReason = keyof typeof MOVEMENT_REASONS

type CauseFacts = { reason: MovementReason; note?: string | null; order_id?: string }

/** Why a statement changes stock, and what may differ between its products. */
export type StockCause = CauseFacts & {
  case_id?: string | null
  stocktake_id?: string
  /** Who of the shop does it. */
  user_id?: string | null | undefined
  /** By the ids of products. */
  products?: Record<string, Partial<CauseFacts>>
}

/** '+2', '−1', '0' */
export const formatChange = (change: number): string =>
  change === 0 ? '0' : `${change > 0 ? '+' : '−'}${Math.abs(change)}`
