import type { Day } from '#domain/kernel/calendar-day.ts'
import type { Work } from '#domain/kernel/long-work.ts'
import type { CsvTable } from '#domain/kernel/tables/read-table.ts'
import { listFormerAddresses } from './former-addresses.ts'
import { groupLines, inherit, isPictureOnly, type LineGroup } from './group-lines.ts'
import { groupSizes } from './group-sizes.ts'
import { toPlainText } from './html-text.ts'
import {
  all,
  first,
  isType,
  isVariantHead,
  listOptions,
  type MovedLine,
  makeLineReader,
  type Option,
} from './moved-line.ts'
import type { MovedRow } from './moved-row.ts'
import type { FormerShop, MovedColumn, Remark, UnknownStock } from './moving-in.ts'
import { readPictures } from './read-pictures.ts'
import { readGender, readVolume, saysNo, saysYes } from './read-values.ts'
import { translateLine } from './translate-line.ts'

export type Translation = {
  rows: MovedRow[]
  leftOut: Remark[]
  remarks: Remark[]
  /** Pictures that are named without the shop that has them. */
  relativePictures: number
  /** Lines whose number of pieces is not said, and lines that can be sizes of a scent. */
  unknownStock: number
  groupedSizes: number
  /** Whether former addresses were made of names. */
  isGuessed: boolean
}

export type Asked = {
  shop: FormerShop
  columns: readonly (MovedColumn | null)[]
  /** The brand of products for which the file names none. */
  brand: string
  leftOut: ReadonlySet<number>
  unknownStock: UnknownStock
  shopAddress: string | null
  groupSizes: boolean
  today: Day
}

/**
 * Makes lines of the product sheet of a foreign table, a few at a time, so that a large file holds up nobody. Pure: what
 * the shop knows is looked up by the sheet.
 */
export function* translateProducts(table: Pick<CsvTable, 'rows' | 'delimiter'>, asked: Asked): Work<Translation> {
  const result = emptyTranslation()
  const readLine = makeLineReader(table, asked.columns)
  const lines: MovedLine[] = []
  for (const record of table.rows) {
    lines.push(readLine(record))
    yield
  }
  for (const group of groupLines(lines)) {
    translateGroup(group, asked, result)
    yield
  }
  const grouped = groupSizes(
    result.rows.toSorted((a, b) => a.line - b.line),
    asked.groupSizes,
  )
  return { ...result, rows: grouped.rows, groupedSizes: grouped.sizes }
}

const emptyTranslation = (): Translation => ({
  rows: [],
  leftOut: [],
  remarks: [],
  relativePictures: 0,
  unknownStock: 0,
  groupedSizes: 0,
  isGuessed: false,
})

