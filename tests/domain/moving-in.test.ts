import fc from 'fast-check'
import { describe } from 'vitest'
import type { FormerShop, UnknownStock } from '#domain/catalog/moving-in/moving-in.ts'
import { recognizeFile } from '#domain/catalog/moving-in/recognize-file.ts'
import { translateProducts } from '#domain/catalog/moving-in/translate-products.ts'
import { type CsvTable, readTable } from '#domain/kernel/tables/read-table.ts'
import { countCharacters } from '#domain/kernel/text/plain-text.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  BASELINKER,
  LIST,
  MAGENTO,
  PRESTASHOP,
  SHOPER,
  SHOPIFY,
  SHOPIFY_NEW_HEAD,
  WOOCOMMERCE,
} from '#tests/support/former-shops.ts'
import { workAtOnce } from '#tests/support/work-at-once.ts'

function tableOf(file: string): CsvTable {
  const table = readTable(file)
  if (!table.ok) throw new Error(table.failure.problem)
  return table.value
}
type Given = {
  leftOut?: number[]
  brand?: string
  unknownStock?: UnknownStock
  shopAddress?: string
  groupSizes?: boolean
}

function translate(file: string, given: Given = {}) {
  const { leftOut = [], brand = '', unknownStock = 'unlimited', shopAddress = null, groupSizes = true } = given
  const table = tableOf(file)
  const asked = { brand, leftOut: new Set(leftOut), unknownStock, shopAddress, groupSizes, today: '2026-11-28' }
  return workAtOnce(translateProducts(table, { ...recognizeFile(table.head), ...asked }))
}
const problemsOf = (file: string) => translate(file, { brand: 'Nur' }).rows.map(({ problems }) => problems)
const remarksOf = (file: string) => translate(file, { brand: 'Nur' }).remarks.map(({ sentence }) => sentence)
const cellsOf = (file: string, given: Given = {}) => translate(file, given).rows.map(({ cells }) => cells)

