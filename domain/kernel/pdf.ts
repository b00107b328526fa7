/** The parts of an A4 document, from top to bottom. */
export type PdfDocument = {
  title: string
  /** At the foot of every page, before the number of the page. */
  foot: string
  parts: readonly PdfPart[]
}

export type PdfPart =
  | { kind: 'title' | 'heading' | 'text' | 'small'; text: string }
  /** A number or another mark, and text to the right of it. */
  | { kind: 'point'; mark: string; text: string }
  /** Facts under their names. */
  | { kind: 'facts'; facts: readonly { name: string; lines: readonly string[] }[] }
  /** Amounts at the right edge; `strong`: the sum of all. */
  | { kind: 'amounts'; rows: readonly { label: string; detail?: string; amount: string; strong?: boolean }[] }
  /** Codes to be scanned, side by side, each above its name. */
  | { kind: 'codes'; codes: readonly { link: string; name: string }[] }
  /** A line to be filled in by hand. */
  | { kind: 'blank'; text: string }

/** Port to the maker of PDF files. */
export type PdfWriter = { write(document: PdfDocument): Promise<Buffer> }
