import { DESCRIPTION_MAX, INGREDIENTS_MAX, NAME_MAX } from '#domain/catalog/admin/product-input.ts'
import type { ProductCsvRow } from '#domain/catalog/sheet/product-csv.ts'
import { formatTypedZl, type Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { isForeignCurrency, readExactAmount } from '#domain/kernel/tables/read-cells.ts'
import { countCharacters } from '#domain/kernel/text/plain-text.ts'
import { addVat, labelRate, PERFUME_RATE } from '#domain/papers/vat.ts'
import { cutText, toPlainText } from './html-text.ts'
import { all, first, listOptions, type MovedLine, type Option } from './moved-line.ts'
import type { FormerShop, UnknownStock } from './moving-in.ts'
import { readCode } from './read-code.ts'
import { readMovedReduction } from './read-reduction.ts'
import { readStock } from './read-stock.ts'
import { readConcentration, readGender, readVolume } from './read-values.ts'

type Asked = {
  shop: FormerShop
  /** The brand of products for which the file names none. */
  brand: string
  unknownStock: UnknownStock
  today: Day
  /** The line that heads the group of this one. */
  head: MovedLine
}

type Translated = { row: ProductCsvRow; remarks: string[]; isStockUnknown: boolean }

/** A line of the product sheet, and what of the foreign line it does not have as it stands there. */
export function translateLine(line: MovedLine, name: string, asked: Asked): Translated {
  const remarks: string[] = []
  const options = listOptions(line)
  const values = options.map(({ value }) => value)
  const words = all(line, 'words').join(', ')
  const cut = (text: string, most: number, called: string) => {
    const fitting = cutText(text, most)
    if (fitting !== text) {
      remarks.push(`${called}: z ${countCharacters(text)} znaków zostanie ${countCharacters(fitting)}.`)
    }
    return fitting
  }
  const { cell, price, problems, isNet } = readPrice(line)
  if (isNet) remarks.push(`Cena w pliku jest netto: doliczyliśmy ${labelRate(PERFUME_RATE)} VAT.`)
  const reduction = readMovedReduction(line, { price, isNet, today: asked.today })
  const stock = readStock(line, { ...asked, unknown: asked.unknownStock })
  const code = readCode(line)
  const cells: ProductCsvRow['cells'] = {
    name: cut(name, NAME_MAX, 'Nazwa'),
    brand_id: first(line, 'brand') || findOption(options, /^(?:manufacturer|brand|marka|producent)$/i) || asked.brand,
    gender: readGender([first(line, 'gender'), findOption(options, /płeć|gender|dla kogo/i), words, name]),
    price: price === null ? cell : formatTypedZl(price),
    ...reduction.cells,
    stock: stock.stock,
    volume_ml: readVolume([first(line, 'volume'), ...values, first(line, 'name'), words]),
    concentration: readConcentration([first(line, 'concentration'), ...values, name, words]),
    notes: first(line, 'notes') || findOption(options, /nut[ay]|notes?/i),
    description: describe(line, cut, remarks),
    ingredients: cut(toPlainText(first(line, 'ingredients')), INGREDIENTS_MAX, 'Skład'),
    product_code: code.code,
  }
  remarks.push(
    ...reduction.remarks,
    ...stock.remarks,
    ...code.remarks,
    ...remarkRate(line),
    ...remarkOptions(options, name),
  )
  return {
    row: {
      line: line.line,
      cells,
      problems: [...problems, ...code.problems, ...(stock.problem === null ? [] : [stock.problem])],
    },
    remarks,
    isStockUnknown: stock.isUnknown,
  }
}

const findOption = (options: readonly Option[], head: RegExp) =>
  options
    .filter(({ name }) => head.test(name))
    .map(({ value }) => value)
    .join(', ')

const TAKEN_OPTION = /^(?:manufacturer|brand|marka|producent)$|płeć|gender|dla kogo|nut[ay]|notes?/i
const MOST_NAMED = 5

/** Options for which a product has no field, and that its name does not tell. */
function remarkOptions(options: readonly Option[], name: string): string[] {
  const isTaken = ({ name: head, value }: Option) =>
    TAKEN_OPTION.test(head) ||
    name.includes(value) ||
    [readVolume([value]), readGender([value]), readConcentration([value])].some((read) => read !== '')
  const left = [...new Set(options.filter((option) => !isTaken(option)).map((option) => option.name || option.value))]
  if (left.length === 0) return []
  const more = left.length > MOST_NAMED ? ` i jeszcze ${left.length - MOST_NAMED}` : ''
  return [`Cechy zostają w tamtym sklepie: ${left.slice(0, MOST_NAMED).join(', ')}${more}.`]
}

/** The description; the short one where only that one fits. */
function describe(
  line: MovedLine,
  cut: (text: string, most: number, called: string) => string,
  remarks: string[],
): string {
  const [long, short] = [toPlainText(first(line, 'description')), toPlainText(first(line, 'summary'))]
  const isShortEnough = short !== '' && countCharacters(short) <= DESCRIPTION_MAX
  if (long === '') return cut(short, DESCRIPTION_MAX, 'Opis')
  if (countCharacters(long) > DESCRIPTION_MAX && isShortEnough) {
    remarks.push(`Długi opis ma ponad ${DESCRIPTION_MAX} znaków: przeniesiemy krótki.`)
    return short
  }
  if (short !== '' && !long.startsWith(short)) remarks.push('Krótki opis zostaje w tamtym sklepie: przeniesiemy długi.')
  return cut(long, DESCRIPTION_MAX, 'Opis')
}

/** `cell`: as it is typed, where it is no price. */
type MovedPrice = { cell: string; price: Grosze | null; problems: string[]; isNet: boolean }

function readPrice(line: MovedLine): MovedPrice {
  const currency = first(line, 'currency')
  const gross = first(line, 'price')
  const cell = gross || first(line, 'net_price')
  const refuse = (...problems: string[]) => ({ cell, price: null, problems, isNet: false })
  const inOther = `Cena jest w innej walucie (${currency || cell}). Sklep sprzedaje w złotych.`
  if (isForeignCurrency(currency)) return refuse(inOther)
  // The sheet says that it is missing.
  if (cell === '') return refuse()
  const amount = readExactAmount(cell)
  if (!amount.ok)
    return refuse(amount.failure.reason === 'other_currency' ? inOther : `Cena „${cell.slice(0, 40)}” nie jest kwotą.`)
  if (amount.value < 0) return refuse(`Cena „${cell.slice(0, 40)}” jest ujemna.`)
  const isNet = gross === ''
  const price = isNet ? addVat(amount.value, PERFUME_RATE) : Math.round(amount.value)
  return { cell, price, problems: [], isNet }
}

/** The shop gives every product the rate of perfumes. */
function remarkRate(line: MovedLine): string[] {
  const rate = first(line, 'vat')
    .replace(/[\s%]/g, '')
    .replace(/[.,]0+$/, '')
  const percent = /^0[.,]\d+$/.test(rate) ? String(Math.round(Number(rate.replace(',', '.')) * 100)) : rate
  return percent === '' || percent === PERFUME_RATE || !/^\d{1,2}$|^zw/i.test(percent)
    ? []
    : [`Stawka VAT w pliku: ${rate}. Produkt dostanie ${labelRate(PERFUME_RATE)}, inną ustawisz w jego formularzu.`]
}