describe('files are recognised by their heads', () => {
  test.for<[FormerShop, string]>([
    ['woocommerce', WOOCOMMERCE],
    ['shopify', SHOPIFY],
    ['shopify', `${SHOPIFY_NEW_HEAD.replaceAll('|', ',')}\nA`],
    ['prestashop', PRESTASHOP],
    ['shoper', SHOPER],
    ['magento', MAGENTO],
    ['baselinker', BASELINKER],
    ['list', LIST],
  ])('%s', ([shop, file]) => {
    const { head } = tableOf(file)
    const recognized = recognizeFile(head)
    expect(recognized.shop).toBe(shop)
    expect(recognized.columns).toEqual(
      expect.arrayContaining(['name', shop === 'magento' ? 'attributes' : 'brand', 'stock']),
    )
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
    expect(rows.map(({ line, scentLine, addresses, pictures }) => ({ line, scentLine, addresses, pictures }))).toEqual([
      {
        line: 3,
        scentLine: null,
        addresses: ['/sklep/noc-nad-nilem', '/*/noc-nad-nilem'],
        pictures: ['https://stary.example/noc.jpg', 'https://stary.example/noc-2.jpg'],
      },
      {
        line: 4,
        scentLine: 3,
        addresses: [],
        pictures: ['https://stary.example/noc.jpg', 'https://stary.example/noc-2.jpg'],
      },
      { line: 6, scentLine: null, addresses: ['/produkt/rosa-stara', '/*/rosa-stara'], pictures: [] },
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
      addresses: ['/products/oud-dawny', '/*/products/oud-dawny'],
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
      addresses: ['/21-ambra-sahary.html', '/21-*.html', '/*/ambra-sahary'],
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

  test('of Magento: variants that a product names are its sizes, hidden and other goods are left out', () => {
    const { rows, leftOut, remarks, relativePictures } = translate(MAGENTO)
    expect(
      rows.map(({ line, scentLine, cells }) => [line, scentLine, cells.name, cells.volume_ml, cells.price]),
    ).toEqual([
      [3, null, 'Róża Poranna', '50', '99,00'],
      [4, 3, 'Róża Poranna', '100', '149,00'],
    ])
    expect(rows[0]?.cells).toMatchObject({ brand_id: 'Evarisse', gender: 'Damskie', reduced_price_grosze: '79,00' })
    expect(rows[0]?.cells).toMatchObject({ reduced_from: '2026-11-20T00:00', reduced_to: '2026-12-31T23:59' })
    expect(leftOut.map(({ line, sentence }) => [line, sentence])).toEqual([
      [2, expect.stringContaining('nagłówek wariantów')],
      [5, expect.stringContaining('nie jest opublikowany')],
      [6, expect.stringContaining('ukryty')],
      [7, expect.stringContaining('innego widoku')],
    ])
    expect(remarks.map(({ sentence }) => sentence)).toContain('Wariantu „MG-1-30” nie ma w pliku: nie przeniesiemy go.')
    expect(relativePictures).toBe(6)
    const asked = translate(MAGENTO, { shopAddress: 'stary.example' })
    expect([asked.relativePictures, asked.rows[0]?.pictures[0]]).toEqual([
      0,
      'https://stary.example/media/catalog/product/r/o/roza.jpg',
    ])
  })

  test('of BaseLinker: heads without Polish letters, several pictures, one code', () => {
    const { rows, remarks } = translate(BASELINKER)
    expect(rows).toMatchObject([
      {
        cells: { name: 'Ambra z Bazy 50 ml', brand_id: 'Evarisse', price: '119,00', stock: '6', volume_ml: '50' },
        pictures: ['https://img.example/1.jpg', 'https://img.example/2.jpg'],
      },
    ])
    expect(rows[0]?.cells.product_code).toBe('5901234123457')
    expect(remarks.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('Kod własny „BL-1” zostaje')])
  })
})

describe('a line', () => {
  const HEAD = 'Nazwa,Marka,Cena brutto,Stan,EAN,Opis'

  test('with cells under the wrong heads is refused with both numbers, also where only a decimal comma split it', () => {
    expect(problemsOf(`${HEAD}\nZgubny,Nur,59,90,3,5901234123457,Opis`)).toEqual([
      [expect.stringContaining('Wiersz 2 ma 7 komórek, a nagłówek 6.')],
    ])
    expect(problemsOf(`${HEAD}\nZgubny,Nur,59,90,3,5901234123457`)).toEqual([
      [expect.stringContaining('Kwota 59,90 zajmuje dwie')],
    ])
    expect(problemsOf(`${HEAD}\nKrótki,Nur,59.90`)).toEqual([[expect.stringContaining('Wiersz 2 ma 3 komórki')]])
    const right = [`Cały,Nur,"59,90",3,5901234123457,Opis`, 'Bez opisu,Nur,59,90,5901234123457', 'Sam,Nur,59,90,,']
    expect(problemsOf([HEAD, ...right].join('\n'))).toEqual([[], [], []])
  })

  test.for([
    ['5901234123458', 'ostatnia cyfra'],
    ['012345678904', 'ostatnia cyfra'],
    ['40170726', 'ostatnia cyfra'],
    ['3', 'inną liczbę cyfr'],
    ['12345678905', 'bez zer na początku'],
    ['5,90123E+12', 'Excel zamienił'],
    ['ABC-5901', 'nie jest kod EAN'],
  ] as const)('with the EAN %s is a problem', ([ean, problem]) => {
    const [first = []] = problemsOf(`Nazwa;Cena;Stan;EAN\nNoc;5;1;${ean}`)
    expect(first.join()).toContain(problem)
  })

  test.for([
    ["'5901234123457", '5901234123457'],
    ['590-1234-123457', '5901234123457'],
    ['05901234123457', '5901234123457'],
    ["'012345678905", '012345678905'],
    ['brak', 'X-1'],
    ['', 'X-1'],
  ] as const)('with the EAN %s has the code %s', ([ean, code]) => {
    expect(translate(`Nazwa;Cena;Stan;EAN;SKU\nNoc;5;1;${ean};X-1`).rows).toMatchObject([
      { cells: { product_code: code }, problems: [] },
    ])
    expect(cellsOf("Nazwa;Cena;Stan;SKU\nNoc;5;1;'00123")).toMatchObject([{ product_code: '00123' }])
  })

  test('whose pieces the file does not say is a question, and never sold without limit by itself', () => {
    const shopify = 'Handle,Title,Vendor,Variant Price,Variant Inventory Tracker,Variant Inventory Policy\na,Noc,Nur,5'
    const files = [
      'Nazwa;Cena\nNoc;5',
      'Nazwa;Cena;Stan\nNoc;5;',
      'Nazwa;Cena;Dostępność\nNoc;5;tak',
      'Nazwa;Cena;Stan\nNoc;5;dużo',
      `${shopify},shopify,deny`,
    ]
    for (const file of files) {
      const asked = translate(file, { unknownStock: 'ask' })
      expect([file, asked.unknownStock, asked.rows[0]?.problems]).toEqual([
        file,
        1,
        ['Stan nieznany: 0 czy bez limitu?'],
      ])
      expect(cellsOf(file, { unknownStock: 'zero' })).toMatchObject([{ stock: '0' }])
      expect(cellsOf(file, { unknownStock: 'unlimited' })).toMatchObject([{ stock: '' }])
    }
    const known: [string, string][] = [
      ['nazwa;cena;ilosc\nNoc;5;7', '7'],
      ['nazwa;cena;zapas\nNoc;5;0', '0'],
      ['Nazwa;Cena;Dostępność\nNoc;5;nie', '0'],
      ['Nazwa;Cena;Stan\nNoc;5;100+', '100'],
      ['Nazwa;Cena;Stan\nNoc;5;-3', '0'],
      [`${shopify.replace('Policy', 'Policy,Variant Inventory Qty')},,deny,9`, ''],
    ]
    for (const [file, stock] of known) {
      const asked = translate(file, { unknownStock: 'ask' })
      expect([file, asked.rows[0]?.cells.stock, asked.unknownStock]).toEqual([file, stock, 0])
    }
    expect(remarksOf('Nazwa;Cena;Stan\nNoc;5;-3')).toEqual(['Stan w pliku to -3: przeniesiemy 0.'])
  })

  test.for([
    ['ID,Type,Name,Published,Regular price,Stock,In stock?\n1,simple,Noc,1,5,3,0', 'Stan w pliku to 3'],
    ['product_code;active;name;price;stock;availability\nN;1;Noc;5;3;Chwilowo niedostępny', 'Stan w pliku to 3'],
    ['Product ID;Active (0/1);Name *;Price tax included;Quantity;Available for order\n1;1;Noc;5;3;0', 'w pliku to 3'],
    ['sku,product_type,name,price,qty,is_in_stock,url_key\nN,simple,Noc,5,3,0,noc', 'Stan w pliku to 3'],
    ['Nazwa;Cena;Stan;Dostępność\nNoc;5;3 szt.;Brak towaru', 'Stan w pliku to 3'],
    ['ID,Type,Name,Published,Regular price,Stock,In stock?\n1,simple,Noc,1,5,,backorder', 'na zamówienie'],
    ['product_code;active;name;price;stock;availability\nN;1;Noc;5;;na zamówienie', 'na zamówienie'],
  ] as const)('that its shop did not sell is sold out here, with a remark: %s', ([file, remark]) => {
    expect(translate(file, { unknownStock: 'ask' }).rows).toMatchObject([{ cells: { stock: '0' } }])
    expect(remarksOf(file)).toContainEqual(expect.stringContaining(remark))
  })

  test.for([
    'ID,Type,Name,Published,Regular price\n1,"simple, virtual",Bon,1,5',
    'Handle,Title,Variant Price,Gift Card,Variant Requires Shipping\nbon,Bon,5,true,true',
    'Handle,Title,Variant Price,Gift Card,Variant Requires Shipping\nbon,Bon,5,false,false',
    'Title,URL handle,Vendor,Price,Gift card,Requires shipping\nBon,bon,Nur,5,FALSE,FALSE',
    'Product ID;Active (0/1);Name *;Price tax included;Virtual product (0 = No, 1 = Yes)\n1;1;Bon;5;1',
  ])('without a parcel, such as a voucher, is left out and named: %s', (file) => {
    const { rows, leftOut } = translate(file)
    expect(rows).toEqual([])
    expect(leftOut).toMatchObject([{ name: 'Bon', sentence: expect.stringContaining('bez wysyłki') }])
  })

  test('has the price that its buyers saw, also of a net price in parts of a grosz', () => {
    const head = 'Product ID;Active (0/1);Name *;Wholesale price;Price tax excluded;Quantity'
    const priceOf = (net: string) => cellsOf(`${head}\n1;1;Noc;4.00;${net};1`)[0]?.price
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (grosze) => {
        const shown = (grosze / 100).toFixed(2).replace('.', ',')
        expect(priceOf((grosze / 123).toFixed(6))).toBe(shown)
      }),
    )
    // What the shop itself pays is no price beside one, not even beside an empty one.
    expect(problemsOf(`${head}\n1;1;Noc;4.00;;1`)).toEqual([[]])
    expect(priceOf('')).toBe('')
    expect(cellsOf('Nazwa;Cena hurtowa;Cena netto;Stan\nNoc;4;10;1')).toMatchObject([{ price: '12,30' }])
    expect(cellsOf('Nazwa;Cena hurtowa;Stan\nNoc;10;1')).toMatchObject([{ price: '12,30' }])
  })

  test('has the notes that its features name, and features without a field are named', () => {
    const head = 'Product ID;Active (0/1);Name *;Price tax included;Quantity;Feature(Name:Value:Position:Customized)'
    const file = `${head}\n1;1;Noc;5;1;Płeć:Damskie:1:0,Nuta głowy:wiśnia:2:0,Pojemność:50 ml:3,Sezon:lato:4`
    expect(cellsOf(file)).toMatchObject([{ gender: 'Damskie', notes: 'wiśnia', volume_ml: '50' }])
    expect(remarksOf(file)).toEqual(['Cechy zostają w tamtym sklepie: Sezon.'])
    const woo = 'ID,Type,Name,Published,Regular price,Stock,Attribute 1 name,Attribute 1 value(s)\n1,simple,Noc,1,5,1'
    expect(remarksOf(`${woo},Trwałość,8 godzin`)).toEqual(['Cechy zostają w tamtym sklepie: Trwałość.'])
    expect(remarksOf(`${woo},Pojemność,50 ml`)).toEqual([])
    const magento = 'sku,product_type,name,price,qty,url_key,additional_attributes\nN,simple,Noc,5,1,noc'
    expect(remarksOf(`${magento},"manufacturer=Nur,a=1 x,b=2 x,c=3 x,d=4 x,e=5 x,f=6 x"`)).toEqual([
      'Cechy zostają w tamtym sklepie: a, b, c, d, e i jeszcze 1.',
    ])
  })

  test('has its reduced price where the file has the days; other prices that are not moved are named', () => {
    const head = 'Nazwa;Cena;Stan;Cena promocyjna;Promocja od;Promocja do;Cena przed obniżką'
    const read = (cells: string) => {
      const { rows, remarks } = translate(`${head}\nNoc;59;1;${cells}`)
      const { reduced_price_grosze: price, reduced_from: from, reduced_to: to } = rows[0]?.cells ?? {}
      return [price, from, to, ...remarks.map(({ sentence }) => sentence)]
    }
    expect(read('39;2026-12-01;31.12.2026;')).toEqual(['39,00', '2026-12-01T00:00', '2026-12-31T23:59'])
    expect(read('39;;31/12/2026;')).toEqual(['39,00', '2026-11-28T00:00', '2026-12-31T23:59'])
    expect(read('39;2026-12-01;;')).toEqual([
      undefined,
      undefined,
      undefined,
      expect.stringContaining('nie ma w pliku dnia'),
    ])
    expect(read('39;2026-01-01;2026-02-01;')[3]).toContain('skończyła się 2026-02-01')
    expect(read('69;;2026-12-31;')[3]).toContain('nie jest niższa')
    expect(read('39;jutro;2026-12-31;')[3]).toContain('których nie umiemy odczytać')
    expect(read(';;;99')[3]).toContain('Cena przekreślona 99,00')
    const off = 'Product ID;Active (0/1);Name *;Price tax included;Quantity;Discount amount'
    expect(remarksOf(`${off}\n1;1;Noc;10;1;20`)).toEqual([expect.stringContaining('zabiera całą cenę')])
    const presta =
      'Product ID;Active (0/1);Name *;Price tax included;Quantity;Discount percent;Discount to (yyyy-mm-dd)'
    expect(cellsOf(`${presta}\n1;1;Noc;100;1;20;2026-12-31`)).toMatchObject([{ reduced_price_grosze: '80,00' }])
  })

  test('has no entities in any cell, and cells and rows of a table as lines', () => {
    const table = '<table><tr><td>Nuty g&#322;owy</td><td>bergamotka</td></tr><tr><th>Serce</th></tr></table>'
    const row = ['Fleur &amp; Ambre', 'Nur &amp; C&eacute;', '5', '1', 'r&oacute;&#380;a, oud', 'A&amp;B', table]
    const [cells] = cellsOf(`Nazwa\tMarka\tCena\tStan\tNuty\tSKU\tOpis\n${row.join('\t')}`)
    expect(cells).toMatchObject({ name: 'Fleur & Ambre', brand_id: 'Nur & Cé', notes: 'róża, oud' })
    expect(cells).toMatchObject({ product_code: 'A&B', description: 'Nuty głowy\nbergamotka\nSerce' })
    expect(cellsOf('Nazwa,Cena,Stan,Opis\nNoc,5,1,&lt;p&gt;Opis&lt;/p&gt;')).toMatchObject([{ description: 'Opis' }])
  })

  test('is left out where its shop hides it, and remarks name what its pictures and rates lack', () => {
    const woo = 'ID,Type,Name,Published,Visibility in catalog,Regular price,Stock,In stock?'
    const { rows, leftOut, remarks } = translate(
      [woo, '1,simple,Ukryty,1,hidden,5,1,1', '2,simple,Szukany,1,search,5,1,1', '3,simple,Szkic,0,visible,5,1,1'].join(
        '\n',
      ),
    )
    expect(leftOut.map(({ name }) => name)).toEqual(['Ukryty', 'Szkic'])
    expect(rows).toHaveLength(1)
    expect(remarks.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('widoczny tylko w „search”')])
    const list = translate(
      'Nazwa;Cena;Stan;VAT;Zdjęcia\nNoc;5;1;8;//cdn.example/a.jpg|https://x.example/b c.jpg|img/c.jpg|brak',
    )
    expect(list.rows[0]?.pictures).toEqual(['https://cdn.example/a.jpg', 'https://x.example/b%20c.jpg'])
    expect(list.remarks.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('Stawka VAT w pliku: 8.'),
      expect.stringContaining('„img/c.jpg” nie ma adresu sklepu'),
      expect.stringContaining('„brak” nie jest adresem'),
    ])
  })
})

