import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import type { PdfDocument, PdfPart } from '#domain/kernel/pdf.ts'

type Page = InstanceType<typeof PDFDocument>

const MARGIN = 56
const BOTTOM = 64
const WIDTH = 595.28 - 2 * MARGIN
const NIGHT = '#171310'
const OUD = '#5A3A22'
const LINE = '#D9C9AC'
const AMOUNT_WIDTH = 96
const POINT_INDENT = 20
const COLUMNS = 2
const CODE_SIZE = 110
const GUTTER = 20

/** The shop's fonts under the OFL licence. A document embeds only the letters that it uses. */
const FONTS = {
  text: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  strong: '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
  /** Also for letters that the other fonts lack, such as Cyrillic ones. */
  display: '@expo-google-fonts/eb-garamond/500Medium/EBGaramond_500Medium.ttf',
} as const
type Face = keyof typeof FONTS

/** From this code point on fonts have ligatures, such as "fi". */
const FIRST_LIGATURE = 0xfb00

/** Opened once, because reading their tables took two thirds of a document's time. */
const fonts = Object.entries(FONTS).map(([face, file]) => ({ face, font: openFont(file) }))
const lettersOf = new Map(fonts.map(({ face, font }) => [face, new Set(font.characterSet)]))
const LINE_ENDS = /[\n\r]/g

/** Whether a font has every letter of a text. */
const hasAll = (face: Face, text: string): boolean =>
  [...text.replace(LINE_ENDS, '')].every((letter) => lettersOf.get(face)?.has(letter.codePointAt(0) ?? 0))

/**
 * A font records with each glyph the letters of its first use, and PDF readers search for these. So every letter is
 * used once in advance: first used as a part of another one, like "e" in "ę", it would get none.
 */
function openFont(file: string) {
  const font = create(readFileSync(createRequire(import.meta.url).resolve(file)))
  for (const code of font.characterSet) if (code < FIRST_LIGATURE) font.glyphForCodePoint(code)
  return font
}

// The thread of pdf-writer.ts. An error ends the thread and reaches the caller that waits for the document.
parentPort?.on('message', async (document: PdfDocument) => parentPort?.postMessage(await draw(document)))

async function draw({ title, foot, parts }: PdfDocument): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: BOTTOM, left: MARGIN, right: MARGIN },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pl-PL',
    displayTitle: true,
    info: { Title: title, Author: foot },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    page.on('end', resolve)
    page.on('error', reject)
  })
  for (const { face, font } of fonts) page.registerFont(face, font)
  page.fillColor(NIGHT)
  for (const part of parts) drawPart(page, part)
  drawFeet(page, foot)
  page.end()
  await ended
  return Buffer.concat(chunks)
}

/** Writes text at the left edge and below it, or at x and y. */
function write(page: Page, text: string, face: Face, size: number, at: Partial<Place> = {}): void {
  const { x = MARGIN, y = page.y, width = WIDTH, ...options } = at
  page
    .font(hasAll(face, text) ? face : 'display')
    .fontSize(size)
    .text(text, x, y, { width, lineGap: 2, ...options })
}
type Place = { x: number; y: number; width: number; align: 'right' | 'left'; lineBreak: boolean }

/** The structure for screen readers: in the order of drawing, with headings to jump between. */
function tag(page: Page, name: 'H1' | 'H2' | 'P', draw: () => void): void {
  page.addStructure(page.struct(name, {}, draw))
}

/** Begins a page when less than this is left. */
function keepTogether(page: Page, height: number): void {
  if (page.y + height > page.page.height - BOTTOM) page.addPage()
}

function drawPart(page: Page, part: PdfPart): void {
  switch (part.kind) {
    case 'title':
      tag(page, 'H1', () => write(page, part.text, 'display', 22))
      page.moveDown(0.3)
      break
    case 'heading':
      keepTogether(page, 70)
      page.y += 12
      tag(page, 'H2', () => write(page, part.text, 'display', 14))
      page.y += 4
      break
    case 'text':
      keepTogether(page, 40)
      tag(page, 'P', () => write(page, part.text, 'strong', 10.5))
      page.y += 4
      break
    case 'small':
      tag(page, 'P', () => write(page, part.text, 'text', 9))
      page.y += 4
      break
    case 'point':
      drawPoint(page, part)
      break
    case 'facts':
      drawFacts(page, part.facts)
      break
    case 'amounts':
      for (const row of part.rows) drawAmount(page, row)
      page.y += 6
      break
    case 'codes':
      drawCodes(page, part.codes)
      break
    case 'blank':
      keepTogether(page, 34)
      tag(page, 'P', () => write(page, part.text, 'text', 9))
      page.y += 18
      drawLine(page, page.y)
      page.y += 6
      break
  }
}

