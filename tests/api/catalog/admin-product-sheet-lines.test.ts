// Lines of a file that could do harm: sent twice, of products that exist already, spoiled by a spreadsheet.
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import type { ImportReport } from '#domain/catalog/sheet/product-import.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openProductSheet } from '#tests/support/product-sheet.ts'

let api: Api
let sheet: Awaited<ReturnType<typeof openProductSheet>>
test.beforeAll(async ({ api: started }) => {
  api = started
  sheet = await openProductSheet(api)
})

// The ways to send one file twice: a second press, two at once, a lost answer, the file chosen again.
test('a file is applied once, however often it is sent', async () => {
  const csv = 'Nazwa;Marka;Płeć;Cena (zł);Stan\r\nPowtórzony zapach;Perfumy Arabskie;unisex;129,00;5\r\n'
  const { token } = await sheet.check(csv)
  const answers = await Promise.all([sheet.send(csv, token), sheet.send(csv, token), sheet.send(csv, token)])
  for (const answer of [...answers, await sheet.send(csv, token)]) {
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ added: 1, applied: true })])
  }
  expect(await sheet.countOf('Powtórzony zapach')).toBe(1)
  const events = await api.db.selectFrom('audit_events').select('details').where('action', '=', 'products.imported')
  expect(
    (await events.execute()).filter(({ details }) => JSON.stringify(details) === '{"added":1,"changed":0}'),
  ).toHaveLength(1)
  // Chosen again, the file has a new report, which does not add the product again.
  const again = await sheet.check(csv)
  expect(again.token).not.toBe(token)
  expect(sheet.problemsOf(again.lines)).toEqual(['Istnieje już: Powtórzony zapach (Perfumy Arabskie).'])
  for (const made of ['', 'x'.repeat(300), `${'0'.repeat(8)}-${'0'.repeat(64)}`]) {
    expect(await sheet.refusal(await sheet.send(csv, made))).toEqual([409, 'import_outdated'])
  }
})

test('a line without id for an existing product updates it or adds another one, only as the owner chose', async () => {
  const [product] = await sheet.products(1)
  if (!product) throw new Error('the demo has products')
  const code = '2900000099999'
  await api.db.updateTable('products').set({ product_code: code }).where('id', '=', product.id).execute()
  const head = 'Nazwa;Marka;Cena (zł);Stan;Kod EAN lub własny'
  const sendChoosing = async (csv: string, existing: string, token: string | null = null) => {
    const answer = await api.post('/api/admin/products/import', { csv, token, existing }, { Cookie: sheet.admin })
    expect(answer.status).toBe(200)
    return (await answer.json()) as ImportReport
  }
  const byName = `${head}\n${product.name.toUpperCase()};${product.brand_name};64,90;12;`
  const byCode = `${head}\nZupełnie inna;${product.brand_name};64,90;12;${code}`
  for (const [csv, existing] of [
    [byName, 'name'],
    [byCode, 'code'],
  ] as const) {
    const [line] = (await sheet.check(csv)).lines
    expect(line).toMatchObject({ existing, problems: [expect.stringMatching(`^Istnieje już: ${product.name}`)] })
    const [changed] = (await sendChoosing(csv, 'update')).lines
    expect(changed).toMatchObject({ action: 'change', problems: [], existing, name: product.name })
    expect(changed?.changes).toContainEqual(expect.objectContaining({ column: 'Cena (zł)', to: '64,90\u00a0zł' }))
  }
  const before = await sheet.countOf(product.name)
  const { token } = await sendChoosing(byName, 'update')
  // The choice belongs to the shown report.
  expect(await sheet.refusal(await sheet.send(byName, token))).toEqual([409, 'import_outdated'])
  expect(await sendChoosing(byName, 'update', token)).toMatchObject({ changed: 1, added: 0, applied: true })
  expect(await sheet.countOf(product.name)).toBe(before - 1)
  expect(await sheet.find(product.id)).toMatchObject({ name: product.name.toUpperCase(), price_grosze: 6490 })

  // Another size may be another product, another code of the same product may not.
  const added = await sendChoosing(byName, 'add')
  expect(added.lines[0]).toMatchObject({ action: 'add', problems: [], existing: 'name' })
  expect(sheet.problemsOf((await sendChoosing(byCode, 'add')).lines)).toHaveLength(1)
  const twice = `${head}\nNowa woda;${product.brand_name};10;1;\nnowa  woda;${product.brand_name};10;1;`
  expect(sheet.problemsOf((await sheet.check(twice)).lines)).toEqual([
    'Istnieje już: Nowa woda w wierszu 2 tego pliku.',
  ])
  expect(sheet.problemsOf((await sendChoosing(twice, 'update')).lines)).toHaveLength(1)
  expect(await sendChoosing(twice, 'add')).toMatchObject({ added: 2, wrong: 0 })
})

