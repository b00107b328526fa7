import { expect, test } from 'vitest'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { formatProductCsv, parseProductCsv, parseVersion } from '#domain/catalog/sheet/product-csv.ts'
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

test('a file that is exported holds no formulas, and is read as it was', () => {
  const producers = [
    { id: '1', name: 'Nur Perfumes' },
    { id: '2', name: '=Róża' },
  ]
  const unknown = { ...product, name: '+48', stock_quantity: null, volume_ml: null }
  const csv = formatProductCsv([{ ...product, producer_id: '2' }, unknown], producers)
  expect(csv.startsWith('\uFEFFID;Nazwa;Marka;')).toBe(true)
  expect(csv).toContain(`;"'=HYPERLINK(""http://evil.example"";""Noc"")";Żółta Łódź;Damskie;119,90;12;12;;;;100;`)
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

test('columns may be few, in any order, and parted by commas or tabs', () => {
  expect(parse('cena (zł),NAZWA\r\n"1,50",Noc\r\n\r\n')).toEqual([{ line: 2, cells: { price: '1,50', name: 'Noc' } }])
  expect(parse('Nazwa\tStan\nNoc\t3\nDzień')).toEqual([
    { line: 2, cells: { name: 'Noc', stock: '3' } },
    { line: 3, cells: { name: 'Dzień', stock: '' } },
  ])
})

test('what cannot be read says why', () => {
  expect(problem(' \n')).toBe('Plik jest pusty.')
  expect(problem('Nazwa;Kolor\nNoc;czarny')).toBe('Nieznana kolumna: Kolor.')
  expect(problem('Nazwa;Nazwa\nNoc;Noc')).toBe('Kolumna „Nazwa” powtarza się.')
  expect(problem('Cena (zł)\n1')).toBe('Brakuje kolumny „ID” albo „Nazwa”.')
  expect(problem('Nazwa\n')).toBe('Plik nie ma żadnego wiersza z produktem.')
  expect(problem('Nazwa\n"Noc')).toBe('Brakuje zamykającego cudzysłowu.')
  expect(problem(`Nazwa\n${'Noc\n'.repeat(501)}`)).toBe('Plik ma więcej niż 500 wierszy.')
})