describe('sizes', () => {
  const FILE =
    'product_code;active;name;price;producer;stock\n1;1;Oud 15 ml;9;Nur;1\n2;1;Oud (50 ml);29;Nur;1\n3;1;Oud 50 ml;9;Ev;1'

  test('products that differ by their volume alone are proposed as sizes of one scent', () => {
    const { rows, groupedSizes } = translate(FILE)
    expect(groupedSizes).toBe(2)
    expect(rows.map(({ scentLine, cells }) => [scentLine, cells.name, cells.volume_ml])).toEqual([
      [null, 'Oud', '15'],
      [2, 'Oud', '50'],
      [null, 'Oud 50 ml', '50'],
    ])
    const apart = translate(FILE, { groupSizes: false })
    expect([apart.groupedSizes, apart.rows.map(({ scentLine }) => scentLine)]).toEqual([2, [null, null, null]])
  })
})

describe('tables', () => {
  test.for([
    ['tabs', 'Nazwa\tCena\tStan\nNoc\t59,90\t3'],
    ['bars', 'Nazwa|Cena|Stan\nNoc|59,90|3'],
    ['commas with quoted cells', 'Nazwa,Cena,Stan\n"Noc","59,90","3"'],
    ['a head with more commas than semicolons', 'Nazwa;Cena;Stan;"Tagi, grupy, cechy, inne"\nNoc;59,90;3;a'],
    ['a mark of its encoding and heads in capitals', '\uFEFFNAZWA;CENA BRUTTO;STAN\nNoc;59.90 PLN;3'],
    ['heads with underscores', 'nazwa_produktu;cena_brutto;stan_magazynowy\nNoc;59,90;3'],
  ])('with %s are read', ([, file]) => {
    expect(cellsOf(file ?? '')).toMatchObject([{ name: 'Noc', price: '59,90', stock: '3' }])
  })
})
