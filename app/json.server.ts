/** JSON of objects: while what was read is remembered, the same ones come again. */
const texts = new WeakMap<object, string>()

/** A page's data hold its list, which holds products: so deep what is new is made of what is known. */
const KNOWN_WITHIN = 3

/** The JSON of a value, without `undefined`; of an object that comes again, and of what it holds, it is made once. */
export function writeJson(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = depth < KNOWN_WITHIN && isPlain(value) ? writeParts(value, depth + 1) : JSON.stringify(value)
  texts.set(value, text)
  return text
}

/** Others, such as dates, say themselves what their JSON is. */
const isPlain = (value: object) => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

function writeParts(value: object, depth: number): string {
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item, depth)).join(',')}]`
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field, depth)}`).join(',')}}`
}
