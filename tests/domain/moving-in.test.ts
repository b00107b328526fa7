import fc from 'fast-check'
import { describe } from 'vitest'
import type { FormerShop } from '#domain/catalog/moving-in/moving-in.ts'
import { recognizeFile } from '#domain/catalog/moving-in/recognize-file.ts'
import { translateProducts } from '#domain/catalog/moving-in/translate-products.ts'
import { type CsvTable, readTable } from '#domain/kernel/csv-table.ts'
import { countCharacters } from '#domain/kernel/typed-text.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { LIST, PRESTASHOP, SHOPER, SHOPIFY, SHOPIFY_NEW_HEAD, WOOCOMMERCE } from '#tests/support/former-shops.ts'

function tableOf(file: string): CsvTable {
  const table = readTable(file)
  if (!table.ok) throw new Error(table.failure.problem)
  return table.value
}
function translate(file: string, { leftOut = [], brand = '' }: { leftOut?: number[]; brand?: string } = {}) {
  const table = tableOf(file)
  return translateProducts(table, { ...recognizeFile(table.head), brand, leftOut: new Set(leftOut) })
}

describe('files are recognised by their heads', () => {
  test.for<[FormerShop, string]>([
    ['woocommerce', WOOCOMMERCE],
    ['shopify', SHOPIFY],
    ['shopify', `${SHOPIFY_NEW_HEAD.replaceAll('|', ',')}\nA`],
    ['prestashop', PRESTASHOP],
    ['shoper', SHOPER],
    ['list', LIST],
  ])('%s', ([shop, file]) => {
    const { head } = tableOf(file)
    const recognized = recognizeFile(head)
    expect(recognized.shop).toBe(shop)
    expect(recognized.columns).toEqual(expect.arrayContaining(['name', 'brand', 'stock']))
    expect(recognized.columns.some((column) => column === 'price' || column === 'net_price')).toBe(true)
    expect(recognized.columns).toHaveLength(head.length)
  })

  test('Polish heads are recognised in any case and with any spaces', () => {
    const head = [
      'Identyfikator',
      'Typ',
      'SKU',
      'Nazwa',
      'Opublikowano',
      ' w  magazynie? ',
      'Stan magazynowy',
      'CENA',
      'Obrazki',
      'Element nadrzędny',
      'Nazwa atrybutu 12',
      'Wartości atrybutu 12',
    ]
    expect(recognizeFile(head)).toEqual({
      shop: 'woocommerce',
      columns: [
        'id',
        'type',
        'code',
        'name',
        'status',
        'available',
        'stock',
        'price',
        'pictures',
        'parent',
        'option_name',
        'option_value',
      ],
    })
  })

  test('any heads are accepted, with a column for each', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (head) => {
        expect(recognizeFile(head).columns).toHaveLength(head.length)
      }),
    )
  })
})

