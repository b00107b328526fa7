import { z } from 'zod'

/** The rates of the printer, as PosnetServer names them; 100,00 is 'zwolniona'. */
const RATES: readonly string[] = ['23,00', '8,00', '5,00', '0,00', '100,00']
/** The highest price and the highest sum, grosze. */
const MOST_PRICE = 99_999_999
/** What an online till takes in a name: Polish letters, digits, space and . , % / \ */
const NAME = /^[A-Za-zĄĆĘŁŃÓŚŹŻąćęłńóśźż\d .,%/\\]{1,40}$/

const lineSchema = z.strictObject({ na: z.string(), il: z.int(), pr: z.int(), vtp: z.string() })
export const receiptSchema = z.object({
  lines: z.array(lineSchema).min(1),
  payments: z.array(z.object({ ty: z.int(), wa: z.int(), na: z.string().max(25), re: z.boolean() })).length(1),
  summary: z.object({ to: z.int(), fp: z.int(), re: z.literal(0) }),
  footer: z.object({ systemnumber: z.string() }),
})
export type Receipt = z.infer<typeof receiptSchema>
export type Refusal = { code: number; message: string }

/** The printer's data base: the rate of each name that it has printed. Capital letters make no other name. */
export function listNames(printed: readonly Receipt[]): Map<string, string> {
  return new Map(printed.flatMap(({ lines }) => lines.map(({ na, vtp }) => [toKey(na), vtp] as const)))
}
const toKey = (name: string) => name.toLocaleLowerCase('pl')

/** Why an online till refuses a receipt, with the codes of Posnet's printers; undefined: it prints it. */
export function refuseReceipt(
  { lines, payments, summary, footer }: Receipt,
  printed: readonly Receipt[],
): Refusal | undefined {
  const names = listNames(printed)
  for (const { na, il, pr, vtp } of lines) {
    if (!NAME.test(na) || !/[\p{L}\d]/u.test(na)) return { code: 2104, message: `Błąd nazwy: ${na.slice(0, 60)}` }
    if (!RATES.includes(vtp)) return { code: 2000, message: `Błąd stawki VAT: ${vtp}` }
    if (il < 1) return { code: 2007, message: 'Błąd pola ilość' }
    if (pr < 1 || pr > MOST_PRICE || il * pr > MOST_PRICE) return { code: 2006, message: 'Błąd pola cena' }
    const known = names.get(toKey(na))
    if (known !== undefined && known !== vtp) {
      return { code: 2105, message: `Błąd przypisania stawki: ${na} ma w bazie ${known}` }
    }
    names.set(toKey(na), vtp)
  }
  const total = lines.reduce((sum, { il, pr }) => sum + il * pr, 0)
  if (total > MOST_PRICE) return { code: 1957, message: 'Przekroczony maksymalny zakres paragonu' }
  if ([summary.to, summary.fp, payments[0]?.wa].some((sum) => sum !== total)) {
    return { code: 2805, message: 'Błąd weryfikacji wartości fiskalnej' }
  }
  if (printed.some((earlier) => earlier.footer.systemnumber === footer.systemnumber)) {
    return { code: 409, message: `Paragon do zamówienia ${footer.systemnumber} już wydrukowano` }
  }
  return undefined
}
