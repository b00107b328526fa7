import { toProductRows } from '#domain/catalog/admin/bulk-change.ts'
import { parseProductCsv } from '#domain/catalog/sheet/product-csv.ts'
import type { BulkRow } from '#domain/catalog/sheet/product-import.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openProductSheet } from '#tests/support/product-sheet.ts'

let api: Api
let sheet: Awaited<ReturnType<typeof openProductSheet>>
test.beforeAll(async ({ api: started }) => {
  api = started
  sheet = await openProductSheet(api)
})

test('the exported file holds every active product, and changes nothing when imported unchanged', async () => {
  const csv = await sheet.exportCsv()
  expect(csv.startsWith('\uFEFFID;Nazwa;Marka;Płeć;Cena (zł);Stan;')).toBe(true)
  const parsed = parseProductCsv(csv)
  const active = await api.db.selectFrom('products').select('id').where('active', '=', true).execute()
  expect(parsed.ok && parsed.value.length).toBe(active.length)
  expect(await sheet.check(csv)).toMatchObject({ added: 0, changed: 0, wrong: 0, applied: false })
})

test('checking a file reports each line and stores nothing; afterwards the whole file is applied', async () => {
  const [first, second] = await sheet.products(2)
  if (!first || !second) throw new Error('the demo has products')
  const csv = [
    'ID;Nazwa;Marka;Cena (zł);Stan;Opis;Płeć',
    `${first.id};Całkiem nowa nazwa;${first.brand_name};129,50;7;"'=1+1";unisex`,
    `${second.id};${second.name};${second.brand_name.toUpperCase()};${second.current_price_pln};${second.stock_quantity ?? ''};${second.description};`,
    ';Nowy zapach;perfumy  arabskie;99;;Z pliku;Damskie',
  ].join('\r\n')
  const report = await sheet.check(csv)
  expect(report).toMatchObject({ added: 1, changed: 1, wrong: 0, applied: false })
  expect(report.lines[0]).toMatchObject({
    line: 2,
    name: first.name,
    action: 'change',
    changes: expect.arrayContaining([
      { column: 'Nazwa', from: first.name, to: 'Całkiem nowa nazwa' },
      { column: 'Cena (zł)', from: expect.stringMatching(/zł$/), to: '129,50\u00a0zł' },
      { column: 'Stan', from: expect.any(String), to: '7 szt.' },
    ]),
  })
  expect(report.lines[1]?.action).toBe('same')
  expect(report.lines[2]).toMatchObject({ line: 4, name: 'Nowy zapach', action: 'add' })
  expect((await sheet.find(first.id)).name).toBe(first.name)
  expect(await api.db.selectFrom('products').select('id').where('name', '=', 'Nowy zapach').execute()).toEqual([])

  const applied = await sheet.send(csv, report.token)
  expect(await applied.json()).toMatchObject({ added: 1, changed: 1, applied: true })
  expect(await sheet.find(first.id)).toMatchObject({
    name: 'Całkiem nowa nazwa',
    slug: 'calkiem-nowa-nazwa',
    price_grosze: 12950,
    stock_quantity: 7,
    description: '=1+1',
  })
  const added = await api.db.selectFrom('products').selectAll().where('name', '=', 'Nowy zapach').execute()
  expect(added).toMatchObject([{ slug: 'nowy-zapach', price_grosze: 9900, stock_quantity: null, gender: 'women' }])
  const prices = await api.db
    .selectFrom('product_prices')
    .select('price_grosze')
    .where('product_id', '=', first.id)
    .execute()
  expect(prices.map(({ price_grosze }) => price_grosze)).toContain(12950)
  const audit = await api.db.selectFrom('audit_events').select('action').where('action', 'like', 'product%').execute()
  for (const action of [
    'products.exported',
    'products.imported',
    'product.created',
    'product.updated',
    'product.stock_set',
  ]) {
    expect(audit.map((event) => event.action)).toContain(action)
  }
  // A retry gets the first answer; another file under its token is refused.
  expect(await (await sheet.send(csv, report.token)).json()).toMatchObject({ added: 1, changed: 1, applied: true })
  expect(await sheet.refusal(await sheet.send(`${csv} `, report.token))).toEqual([409, 'import_outdated'])
})

