import { inflateSync } from 'node:zlib'

/**
 * Names in a PDF that mark active content or further files: scripts, programs to start, forms to send, attachments,
 * embedded media, forms of Adobe's own (XFA), which may have scripts.
 */
const ACTIVE =
  /\/(JavaScript|Launch|SubmitForm|ImportData|EmbeddedFiles?|FileAttachment|RichMedia|Rendition|XFA)(?![A-Za-z0-9])/

/** Largest content of one compressed object stream, bytes, and of all together. */
const MOST_INFLATED = 16 * 1024 * 1024

/**
 * Whether a PDF has active content, or hides from this check whether it does: encrypted, or in an object stream that is
 * compressed in an unusual way.
 */
export function hasActiveContent(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const text = bytes.toString('latin1')
  const plain = resolveNames(text)
  if (ACTIVE.test(plain) || /\/Encrypt(?![A-Za-z0-9])/.test(plain)) return true
  let left = MOST_INFLATED
  // Objects may be packed into streams; pages, fonts and pictures are streams of other types.
  for (const { index } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const dictionary = resolveNames(text.slice(Math.max(0, text.lastIndexOf('obj', index)), index))
    if (!dictionary.includes('/ObjStm')) continue
    const start = text.indexOf('\n', index) + 1
    const objects = dictionary.includes('/Filter') ? inflate(bytes.subarray(start), dictionary, left) : ''
    if (objects === null || ACTIVE.test(resolveNames(objects))) return true
    left -= objects.length
  }
  return false
}

/** Names may be written with hexadecimal codes: /J#61vaScript. */
const resolveNames = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The content of a stream; null where it cannot be unpacked within the limit. */
function inflate(stream: Buffer, dictionary: string, most: number): string | null {
  const filters = dictionary.match(/\/\w+Decode\b/g) ?? []
  if (filters.length !== 1 || filters[0] !== '/FlateDecode' || dictionary.includes('/Predictor') || most <= 0)
    return null
  try {
    return inflateSync(stream, { maxOutputLength: most }).toString('latin1')
  } catch {
    // The stream is broken or too large: a file that cannot be checked is not stored.
    return null
  }
}
