import { toOwnBytes } from './own-bytes.server.ts'

/** Objects that came once. */
const met = new WeakSet<object>()
/** What came again will come again: its bytes. */
const kept = new WeakMap<object, Buffer>()

/** What stands between most pieces. */
const COMMA = Buffer.from(',')

/** A page's data hold its list, which holds products: what lies deeper is written with what holds it. */
const DEPTH = 3

/**
 * The JSON of a value in pieces one after the other, without `undefined`, and without a '<', which could end a block of data in a
 * document. While what was read is remembered, the same objects come again: from the second time on their bytes are kept, and
 * must not be changed.
 */
export function writeJson(value: object): readonly Buffer[] {
  const pieces: Buffer[] = []
  let text = ''
  function writeKept(bytes: Buffer) {
    if (text) pieces.push(text === ',' ? COMMA : Buffer.from(text))
    pieces.push(bytes)
    text = ''
  }
  function write(part: unknown, depth: number): void {
    if (typeof part !== 'object' || part === null) {
      text += stringify(part)
      return
    }
    const bytes = keep(part)
    if (bytes) writeKept(bytes)
    else if (depth === DEPTH || !isPlain(part)) text += stringify(part)
    else if (Array.isArray(part)) {
      text += '['
      part.forEach((item, index) => {
        if (index > 0) text += ','
        write(item, depth + 1)
      })
      text += ']'
    } else {
      text += '{'
      let separator = ''
      for (const [name, field] of Object.entries(part)) {
        if (field === undefined) continue
        text += `${separator}${stringify(name)}:`
        separator = ','
        write(field, depth + 1)
      }
      text += '}'
    }
  }
  write(value, 0)
  if (text) pieces.push(Buffer.from(text))
  return pieces
}

/** Undefined when it comes for the first time. */
function keep(value: object): Buffer | undefined {
  const known = kept.get(value)
  if (known) return known
  if (!met.has(value)) {
    met.add(value)
    return undefined
  }
  const bytes = toOwnBytes(stringify(value))
  kept.set(value, bytes)
  return bytes
}

function stringify(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null'
  return json.includes('<') ? json.replaceAll('<', '\\u003c') : json
}

/** Others, such as dates, say themselves what their JSON is. */
const isPlain = (value: object) => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