test('every mistake is reported with its line and column, and nothing is stored', async () => {
  const [, , product] = await sheet.products(3)
  if (!product) throw new Error('the demo has products')
  const csv = [
    'ID;Nazwa;Marka;Cena (zł);Stan',
    `${product.id};${product.name};${product.brand_name};1000;5`,
    `${product.id};Raz jeszcze;${product.brand_name};10;5`,
    `${crypto.randomUUID()};Nie ma;${product.brand_name};10;5`,
    ';ab;Nieznana;0;-1',
    ';Bez ceny;;;',
    `;Dobry wiersz;${product.brand_name};10;5`,
  ].join('\n')
  const report = await sheet.check(csv)
  expect(report.wrong).toBe(5)
  expect(sheet.problemsOf(report.lines)).toEqual([
    'Cena (zł): Cena nie może przekroczyć 999.99 zł',
    'Ten produkt jest w pliku dwa razy: także w wierszu 2.',
    'Nie znaleziono produktu',
    'Nazwa: Nazwa musi mieć minimum 3 znaki',
    'Marka: nie ma marki „Nieznana”. Dodaj ją najpierw w zakładce Marki.',
    'Cena (zł): Cena musi być większa od 0',
    'Stan: Podaj liczbę sztuk albo zostaw puste',
    'Marka: Wybierz markę',
    'Cena (zł): Cena jest wymagana',
  ])
  expect(await sheet.refusal(await sheet.send(csv, report.token))).toEqual([409, 'import_outdated'])
  expect(await api.db.selectFrom('products').select('id').where('name', '=', 'Dobry wiersz').execute()).toEqual([])
  expect(await sheet.refusal(await sheet.send('Kolor\nczarny'))).toEqual([422, 'csv_unreadable'])
})

test('edits and sales since the export of the file are not overwritten', async () => {
  const [, , , product] = await sheet.products(4)
  if (!product) throw new Error('the demo has products')
  await sheet.apply(`ID;Stan\n${product.id};10`)
  const csv = await sheet.exportCsv()
  // Two pieces are sold: the unchanged line keeps the sale, a changed one is refused.
  await api.db.updateTable('products').set({ stock_quantity: 8 }).where('id', '=', product.id).execute()
  expect(await sheet.check(csv)).toMatchObject({ changed: 0, wrong: 0 })
  const counted = csv.replace(';10;10;', ';15;10;')
  const [line] = (await sheet.check(counted)).lines.filter(({ problems }) => problems.length > 0)
  expect(line).toMatchObject({ name: product.name, problems: [expect.stringContaining('8')] })
  await api.db.updateTable('products').set({ description: 'Z innego okna' }).where('id', '=', product.id).execute()
  const renamed = csv.replace(product.name, `${product.name} nowy`)
  expect(sheet.problemsOf((await sheet.check(renamed)).lines)).toEqual([
    expect.stringContaining('Zmieniono to w międzyczasie'),
  ])
})

test('a bulk change to many products is checked and applied like a file', async () => {
  const chosen = await sheet.products(3)
  const rows = toProductRows(chosen, { kind: 'price-percent', percent: -10, endIn99: true })
  expect(await sheet.apply(rows)).toMatchObject({ wrong: 0, applied: true })
  for (const { id, current_price_cents: before } of chosen) {
    const { price_grosze: after } = await sheet.find(id)
    expect(after % 100).toBe(99)
    expect(Math.abs(after - before * 0.9)).toBeLessThanOrEqual(50)
  }
  await sheet.apply(toProductRows(await sheet.products(3), { kind: 'stock-set', pieces: 20 }))
  await sheet.apply(toProductRows(await sheet.products(3), { kind: 'stock-add', pieces: -20 }))
  for (const { id } of chosen) expect(await sheet.find(id)).toMatchObject({ stock_quantity: 0, out_of_stock: true })
  const tooMany = toProductRows(await sheet.products(1), { kind: 'stock-add', pieces: -1 })
  expect(sheet.problemsOf((await sheet.check(tooMany)).lines)).toEqual(['Stan: Stan magazynowy nie może być ujemny'])
})

test('a row of a bulk change is judged by the rules of a file, and says what is wrong with its product', async () => {
  const [product] = await sheet.products(1)
  if (!product) throw new Error('the demo has products')
  const { id, version, stock_quantity: seen } = product
  const problemsOf = async (...rows: BulkRow[]) => sheet.problemsOf((await sheet.check(rows)).lines)
  expect(await problemsOf({ id, version, price: 0 })).toEqual(['Cena (zł): Cena musi być większa od 0'])
  expect(await problemsOf({ id, version, price: 10.001 })).toEqual(['Cena (zł): Podaj cenę z dokładnością do 1 grosza'])
  expect(await problemsOf({ id, version, reduced_price_grosze: 100 })).toEqual([
    'Podaj cenę promocyjną, początek i koniec promocji albo zostaw wszystkie trzy puste.',
  ])
  expect(await problemsOf({ id, version, reduced_from: 'jutro' })).toEqual([
    'Promocja od: Podaj dzień i godzinę, na przykład 4.12.2026 8:00',
  ])
  expect(await problemsOf({ id, version, stock: { stock_quantity: 1_000_001, seen } })).toEqual([
    'Stan: Podaj liczbę sztuk albo zostaw puste',
  ])
  expect(await problemsOf({ id, version, stock: { stock_quantity: 5, seen: (seen ?? 0) + 1 } })).toEqual([
    expect.stringMatching(/^Stan zmienił się w międzyczasie: teraz wynosi/),
  ])
  expect(await problemsOf({ id, version: '1', price: 12 })).toEqual([
    expect.stringContaining('Zmieniono to w międzyczasie'),
  ])
  expect(await problemsOf({ id: crypto.randomUUID(), version, price: 12 })).toEqual(['Nie znaleziono produktu'])
  const twice = { id: id.toUpperCase(), version, price: 12 }
  expect(await problemsOf({ id, version, price: 12 }, twice)).toEqual([expect.stringContaining('dwa razy')])
  expect(await sheet.find(id)).toMatchObject({ price_grosze: product.regular_price_cents, stock_quantity: seen })
})

