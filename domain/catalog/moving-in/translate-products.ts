import { DESCRIPTION_MAX, INGREDIENTS_MAX, NAME_MAX } from '#domain/catalog/admin/product-input.ts'
import { PICTURES_MAX } from '#domain/catalog/product-pictures.ts'
import type { ProductCsvRow } from '#domain/catalog/sheet/product-csv.ts'
import { unmarkText } from '#domain/kernel/csv.ts'
import type { CsvTable } from '#domain/kernel/csv-table.ts'
import { formatTypedZl } from '#domain/kernel/money.ts'
import { countCharacters } from '#domain/kernel/typed-text.ts'
import { addVat, nameRate, PERFUME_RATE } from '#domain/papers/vat.ts'
import { cutText, toPlainText } from './html-text.ts'
import type { FormerShop, MovedColumn, Remark } from './moving-in.ts'
import {
  isForeignCurrency,
  readConcentration,
  readGender,
  readPictureAddresses,
  readPieces,
  readPriceCell,
  readVolume,
  saysNo,
  toMovedPath,
} from './read-values.ts'

/** A line of the product sheet that was made of a line of another shop's file. */
export type MovedRow = ProductCsvRow & {
  /** The line of the first size of its scent; null: this one. */
  scentLine: number | null
  pictures: string[]
  /** Where its former page was. */
  path: string | null
}

type Translation = { rows: MovedRow[]; leftOut: Remark[]; remarks: Remark[] }

type Asked = {
  shop: FormerShop
  columns: readonly (MovedColumn | null)[]
  /** The brand of products for which the file names none. */
  brand: string
  leftOut: ReadonlySet<number>
}

/** A line by the columns that it fills; of several of one kind, in their order. */
type Line = { line: number; cells: Partial<Record<MovedColumn, string[]>> }
const all = ({ cells }: Line, column: MovedColumn) => cells[column] ?? []
const first = (line: Line, column: MovedColumn) => all(line, column).find((cell) => cell !== '') ?? ''

/** What a variant has of its own; everything else it takes from the line that heads its group. */
const OWN: ReadonlySet<MovedColumn> = new Set<MovedColumn>([
  ...(['price', 'net_price', 'ean', 'code', 'stock', 'available', 'counted', 'id', 'type'] as const),
])

/** Makes lines of the product sheet of a foreign table. Pure: what the shop knows is looked up by the sheet. */
export function translateProducts({ rows }: CsvTable, { shop, columns, brand, leftOut }: Asked): Translation {
  const result: Translation = { rows: [], leftOut: [], remarks: [] }
  const lines = rows.map((record) => readLine(record, columns))
  for (const { head, members } of groupLines(lines)) {
    const pictures = members.filter(isPictureOnly).flatMap((member) => all(member, 'pictures'))
    const variants = members.filter((member) => member === head || !isPictureOnly(member))
    let scentLine: number | null = null
    for (const own of variants) {
      if (leftOut.has(own.line)) continue
      const line = own === head ? own : inherit(own, head)
      const name = toPlainText(first(head, 'name') || first(own, 'name')).replaceAll('\n', ' ')
      const reason = findReasonToSkip(own, head)
      if (reason !== null) {
        result.leftOut.push({ line: own.line, name, sentence: reason })
        continue
      }
      const told = variants.length > 1 ? listOptions(own).filter(isToldByName) : []
      const { row, remarks } = translateLine(line, [name, ...told.map(({ value }) => value)].join(', '), brand)
      const addresses = readPictureAddresses([...all(line, 'pictures'), ...pictures])
      if (addresses.length > PICTURES_MAX) remarks.push(`Przeniesiemy pierwsze ${PICTURES_MAX} zdjęć.`)
      const path = scentLine === null ? findFormerPath(line, shop) : null
      result.rows.push({ ...row, scentLine, path, pictures: addresses.slice(0, PICTURES_MAX) })
      result.remarks.push(...remarks.map((sentence) => ({ line: own.line, name, sentence })))
      scentLine ??= own.line
    }
  }
  result.rows.sort((a, b) => a.line - b.line)
  return result
}

function readLine({ line, cells }: CsvTable['rows'][number], columns: Asked['columns']): Line {
  const read: Line = { line, cells: {} }
  for (const [index, column] of columns.entries()) {
    const cell = unmarkText((cells[index] ?? '').trim()).replaceAll('\\n', '\n')
    if (column !== null) read.cells[column] = [...all(read, column), cell]
  }
  return read
}

/** A line that only adds a picture to its product (Shopify). */
const isPictureOnly = (line: Line) =>
  (['name', 'price', 'net_price'] as const).every((column) => first(line, column) === '')

/** Lines of one scent, with the line that has what they share: of WooCommerce their parent, else the first one. */
function groupLines(lines: readonly Line[]): { head: Line; members: Line[] }[] {
  const parents = new Map<string, Line>()
  for (const line of lines.filter((each) => isType(each, 'variable'))) {
    parents.set(`id:${first(line, 'id')}`, line).set(first(line, 'code'), line)
  }
  const groups = Map.groupBy(lines, (line) => {
    const parent = first(line, 'parent')
    const head = parent === '' ? line : parents.get(parent)
    return head ? `line:${head.line}` : parent
  })
  return [...groups.values()].flatMap((members) => {
    const head = members.find((line) => isType(line, 'variable')) ?? members[0]
    return head ? [{ head, members }] : []
  })
}

const isType = (line: Line, type: string) =>
  first(line, 'type')
    .toLowerCase()
    .split(',')
    .some((each) => each.trim() === type)

