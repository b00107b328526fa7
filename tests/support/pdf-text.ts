import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of each page of a PDF, with single spaces. */
export async function readPdf(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const words = items.map((item) => ('str' in item ? item.str : ''))
    pages.push(words.join(' ').replaceAll(/\s+/g, ' '))
  }
  await document.loadingTask.destroy()
  return pages
}