test('a preview of a bulk change is applied once, and only as it was shown', async () => {
  const rows = toProductRows(await sheet.products(2), { kind: 'price-amount', grosze: 123 })
  const [first, second] = rows
  if (!first || !second) throw new Error('the demo has products')
  const { token } = await sheet.check(rows)
  expect(await sheet.refusal(await sheet.send([first], token))).toEqual([409, 'import_outdated'])
  expect(await (await sheet.send(rows, token)).json()).toMatchObject({ changed: 2, applied: true })
  expect(await (await sheet.send(rows, token)).json()).toMatchObject({ changed: 2, applied: true })
  expect((await sheet.find(second.id)).price_grosze).toBe(Math.round((second.price ?? 0) * 100))
  const tooMany = Array.from({ length: 1001 }, () => first)
  expect(await sheet.refusal(await sheet.send(tooMany))).toEqual([400, 'invalid_request'])
})

test('a column names the producer: an empty cell means the brand’s, and an unknown name is reported', async () => {
  const [product] = await sheet.products(1)
  if (!product) throw new Error('the demo has products')
  const add = async (name: string) => {
    const producer = { name, address: 'ul. Długa 3, 31-146 Kraków, Polska', contact: 'kontakt@roza.example' }
    const none = { responsible_name: null, responsible_address: null, responsible_contact: null }
    const answer = await api.post(
      '/api/admin/producers',
      { ...producer, is_in_eu: true, ...none },
      { Cookie: sheet.admin },
    )
    return ((await answer.json()) as { id: string }).id
  }
  const rose = await add('Pracownia Róża')
  const file = (cell: string) => `ID;Producent\n${product.id};${cell}`
  const named = await sheet.check(file('pracownia  róża'))
  expect(named.lines[0]?.changes).toEqual([{ column: 'Producent', from: 'jak w marce', to: 'Pracownia Róża' }])
  await sheet.apply(file('Pracownia Róża'))
  expect((await sheet.find(product.id)).producer_id).toBe(rose)
  expect(await sheet.exportCsv()).toContain(';Pracownia Róża;')
  // A file without the column says nothing of producers.
  await sheet.apply(`ID;Opis\n${product.id};Nowy opis`)
  expect((await sheet.find(product.id)).producer_id).toBe(rose)

  expect(sheet.problemsOf((await sheet.check(file('Nikt'))).lines)).toEqual([
    'Producent: nie ma producenta „Nikt”. Dodaj go najpierw w zakładce Etykiety.',
  ])
  const namesake = await add('PRACOWNIA RÓŻA')
  expect(await sheet.check(await sheet.exportCsv())).toMatchObject({ changed: 0, wrong: 0 })
  const other = (await sheet.products(2))[1]
  const ambiguous = await sheet.check(`ID;Producent\n${other?.id};Pracownia Róża`)
  expect(sheet.problemsOf(ambiguous.lines)).toEqual([
    'Producent: jest kilku producentów „Pracownia Róża”. Wybierz właściwego w formularzu produktu.',
  ])

  const added = `Nazwa;Marka;Cena (zł);Producent\nZapach z pliku;${product.brand_name};50;`
  await api.db.deleteFrom('producers').where('id', '=', namesake).execute()
  await sheet.apply(`${added}\nDrugi z pliku;${product.brand_name};50;Pracownia Róża`)
  const stored = await api.db
    .selectFrom('products')
    .select('producer_id')
    .where('name', 'in', ['Zapach z pliku', 'Drugi z pliku'])
    .orderBy('name', 'desc')
    .execute()
  expect(stored).toEqual([{ producer_id: null }, { producer_id: rose }])
  expect((await sheet.apply(file(''))).lines[0]?.changes).toEqual([
    { column: 'Producent', from: 'Pracownia Róża', to: 'jak w marce' },
  ])
  expect((await sheet.find(product.id)).producer_id).toBeNull()
})