describe('products', () => {
  test('variants of WooCommerce are sizes of one scent with the values of their parent; drafts are left out', () => {
    const { rows, leftOut } = translate(WOOCOMMERCE)
    expect(leftOut.map(({ line, name }) => [line, name])).toEqual([
      [2, 'Noc nad Nilem'],
      [5, 'Szkic'],
    ])
    expect(rows.map(({ line, scentLine, path, pictures }) => ({ line, scentLine, path, pictures }))).toEqual([
      {
        line: 3,
        scentLine: null,
        path: '/sklep/noc-nad-nilem',
        pictures: ['https://stary.example/noc.jpg', 'https://stary.example/noc-2.jpg'],
      },
      {
        line: 4,
        scentLine: 3,
        path: null,
        pictures: ['https://stary.example/noc.jpg', 'https://stary.example/noc-2.jpg'],
      },
      { line: 6, scentLine: null, path: '/produkt/rosa-stara', pictures: [] },
    ])
    const [small, large, rosa] = rows.map(({ cells }) => cells)
    expect(small).toMatchObject({
      ...{ name: 'Noc nad Nilem', brand_id: 'Perfumy Arabskie', gender: 'Męskie', price: '89,90', stock: '4' },
      ...{ volume_ml: '50', description: 'Bursztyn & wanilia.\nTrwa do rana.', product_code: 'NOC-50' },
    })
    expect(large).toMatchObject({ name: 'Noc nad Nilem', price: '139,00', stock: '0', volume_ml: '100' })
    expect(rosa).toMatchObject({
      ...{ name: 'Rosa Zahra EDP 30 ml dla niej', gender: 'Damskie', volume_ml: '30', price: '199,00' },
      ...{ concentration: 'Woda perfumowana', product_code: '5901234123457' },
    })
  })

  test('variants of a draft are left out with it, in any order of lines', () => {
    const head = 'ID,Type,SKU,Name,Published,Regular price,Parent,Tax class'
    const variant = '2,variation,N-50,Noc - 50 ml,1,89,NOC,'
    const hidden = translate([head, variant, '1,variable,NOC,Noc,-1,,,'].join('\n'))
    expect([hidden.rows.length, hidden.leftOut.map(({ line }) => line)]).toEqual([0, [2, 3]])
    const shown = translate([head, variant, '1,variable,NOC,Noc,1,,,'].join('\n'))
    expect(shown.rows.map(({ line, cells }) => [line, cells.name, cells.volume_ml])).toEqual([[2, 'Noc', '50']])
  })

  test('lines of one handle of Shopify are sizes, and its further lines are pictures', () => {
    const { rows, leftOut } = translate(SHOPIFY)
    expect(leftOut.map(({ name }) => name)).toEqual(['Ukryty'])
    expect(
      rows.map(({ cells, ...row }) => [cells.name, cells.volume_ml, cells.price, cells.stock, row.scentLine]),
    ).toEqual([
      ['Oud Dawny', '30', '79,00', '3', null],
      ['Oud Dawny', '100', '159,00', '0', 2],
      ['Mgła poranna', '', '49,50', '', null],
    ])
    expect(rows[0]).toMatchObject({
      path: '/products/oud-dawny',
      pictures: ['https://stary.example/oud.jpg', 'https://stary.example/oud-bok.jpg'],
      cells: { description: 'Oud\ni róża', gender: 'Unisex' },
    })
    // A line that is left out still heads its group.
    const [large] = translate(SHOPIFY, { leftOut: [2] }).rows
    expect(large).toMatchObject({ line: 3, scentLine: null, cells: { name: 'Oud Dawny' } })
  })

  test('variants that differ by more than their volume are distinguished by their names', () => {
    const head = 'Handle,Title,Variant SKU,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price'
    const { rows } = translate([head, 'a,Oud,1,Rozmiar,50 ml,Wersja,Intense,10', 'a,,2,,50 ml,,Fresh,10'].join('\n'))
    expect(rows.map(({ cells }) => cells.name)).toEqual(['Oud, Intense', 'Oud, Fresh'])
  })

  test('PrestaShop: net prices get their tax, long texts are cut at a sentence, and remarks say so', () => {
    const { rows, remarks } = translate(PRESTASHOP)
    expect(rows).toHaveLength(1)
    const [row] = rows
    expect(row).toMatchObject({
      path: '/21-ambra-sahary.html',
      pictures: ['http://stary.example/a.png'],
      cells: { price: '123,00', gender: 'Damskie', volume_ml: '100', stock: '12', product_code: 'AMB' },
    })
    const { description = '' } = row?.cells ?? {}
    expect(countCharacters(description)).toBeLessThanOrEqual(500)
    expect(description).toMatch(/Ciepła ambra\.$/)
    expect(remarks.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/netto.*23% VAT/),
      expect.stringMatching(/^Opis: z \d+ znaków zostanie \d+\.$/),
    ])
  })

  test('Shoper and lists of suppliers are translated; another currency is refused with a sentence', () => {
    expect(translate(SHOPER).rows).toMatchObject([
      { pictures: ['https://stary.example/s2.jpg'], cells: { price: '99,90', gender: 'Damskie', volume_ml: '50' } },
    ])
    const { rows } = translate(LIST, { brand: 'Perfumy Arabskie' })
    expect(rows.map(({ problems }) => problems)).toEqual([[], [expect.stringContaining('w innej walucie (EUR)')]])
    expect(rows[0]?.cells).toMatchObject({
      volume_ml: '75',
      gender: 'Męskie',
      price: '123,00',
      brand_id: 'Nieznana Marka',
    })
  })
})
