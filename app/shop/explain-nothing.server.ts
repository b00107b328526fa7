import { describeUnknownWords } from '#domain/catalog/lists/describe-correction.ts'

type EmptyList = {
  /** The filters in force. */
  active: readonly string[]
  /** Without one of them there are products. */
  canLoosen: boolean
  /** The typed words that nobody knows. */
  unknown: readonly string[]
}

const HINT = 'Sprawdź pisownię, wpisz krótszy fragment nazwy, marki lub nuty albo wybierz rodzinę zapachów.'

/** Why a list is empty, and what to change. */
export function explainNothing({ active: [first, ...others], canLoosen, unknown }: EmptyList): string {
  if (unknown.length > 0) return `${describeUnknownWords(unknown)} ${HINT}`
  if (canLoosen) return 'Nic nie spełnia wszystkich warunków naraz. Zrezygnuj z jednego z nich:'
  if (others.length > 0) return 'Nic nie spełnia wszystkich warunków naraz.'
  if (first === 'search') return `Nie mamy tego, czego szukasz. ${HINT}`
  if (first === 'reduced') return 'Teraz żaden produkt nie ma obniżonej ceny.'
  return 'Zmień ten warunek albo wybierz rodzinę zapachów.'
}
