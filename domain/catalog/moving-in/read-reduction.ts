import { formatGrosze, formatTypedZl, type Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { readAmount, readDay, readExactAmount } from '#domain/kernel/tables/read-cells.ts'
import { addVat, PERFUME_RATE } from '#domain/papers/vat.ts'
import { first, type MovedLine } from './moved-line.ts'

/** Cells of the sheet, and what of the reduced prices in the file is not moved. */
export type MovedReduction = {
  cells: Partial<Record<'reduced_price_grosze' | 'reduced_from' | 'reduced_to', string>>
} & {
  remarks: string[]
}

/** The reduced price of a line, where it is one and the file has its days; otherwise a remark. */
export function readMovedReduction(
  line: MovedLine,
  { price, isNet, today }: { price: Grosze | null; isNet: boolean; today: Day },
): MovedReduction {
  const remarks: string[] = []
  const compared = readAmount(first(line, 'compare_price'))
  if (compared.ok && compared.value > 0 && compared.value !== price) {
    remarks.push(
      `Cena przekreślona ${formatGrosze(compared.value)} zostaje w tamtym sklepie: tu pokazuje ją tylko promocja z datami.`,
    )
  }
  const reduced = findReduced(line, price, isNet)
  if (reduced === null || price === null) return { cells: {}, remarks }
  if (reduced <= 0) {
    const whole = `Obniżka w pliku zabiera całą cenę: przeniesiemy cenę ${formatGrosze(price)} bez obniżki.`
    return { cells: {}, remarks: [...remarks, whole] }
  }
  const stays = (why: string) => ({
    cells: {},
    remarks: [...remarks, `Cena promocyjna ${formatGrosze(reduced)} ${why}: przeniesiemy cenę ${formatGrosze(price)}.`],
  })
  const [from, to] = [first(line, 'sale_from'), first(line, 'sale_to')].map((cell) =>
    /^0000-/.test(cell) ? '' : cell,
  ) as [string, string]
  const [first_day, last_day] = [from === '' ? today : readDay(from), readDay(to)]
  if (reduced >= price) return stays('nie jest niższa od zwykłej')
  if (to === '') return stays('nie ma w pliku dnia, w którym się kończy')
  if (first_day === null || last_day === null) return stays('ma daty, których nie umiemy odczytać')
  if (last_day < today) return stays(`skończyła się ${last_day}`)
  if (last_day < first_day) return stays('kończy się przed swoim początkiem')
  return {
    cells: {
      reduced_price_grosze: formatTypedZl(reduced),
      reduced_from: `${first_day}T00:00`,
      reduced_to: `${last_day}T23:59`,
    },
    remarks,
  }
}

/** A price of its own, or an amount or a share off the usual one (PrestaShop); null: there is none. */
function findReduced(line: MovedLine, price: Grosze | null, isNet: boolean): Grosze | null {
  const sale = readExactAmount(first(line, 'sale_price'))
  if (sale.ok && sale.value > 0) return isNet ? addVat(sale.value, PERFUME_RATE) : Math.round(sale.value)
  const off = readAmount(first(line, 'discount_amount'))
  if (price !== null && off.ok && off.value > 0) return price - off.value
  const percent = Number(first(line, 'discount_percent').replace(/\s*%$/, '').replace(',', '.'))
  return price !== null && percent > 0 && percent < 100 ? Math.round(price * (1 - percent / 100)) : null
}
