import { foldName } from '#domain/catalog/admin/admin-brand.ts'
import { listBrandNames } from '#domain/catalog/admin/admin-brand-queries.server.ts'
import {
  MOVED_PRODUCTS_MAX,
  MOVED_ROWS_MAX,
  type MovedColumn,
  type MovingIn,
} from '#domain/catalog/moving-in/moving-in.ts'
import { insertMoved } from '#domain/catalog/moving-in/moving-in-store.server.ts'
import { toOrigin } from '#domain/catalog/moving-in/read-pictures.ts'
import { recognizeFile } from '#domain/catalog/moving-in/recognize-file.ts'
import { type Translation, translateProducts } from '#domain/catalog/moving-in/translate-products.ts'
import type { WordLine } from '#domain/catalog/sheet/apply-row.server.ts'
import { importRows } from '#domain/catalog/sheet/import-rows.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { workInSlices } from '#domain/kernel/long-work.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { type CsvTable, readTable, unreadable } from '#domain/kernel/tables/read-table.ts'
import type { Services } from '#domain/services.ts'
import { fetchMovedPictures } from './moved-pictures.run.server.ts'

/** Values of a column that are shown, and their longest, characters. */
const EXAMPLES = 2
const EXAMPLE_MAX = 60

/**
 * Moves the products of another shop's file into this one, all or none, by the sheet's own rules. Without a token it is
 * a preview. Applied, it stores the addresses of their pictures and pages with them, and begins to fetch the pictures.
 */
export async function moveIn(
  services: Pick<Services, 'db' | 'jobs' | 'now' | 'productLimit'>,
  { userId, word, request }: { userId: string; word: WordLine; request: MovingIn },
) {
  const { token, existing, ...asked } = request
  const table = readTable(asked.file, MOVED_ROWS_MAX)
  if (!table.ok) return table
  const { head } = table.value
  const recognized = recognizeFile(head)
  const columns = head.map((_, index) => (asked.columns ?? recognized.columns)[index] ?? null)
  const brands = (await listBrandNames(services.db)).brands.filter(({ active }) => active)
  const brand = brands.find(({ id }) => id === asked.brand_id)?.name ?? ''
  const leftOut = new Set(asked.left_out)
  const shopAddress = asked.shop_address?.trim() || null
  if (shopAddress !== null && toOrigin(shopAddress) === null) {
    return unreadable('Adres tamtego sklepu wygląda na przykład tak: https://sklep.example.pl.')
  }
  const translating = translateProducts(table.value, {
    shop: recognized.shop,
    columns,
    brand,
    leftOut,
    shopAddress,
    unknownStock: asked.unknown_stock,
    groupSizes: asked.group_sizes,
    today: readWarsawClock(services.now()).day,
  })
  const moved = await workInSlices(translating)
  if (moved.rows.length > MOVED_PRODUCTS_MAX) {
    return unreadable(
      `Ma ${moved.rows.length} produktów, a naraz przenosimy najwyżej ${MOVED_PRODUCTS_MAX}. Podziel go na części.`,
    )
  }
  const known = new Set(brands.map(({ name }) => foldName(name)))
  const named = [...new Set(moved.rows.flatMap(({ cells }) => cells.brand_id || []))]
  const described = {
    shop: recognized.shop,
    columns: describeColumns(table.value, columns),
    /** Lines that are no product on sale. */
    left_out: moved.leftOut,
    /** What is moved otherwise than it stands in the file. */
    remarks: moved.remarks,
    brands: brands.map(({ id, name }) => ({ id, name })),
    /** Named in the file and not in the shop. */
    missing_brands: named.filter((name) => !known.has(foldName(name))),
    pictures: moved.rows.reduce((sum, { pictures }) => sum + pictures.length, 0),
    /** Pictures for which the address of the other shop is missing. */
    relative_pictures: moved.relativePictures,
    /** Products to which their former addresses will lead. */
    addresses: moved.rows.filter(({ addresses }) => addresses.length > 0).length,
    address_advice: adviseOnAddresses(moved),
    /** Lines whose number of pieces the file does not say. */
    unknown_stock: moved.unknownStock,
    /** Lines that can be sizes of a scent by their names. */
    grouped_sizes: moved.groupedSizes,
  }
  const isNamed = columns.includes('name') && (columns.includes('price') || columns.includes('net_price'))
  if (!isNamed) return ok({ ...described, report: null })
  const report = await importRows(services, {
    userId,
    operation: 'move-in',
    request: { ...asked, existing },
    rows: moved.rows,
    token,
    existing,
    word,
    tellsByVolume: true,
    async onApplied(trx, ids) {
      await insertMoved(trx, moved.rows, ids)
      return fetchMovedPictures(services, trx, userId)
    },
  })
  return report.ok ? ok({ ...described, report: report.value }) : report
}

export type MovingInReport = Extract<Awaited<ReturnType<typeof moveIn>>, { ok: true }>['value']

const ADD_ADDRESSES =
  'Dodaj do pliku kolumnę „URL” z adresami stron produktów, na przykład z mapy strony (sitemap.xml), i wczytaj go jeszcze raz.'

/** What the owner can do for addresses that the file does not tell; null where it tells all. */
function adviseOnAddresses({ rows, isGuessed }: Translation): string | null {
  const unknown = rows.filter(({ scentLine, addresses }) => scentLine === null && addresses.length === 0).length
  if (unknown > 0) {
    return `Plik nie podaje dawnych adresów (wiersze: ${unknown}): stare linki do tych produktów przestaną działać. ${ADD_ADDRESSES}`
  }
  return isGuessed
    ? `Plik nie podaje dawnych adresów: odtworzyliśmy je z nazw, tak jak robi to tamten sklep. ${ADD_ADDRESSES} Warto, gdy adresy były zmieniane ręcznie.`
    : null
}

function describeColumns({ head, rows }: CsvTable, columns: readonly (MovedColumn | null)[]) {
  return head.map((name, index) => {
    const examples = new Set<string>()
    for (const { cells } of rows) {
      const value = cells[index]?.trim() ?? ''
      if (value !== '') examples.add(value.slice(0, EXAMPLE_MAX))
      if (examples.size === EXAMPLES) break
    }
    return { head: name, examples: [...examples], is: columns[index] ?? null }
  })
}

/** Begins again to fetch the pictures that could not be fetched. */
export function retryMovedPictures(
  services: Pick<Services, 'db' | 'jobs'>,
  userId: string,
): Promise<Result<null, Busy>> {
  return transact<null, Busy>(services.db, (trx) => fetchMovedPictures(services, trx, userId))
}