test('the report of a new product shows all its values', async () => {
  const csv = 'Nazwa;Marka;Płeć;Cena (zł);Stan;Pojemność (ml)\nNowa woda;perfumy arabskie;Damskie;129,00;5;100'
  expect((await sheet.check(csv)).lines[0]?.changes).toEqual([
    { column: 'Marka', from: '', to: 'Perfumy Arabskie' },
    { column: 'Płeć', from: '', to: 'Damskie' },
    { column: 'Cena (zł)', from: '', to: '129,00\u00a0zł' },
    { column: 'Pojemność (ml)', from: '', to: '100' },
    { column: 'Stan', from: '', to: '5 szt.' },
  ])
})

test('codes and commas that a spreadsheet damaged are reported, and the file cannot be applied', async () => {
  const codes = [
    'Nazwa;Marka;Płeć;Cena (zł);Stan;Kod EAN lub własny',
    'Kod z Excela;Perfumy Arabskie;unisex;129,00;5;5,90123E+12',
    'Kod bez zera;Perfumy Arabskie;unisex;129,00;5;12345678905',
    'Kod z kropka;Perfumy Arabskie;unisex;129,00;5;5901234123457.0',
  ].join('\r\n')
  const comma = 'Nazwa,Marka,Płeć,Cena (zł),Stan\nPrzecinek Testowy,Perfumy Arabskie,unisex,59,90,3'
  const [product] = await sheet.products(1)
  const moved = `ID,Cena (zł),Stan\r\n${product?.id},59,90,3`
  for (const [csv, wrong, words] of [
    [codes, 3, /Excel/],
    [comma, 1, /Wiersz 2 ma 6 komórek/],
    [moved, 1, /4 komórki/],
  ] as const) {
    const report = await sheet.check(csv)
    expect(report.wrong).toBe(wrong)
    for (const problem of sheet.problemsOf(report.lines)) expect(problem).toMatch(words)
    expect(await sheet.refusal(await sheet.send(csv, report.token))).toEqual([409, 'import_outdated'])
  }
  // The whole file, after a spreadsheet saved it without its marks.
  const spoiled = (await sheet.exportCsv()).replaceAll(/;'?\d{13};/g, ';2,9E+12;')
  const { wrong, lines } = await sheet.check(spoiled)
  expect(wrong).toBeGreaterThan(0)
  for (const { changes, problems } of lines) expect([changes, problems.length <= 1]).toEqual([[], true])
})

const STOCKS: Record<string, (marked: AdminProduct, ranOut: AdminProduct) => Promise<unknown>> = {
  'of a file': (marked, ranOut) => sheet.apply(`ID;Stan\n${marked.id};7\n${ranOut.id};7`),
  'of a bulk change': (...products) =>
    sheet.apply(
      products.map(({ id, version }, index) => ({
        id,
        version,
        stock: { stock_quantity: 7, seen: [5, 0][index] ?? 0 },
      })),
    ),
}

test.for(Object.entries(STOCKS))(
  'stocks %s leave what its owner marked as sold out; what had run out is on sale again',
  async ([, setStocks]) => {
    const [marked, ranOut] = await sheet.products(2)
    if (!marked || !ranOut) throw new Error('two products are needed')
    const set = (id: string, stock_quantity: number) =>
      api.db.updateTable('products').set({ stock_quantity, out_of_stock: true }).where('id', '=', id).execute()
    await set(marked.id, 5)
    await set(ranOut.id, 0)
    await setStocks(marked, ranOut)
    expect(await sheet.find(marked.id)).toMatchObject({ stock_quantity: 7, out_of_stock: true })
    expect(await sheet.find(ranOut.id)).toMatchObject({ stock_quantity: 7, out_of_stock: false })
  },
)