/** The cells of a variant, and those of the head of its group that it leaves empty. */
function inherit(own: Line, head: Line): Line {
  const cells = { ...own.cells }
  for (const column of Object.keys(head.cells) as MovedColumn[]) {
    const isPair = column === 'option_name' || column === 'option_value'
    if (column === 'pictures') cells[column] = [...all(own, column), ...all(head, column)]
    else if (isPair) cells[column] = all(head, column).map((cell, index) => own.cells[column]?.[index] || cell)
    else if (!OWN.has(column) && first(own, column) === '') cells[column] = all(head, column)
  }
  return { line: own.line, cells }
}

function findReasonToSkip(own: Line, head: Line): string | null {
  if (isType(own, 'variable')) return 'To nagłówek wariantów: przeniesiemy same warianty.'
  if (isType(own, 'grouped') || isType(own, 'external')) return 'To zbiór innych produktów albo odsyłacz.'
  const isHidden = [...all(own, 'status'), ...all(head, 'status')].some(saysNo)
  return isHidden ? 'W tamtym sklepie nie jest opublikowany.' : null
}

const DEFAULT_OPTION = /^(?:default title|default|domyślny)$/i

type Option = { name: string; value: string }

/** The options of a line: 'Pojemność' is '50 ml'. */
function listOptions(line: Line): Option[] {
  const names = all(line, 'option_name')
  return all(line, 'option_value').flatMap((value, index) =>
    value === '' || DEFAULT_OPTION.test(value) ? [] : [{ name: names[index] ?? '', value }],
  )
}

/** Whether nothing but the name can tell variants apart by this option. */
const isToldByName = ({ value }: Option) => readVolume([value]) === '' && readGender([value]) === ''

function translateLine(line: Line, name: string, brand: string): { row: ProductCsvRow; remarks: string[] } {
  const remarks: string[] = []
  const options = listOptions(line)
  const values = options.map(({ value }) => value)
  const findOption = (head: RegExp) => options.filter((option) => head.test(option.name)).map(({ value }) => value)
  const words = all(line, 'words').join(', ')
  const cut = (text: string, most: number, called: string) => {
    const fitting = cutText(text, most)
    if (fitting !== text) {
      remarks.push(`${called}: z ${countCharacters(text)} znaków zostanie ${countCharacters(fitting)}.`)
    }
    return fitting
  }
  const { price, problems, isNet } = readPrice(line)
  if (isNet) remarks.push(`Cena w pliku jest netto: doliczyliśmy ${nameRate(PERFUME_RATE)} VAT.`)
  const cells: ProductCsvRow['cells'] = {
    name: cut(name, NAME_MAX, 'Nazwa'),
    brand_id: first(line, 'brand') || brand,
    gender: readGender([first(line, 'gender'), ...findOption(/płeć|gender|dla kogo/i), words, name]),
    price,
    stock: readStock(line),
    volume_ml: readVolume([first(line, 'volume'), ...values, first(line, 'name'), words]),
    concentration: readConcentration([first(line, 'concentration'), ...values, name, words]),
    notes: first(line, 'notes') || findOption(/nuty|notes/i).join(', '),
    description: describe(line, cut),
    ingredients: cut(toPlainText(first(line, 'ingredients')), INGREDIENTS_MAX, 'Skład'),
    product_code: first(line, 'ean') || first(line, 'code'),
  }
  return { row: { line: line.line, cells, problems }, remarks }
}

/** The description; the short one where only that one fits. */
function describe(line: Line, cut: (text: string, most: number, called: string) => string): string {
  const [long, short] = [toPlainText(first(line, 'description')), toPlainText(first(line, 'summary'))]
  const isShortEnough = short !== '' && countCharacters(short) <= DESCRIPTION_MAX
  if (long === '' || (countCharacters(long) > DESCRIPTION_MAX && isShortEnough))
    return cut(short, DESCRIPTION_MAX, 'Opis')
  return cut(long, DESCRIPTION_MAX, 'Opis')
}

/** A number of pieces; '' where they are not counted. */
function readStock(line: Line): string {
  const isCounted = line.cells.counted === undefined || first(line, 'counted') !== ''
  const pieces = isCounted ? readPieces(first(line, 'stock')) : ''
  return pieces === '' && saysNo(first(line, 'available')) ? '0' : pieces
}

function readPrice(line: Line): { price: string; problems: string[]; isNet: boolean } {
  const currency = first(line, 'currency')
  const gross = first(line, 'price')
  const cell = gross || first(line, 'net_price')
  const refuse = (...problems: string[]) => ({ price: cell, problems, isNet: false })
  const inOther = `Cena jest w innej walucie (${currency || cell}). Sklep sprzedaje w złotych.`
  if (isForeignCurrency(currency)) return refuse(inOther)
  // The sheet says that it is missing.
  if (cell === '') return refuse()
  const amount = readPriceCell(cell)
  if (!amount.ok)
    return refuse(amount.failure.reason === 'other_currency' ? inOther : `Cena „${cell.slice(0, 40)}” nie jest kwotą.`)
  const isNet = gross === ''
  return { price: formatTypedZl(isNet ? addVat(amount.value, PERFUME_RATE) : amount.value), problems: [], isNet }
}

/** Where the page of a product was, as the shop of the file makes its addresses; null: unknown. */
function findFormerPath(line: Line, shop: FormerShop): string | null {
  const address = first(line, 'address')
  if (shop === 'shopify') {
    const handle = first(line, 'parent')
    return handle === '' ? null : toMovedPath(`/products/${handle}`)
  }
  if (shop === 'prestashop' && address !== '' && !address.includes('/')) {
    const id = first(line, 'id')
    return id === '' ? null : toMovedPath(`/${id}-${address}.html`)
  }
  return /^(?:https?:\/\/|\/)/i.test(address) ? toMovedPath(address) : null
}
