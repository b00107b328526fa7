import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { formatProductCsv, parseProductCsv, parseVersion } from '#domain/catalog/sheet/product-csv.ts'
import { readTextFile } from '#domain/kernel/tables/text-file.ts'
import { INITIAL_PRODUCT } from '#tests/support/initial-product.ts'

const product: AdminProduct = {
  ...INITIAL_PRODUCT,
  id: '00000000-0000-4000-8000-000000000000',
  slug: 'noc',
  name: '=HYPERLINK("http://evil.example";"Noc")',
  brand_id: '00000000-0000-4000-8000-000000000001',
  brand_name: 'Żółta Łódź',
  gender: 'women',
  current_price_pln: 119.9,
  current_price_cents: 11990,
  regular_price_cents: 11990,
  out_of_stock: false,
  stock_quantity: 12,
  description: 'Pierwsza linia;\n"druga"',
  notes: ['róża', '-oud'],
  volume_ml: 100,
  waiting: 0,
  held: 0,
  recalled: false,
  edited_at: '2026-11-21T10:00:00.000Z',
  version: '1763719200000123',
}

const parse = (text: string) => {
  const parsed = parseProductCsv(text)
  if (!parsed.ok) throw new Error(parsed.failure.problem)
  return parsed.value
}
const problem = (text: string) => {
  const parsed = parseProductCsv(text)
  return parsed.ok ? null : parsed.failure.problem
}

test('an exported file contains no formulas, and is read back unchanged', () => {
  const producers = [
    { id: '1', name: 'Nur Perfumes' },
    { id: '2', name: '=Róża' },
  ]
  const unknown = { ...product, name: '+48', stock_quantity: null, volume_ml: null }
  const csv = formatProductCsv([{ ...product, producer_id: '2' }, unknown], producers)
  expect(csv.startsWith('\uFEFFID;Nazwa;Marka;')).toBe(true)
  expect(csv).toContain(`;"'=HYPERLINK(""http://evil.example"";""Noc"")";Żółta Łódź;Damskie;119,90;12;12;23%;;;;;100;`)
  const [first, second] = parse(csv)
  expect(first).toMatchObject({
    line: 2,
    cells: {
      id: product.id,
      name: product.name,
      brand_id: 'Żółta Łódź',
      gender: 'Damskie',
      price: '119,90',
      stock: '12',
      seenStock: '12',
      volume_ml: '100',
      concentration: '',
      notes: 'róża, -oud',
      description: product.description,
      producer_id: '=Róża',
      version: 'v1763719200000123',
    },
  })
  expect(parseVersion(first?.cells.version ?? '')).toBe(product.version)
  // The description of the first product spans two lines of the file.
  expect(second).toMatchObject({ line: 4, cells: { name: '+48', stock: '', volume_ml: '', producer_id: '' } })
})

test('columns may be few, in any order, and separated by commas or tabs', () => {
  expect(parse('cena (zł),NAZWA\r\n"1,50",Noc\r\n\r\n')).toMatchObject([
    { line: 2, cells: { price: '1,50', name: 'Noc' }, problems: [] },
  ])
  expect(parse('Nazwa\tStan\nNoc\t3\nDzień\t')).toMatchObject([
    { line: 2, cells: { name: 'Noc', stock: '3' } },
    { line: 3, cells: { name: 'Dzień', stock: '' } },
  ])
  // A first line names the delimiter; old spreadsheets of a Mac end lines by a carriage return.
  expect(parse('sep=,\rNazwa,Opis\rNoc,"dwie\rlinie; i średnik"')).toMatchObject([
    { line: 3, cells: { name: 'Noc', description: 'dwie\nlinie; i średnik' }, problems: [] },
  ])
})

test('a file that cannot be read is refused with the reason', () => {
  expect(problem(' \n')).toBe('Plik jest pusty.')
  expect(problem('Nazwa;Kolor\nNoc;czarny')).toBe('Nieznana kolumna: Kolor.')
  expect(problem('Nazwa;Nazwa\nNoc;Noc')).toBe('Kolumna „Nazwa” powtarza się.')
  expect(problem('Cena (zł)\n1')).toBe('Brakuje kolumny „ID” albo „Nazwa”.')
  expect(problem('Nazwa\n')).toBe('Plik nie ma żadnego wiersza pod nagłówkiem.')
  expect(problem('Nazwa\n"Noc')).toBe('Brakuje zamykającego cudzysłowu.')
  expect(problem(`Nazwa\n${'Noc\n'.repeat(1001)}`)).toBe('Plik ma więcej niż 1000 wierszy.')
})

