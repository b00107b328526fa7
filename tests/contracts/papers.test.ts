import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getDocumentProxy } from 'unpdf'
import { afterEach, expect, test, vi } from 'vitest'
import type { PdfDocument, PdfPart } from '#domain/kernel/pdf.ts'
import { createPdfWriter } from '#infra/pdf/pdf-writer.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { readPdf } from '#tests/support/pdf-text.ts'

const writer = createPdfWriter()
const paper = (...parts: PdfPart[]): PdfDocument => ({ title: 'Umowa', foot: 'Umowa', parts })
const writeText = async (...parts: PdfPart[]) => (await readPdf(await writer.write(paper(...parts)))).join(' ')

/** The types allow no part that fails, so this part violates them. */
const UNDRAWABLE = null as unknown as PdfPart

afterEach(() => void vi.useRealTimers())

test('PDFs requested at once have each their own text', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `Żółć numer ${n}.`)
  const texts = await Promise.all(names.map((text) => writeText({ kind: 'title', text })))
  for (const [n, text] of texts.entries()) expect(text).toBe(`${names[n]} Umowa, strona 1 z 1`)
})

test('a PDF that cannot be made does not affect others', async () => {
  const [before, failed, after] = await Promise.allSettled([
    writeText({ kind: 'text', text: 'Pierwsza' }),
    writer.write(paper(UNDRAWABLE)),
    writeText({ kind: 'text', text: 'Druga' }),
  ])
  expect(before).toMatchObject({ value: expect.stringContaining('Pierwsza') })
  expect(failed).toMatchObject({ reason: { message: expect.stringContaining('kind') } })
  expect(after).toMatchObject({ value: expect.stringContaining('Druga') })
})

test('a PDF after a long pause is made like any other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await writer.write(paper({ kind: 'text', text: 'Przed przerwą' }))
  expect(vi.getTimerCount()).toBe(1)
  vi.runAllTimers()
  vi.useRealTimers()
  expect(await writeText({ kind: 'text', text: 'Po przerwie' })).toContain('Po przerwie')
})

test('every letter in a PDF can be searched for, whatever PDFs were made before', async () => {
  const fresh = createPdfWriter()
  const write = async (text: string) => readPdf(await fresh.write(paper({ kind: 'title', text })))
  expect(await write('Ąęś')).toEqual([expect.stringContaining('Ąęś')])
  expect(await write('Aesthetic, oficjalny\u00a0i flakon')).toEqual([
    expect.stringContaining('Aesthetic, oficjalny i flakon'),
  ])
})

test('a PDF has headings for screen readers, and its texts in reading order', async () => {
  const long = 'Sprzedawca odpowiada za zgodność towaru z umową. '.repeat(120)
  const bytes = await writer.write(
    paper(
      { kind: 'title', text: 'Regulamin' },
      { kind: 'heading', text: 'Paragraf pierwszy' },
      { kind: 'point', mark: '1.', text: long },
      { kind: 'amounts', rows: [{ label: 'Razem', detail: 'z dostawą', amount: '10,00 zł', strong: true }] },
    ),
  )
  const file = await getDocumentProxy(new Uint8Array(bytes))
  expect(file.numPages).toBe(2)
  const roles = async (number: number) => {
    const tree = await (await file.getPage(number)).getStructTree()
    return tree.children.map((child) => ('role' in child ? child.role : child.type))
  }
  expect([await roles(1), await roles(2)]).toEqual([
    ['H1', 'H2', 'P'],
    ['P', 'P'],
  ])
})

test('a process that has made a PDF can exit by itself', async () => {
  const program = `
    import { createPdfWriter } from '#infra/pdf/pdf-writer.ts'
    const bytes = await createPdfWriter().write({ title: 'Umowa', foot: 'Umowa', parts: [] })
    console.log(bytes.subarray(0, 5).toString())`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: PROJECT_ROOT, timeout: 120_000 })
  expect(stdout).toBe('%PDF-\n')
})