function translateGroup({ head, members, missing }: LineGroup, asked: Asked, result: Translation): void {
  const { shop, shopAddress } = asked
  const pictures = members.filter(isPictureOnly).flatMap((member) => all(member, 'pictures'))
  const variants = members.filter((member) => member === head || !isPictureOnly(member))
  let scentLine: number | null = null
  const headName = readName(head)
  const note = (line: number, sentences: readonly string[]) =>
    result.remarks.push(...sentences.map((sentence) => ({ line, name: headName, sentence })))
  note(
    head.line,
    missing.map((code) => `Wariantu „${code}” nie ma w pliku: nie przeniesiemy go.`),
  )
  for (const own of variants) {
    if (asked.leftOut.has(own.line)) continue
    const line = own === head ? own : inherit(own, head)
    const name = headName || readName(own)
    if (own.shift !== null) {
      const cells = { name, ...(asked.brand && { brand_id: asked.brand }) }
      result.rows.push({ line: own.line, cells, problems: [own.shift], scentLine: null, pictures: [], addresses: [] })
      continue
    }
    const reason = findReasonToSkip(own, head, shop)
    if (reason !== null) {
      result.leftOut.push({ line: own.line, name, sentence: reason })
      continue
    }
    const told = variants.length > 1 ? listOptions(own).filter(isToldByName) : []
    const full = [name, ...told.map(({ value }) => value)].join(', ')
    const { row, remarks, isStockUnknown } = translateLine(line, full, { ...asked, head })
    const found = readPictures([...all(line, 'pictures'), ...pictures], { shop, shopAddress })
    const former = [...(scentLine === null ? [head] : []), ...(own === head ? [] : [own])].map((each) =>
      listFormerAddresses({
        shop,
        id: first(each, 'id'),
        handle: first(each, 'parent'),
        address: first(each, 'address'),
        // A variant has no page of its own.
        name: each === head ? name : '',
      }),
    )
    const addresses = [...new Set(former.flatMap((each) => each.addresses))]
    result.rows.push({ ...row, scentLine, pictures: found.pictures, addresses })
    result.relativePictures += found.relative
    result.unknownStock += isStockUnknown ? 1 : 0
    result.isGuessed ||= former.some((each) => each.isGuessed && each.addresses.length > 0)
    note(own.line, [...remarkOrigin(own, head, shop), ...remarks, ...found.remarks])
    scentLine ??= own.line
  }
}

const readName = (line: MovedLine) => toPlainText(first(line, 'name')).replaceAll('\n', ' ')

const HIDDEN = /^(?:hidden|none|not visible individually|ukryty|ukryte|niewidoczny|nigdzie|0|nie)$/i
const PARTLY = /^(?:catalog|search|katalog|wyszukiwarka|tylko katalog|tylko wyszukiwarka)$/i

function findReasonToSkip(own: MovedLine, head: MovedLine, shop: FormerShop): string | null {
  if (isVariantHead(own)) return 'To nagłówek wariantów: przeniesiemy same warianty.'
  if (isType(own, 'grouped', 'external', 'bundle')) return 'To zbiór innych produktów albo odsyłacz.'
  if (isType(own, 'downloadable')) return 'To plik do pobrania, a sklep wysyła paczki.'
  if (hasNoParcel(own, head)) return 'To bon, plik albo usługa bez wysyłki, a sklep wysyła paczki.'
  if (first(own, 'view') !== '') return 'To tekst dla innego widoku sklepu, nie osobny produkt.'
  const isOff = (status: string) => saysNo(status) || (shop === 'magento' && status === '2')
  if ([...all(own, 'status'), ...all(head, 'status')].some(isOff)) return 'W tamtym sklepie nie jest opublikowany.'
  // A variant is hidden by itself, and shown on the page of its product.
  return HIDDEN.test(first(head, 'visibility')) ? 'W tamtym sklepie jest ukryty, więc tu też nie trafi na półkę.' : null
}

/** Vouchers, files and services. */
const hasNoParcel = (own: MovedLine, head: MovedLine) =>
  isType(own, 'virtual', 'giftcard') ||
  [...all(own, 'virtual'), ...all(head, 'virtual')].some(saysYes) ||
  saysNo(first(own, 'shipped'))

/** What the place of a product in the other shop means here. */
function remarkOrigin(own: MovedLine, head: MovedLine, shop: FormerShop): string[] {
  const remarks: string[] = []
  const visible = first(head, 'visibility')
  if (PARTLY.test(visible)) remarks.push(`W tamtym sklepie był widoczny tylko w „${visible}”: tu będzie wszędzie.`)
  const parent = first(own, 'parent')
  const isOrphan = own === head && isType(own, 'variation') && parent !== '' && shop !== 'shopify'
  if (isOrphan)
    remarks.push(`W pliku nie ma produktu „${parent}”, którego to wariant: przenosimy go bez opisu i marki.`)
  return remarks
}

/** Whether nothing but the name can tell variants apart by this option. */
const isToldByName = ({ value }: Option) => readVolume([value]) === '' && readGender([value]) === ''