function drawPoint(page: Page, { mark, text }: { mark: string; text: string }): void {
  keepTogether(page, 26)
  const { y } = page
  tag(page, 'P', () => {
    write(page, mark, 'text', 9, { width: POINT_INDENT })
    write(page, text, 'text', 9, { x: MARGIN + POINT_INDENT, y, width: WIDTH - POINT_INDENT })
  })
  page.x = MARGIN
  page.y += 4
}

/** Facts in two columns, row by row. */
function drawFacts(page: Page, facts: readonly { name: string; lines: readonly string[] }[]): void {
  const width = (WIDTH - GUTTER) / COLUMNS
  page.y += 8
  for (let index = 0; index < facts.length; index += COLUMNS) {
    keepTogether(page, 90)
    const top = page.y
    const ends = facts.slice(index, index + COLUMNS).map(({ name, lines }, column) => {
      const x = MARGIN + column * (width + GUTTER)
      tag(page, 'P', () => {
        page.fillColor(OUD)
        write(page, name, 'text', 9, { x, y: top, width })
        page.fillColor(NIGHT)
        for (const line of lines) write(page, line, 'text', 10, { x, width })
      })
      return page.y
    })
    page.x = MARGIN
    page.y = Math.max(...ends) + 10
  }
}

type AmountRow = Extract<PdfPart, { kind: 'amounts' }>['rows'][number]

function drawAmount(page: Page, { label, detail, amount, strong = false }: AmountRow): void {
  keepTogether(page, 44)
  drawLine(page, page.y)
  const top = page.y + 5
  const face = strong ? 'strong' : 'text'
  let bottom = top
  tag(page, 'P', () => {
    write(page, label, face, 10, { y: top, width: WIDTH - AMOUNT_WIDTH - GUTTER })
    if (detail !== undefined) {
      page.fillColor(OUD)
      write(page, detail, 'text', 9, { width: WIDTH - AMOUNT_WIDTH - GUTTER })
      page.fillColor(NIGHT)
    }
    bottom = page.y
    write(page, amount, face, 10, { x: MARGIN + WIDTH - AMOUNT_WIDTH, y: top, width: AMOUNT_WIDTH, align: 'right' })
  })
  page.x = MARGIN
  page.y = bottom + 4
}

function drawCodes(page: Page, codes: readonly { link: string; name: string }[]): void {
  keepTogether(page, CODE_SIZE + 34)
  const top = page.y + 10
  for (const [index, { link, name }] of codes.entries()) {
    const x = MARGIN + index * (CODE_SIZE + 60)
    const { data, size } = encode(link, { border: 4 })
    const dot = CODE_SIZE / size
    page.addStructure(
      page.struct('Figure', { alt: `Kod QR: ${name}` }, () => {
        for (const [row, dots] of data.entries()) {
          for (const [column, isDark] of dots.entries()) {
            if (isDark) page.rect(x + column * dot, top + row * dot, dot, dot)
          }
        }
        page.fill(NIGHT)
      }),
    )
    // A number of 35 characters stays on one line.
    tag(page, 'P', () => write(page, name, 'text', 7, { x, y: top + CODE_SIZE, lineBreak: false }))
  }
  page.x = MARGIN
  page.y = top + CODE_SIZE + 24
}

function drawLine(page: Page, y: number): void {
  page
    .markContent('Artifact')
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
    .endMarkedContent()
}

/** Numbers the pages when their count is known. */
function drawFeet(page: Page, foot: string): void {
  const { start, count } = page.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    page.switchToPage(index)
    // Otherwise text below the margin would begin another page.
    page.page.margins.bottom = 0
    page.markContent('Artifact').fillColor(OUD)
    write(page, `${foot}, strona ${index + 1} z ${count}`, 'text', 8, { y: page.page.height - 44, lineBreak: false })
    page.endMarkedContent()
  }
}