// A line whose cells are below the wrong column heads: more cells (a decimal comma, a delimiter in a text), fewer (a
// line cut short). Not wrong: empty cells behind the last head, and cells that a spreadsheet leaves out at the end of a
// new product.
test('a line with too many or too few cells is refused, with the line and both numbers', () => {
  const problems = (text: string) => parse(text).flatMap((row) => row.problems)
  expect(problems('Nazwa,Marka,Płeć,Cena (zł),Stan\nNoc,Nur,unisex,59,90,3')).toEqual([
    expect.stringContaining('Wiersz 2 ma 6 komórek, a nagłówek 5.'),
  ])
  expect(problems('ID,Cena (zł),Stan\nx,59,90,3\ny,59')).toEqual([
    expect.stringContaining('Wiersz 2 ma 4 komórki, a nagłówek 3.'),
    expect.stringContaining('Wiersz 3 ma 2 komórki, a nagłówek 3.'),
  ])
  expect(problems('Nazwa;Cena (zł)\nNoc')).toEqual([expect.stringContaining('ma 1 komórkę, a nagłówek 2.')])
  expect(problems('Nazwa;Cena (zł);;\nNoc;5;;;;\nDzień;5')).toEqual([])
  expect(problems('ID;Nazwa;Cena (zł);Opis;Wersja\n;Noc;5')).toEqual([])
})

test('a delimiter typed into a cell by mistake never moves a value unnoticed', () => {
  const word = fc.stringMatching(/^[a-zż0-9]{1,6}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 5, maxLength: 5 }), fc.nat(4), word, (cells, at, more) => {
      const shifted = cells.map((cell, index) => (index === at ? `${cell},${more}` : cell))
      const [row] = parse(`Nazwa,Marka,Płeć,Cena (zł),Stan\n${shifted.join(',')}`)
      expect(row?.problems).toEqual([expect.stringContaining('Wiersz 2 ma 6 komórek, a nagłówek 5.')])
    }),
  )
})

test('every code is read back unchanged, marked so that a spreadsheet keeps its digits', () => {
  const code = fc.oneof(fc.stringMatching(/^\d{5,14}$/), fc.stringMatching(/^['=+0-9A-Z-]{1,8}$/), fc.constant("'=1"))
  fc.assert(
    fc.property(code, (product_code) => {
      const csv = formatProductCsv([{ ...product, product_code }], [])
      const [row] = parse(csv)
      expect([row?.cells.product_code, row?.problems]).toEqual([product_code, []])
      if (/^\d/.test(product_code)) expect(csv).toContain(`;'${product_code};`)
    }),
  )
})

test('an EAN whose zeros a spreadsheet removed is reported, complete and marked codes are not', () => {
  const problemsOf = (code: string) => parse(`Nazwa;Kod EAN lub własny\nNoc;${code}`)[0]?.problems
  for (const code of ['12345678905', '1234565', "12345678905'"]) {
    expect([code, problemsOf(code)]).toEqual([code, code.endsWith("'") ? [] : [expect.stringContaining('Excel')]])
  }
  for (const code of ['012345678905', '5901234123457', "'12345678905", 'NP-100', '40170725']) {
    expect([code, problemsOf(code)]).toEqual([code, []])
  }
})

test('a sheet is read in any encoding that programs write, and other files are refused by name', () => {
  const text = 'Nazwa;Opis\r\nŻółć;łódź'
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const read = (bytes: Uint8Array) => {
    const file = readTextFile(bytes)
    return file.ok ? file.value.replace('\uFEFF', '') : file.failure.sentence
  }
  expect(read(Buffer.from(text))).toBe(text)
  expect(read(Buffer.from(`\uFEFF${text}`))).toBe(text)
  expect(read(utf16)).toBe(text)
  expect(read(Buffer.from(utf16).swap16())).toBe(text)
  // 'Żółć' of windows-1250.
  expect(read(Buffer.from('Nazwa\n\xaf\xf3\xb3\xe6', 'latin1'))).toBe('Nazwa\nŻółć')
  expect(read(Buffer.from('PK\x03\x04....', 'latin1'))).toMatch(/^To skoroszyt Excela \(\.xlsx\)/)
  expect(read(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatch(/^To skoroszyt starego Excela/)
  expect(read(Buffer.from(text, 'utf16le'))).toBe(text)
  expect(read(Buffer.from(text, 'utf16le').swap16())).toBe(text)
  expect(read(Buffer.from('Nazwa\n\0\0\x01', 'latin1'))).toMatch(/^To nie jest tekst/)
  expect(read(Buffer.alloc(1024 * 1024 + 1, 'a'))).toBe('Plik jest za duży: najwyżej 1 MB.')
})
