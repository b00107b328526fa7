import { LOST_ZEROS, lacksLeadingZeros, productCodeSchema } from '#domain/catalog/admin/product-input.ts'
import { first, type MovedLine } from './moved-line.ts'

/** Words that stand in a column of codes for none. */
const NONE = /^(?:-+|0+|brak|n\/?a|none|null|nie dotyczy|does not apply|bez ean)$/i

/** The one code that a product has: the EAN, otherwise the shop's own. */
export function readCode(line: MovedLine): { code: string; problems: string[]; remarks: string[] } {
  const typed = first(line, 'ean')
  const ean = typed.replace(/[\s-]/g, '')
  const own = first(line, 'code')
  if (ean === '' || NONE.test(typed)) return { code: own, problems: [], remarks: [] }
  const problem = findEanProblem(ean)
  if (problem !== null) return { code: ean, problems: [`Kod EAN „${typed.slice(0, 40)}”: ${problem}`], remarks: [] }
  const isSame = own === '' || own === ean
  const remarks = isSame ? [] : [`Kod własny „${own}” zostaje w tamtym sklepie: produkt ma jeden kod i jest nim EAN.`]
  // A GTIN of fourteen digits is an EAN with the number of a package before it, which is 0 for a single piece.
  return { code: /^0\d{13}$/.test(ean) ? ean.slice(1) : ean, problems: [], remarks }
}

function findEanProblem(ean: string): string | null {
  if (lacksLeadingZeros(ean)) return LOST_ZEROS
  const spoiled = productCodeSchema.safeParse(ean)
  if (!spoiled.success) return spoiled.error.issues[0]?.message ?? ''
  if (!/^\d+$/.test(ean)) return 'to nie jest kod EAN'
  if (![8, 12, 13, 14].includes(ean.length)) return 'ma inną liczbę cyfr niż EAN (8, 12, 13 albo 14)'
  return hasRightCheckDigit(ean) ? null : 'nie zgadza się ostatnia cyfra. Sprawdź, czy nie ma pomyłki'
}

const hasRightCheckDigit = (ean: string) =>
  [...ean.padStart(14, '0')].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0) % 10 ===
  0
