// One call of a stranger must not keep all others waiting: whatever long text it carries is judged at once.
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

/** Nearly the largest body, bytes. */
const BYTES = 60_000
/** What patterns of texts search for, repeated: each may be read once for every place where it could begin. */
const REPEATED = ['a', 'Ą', ' ', '\t', '0', 'a ', 'a.', 'a@', ' \n']
/** A text that is read once takes some milliseconds; one that is read from every place took three seconds and more. */
const MOST_MS = 1000
/** Only what is slow each time is slow by its text, and not by a busy machine. */
const TIMES = 3

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string | string[]
}
type Description = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}
/** The names and indexes that lead to a text in a body. */
type Place = readonly (string | number)[]

/** Every text of a body. */
function listTexts(schema: Schema, { components }: Description, place: Place = []): Place[] {
  const inside = (inner: Schema, ...next: Place) => listTexts(inner, { paths: {}, components }, [...place, ...next])
  if (schema.$ref !== undefined) return inside(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.anyOf ?? schema.oneOf)
    return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => inside(one))
  if (schema.properties) return Object.entries(schema.properties).flatMap(([name, field]) => inside(field, name))
  if (schema.items) return inside(schema.items, 0)
  return [schema.type].flat().some((type) => type === undefined || type === 'string') ? [place] : []
}

const put = (text: string, [head, ...rest]: Place): unknown => {
  if (head === undefined) return text
  return typeof head === 'number' ? [put(text, rest)] : { [head]: put(text, rest) }
}

/** The calls of buyers and visitors that take a body, with the texts in it. */
async function listCalls(api: Api): Promise<{ method: string; path: string; place: Place }[]> {
  const description = (await (await api.get('/api/openapi.json')).json()) as Description
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    path.startsWith('/api/admin')
      ? []
      : Object.entries(methods).flatMap(([method, { requestBody }]) => {
          const places = listTexts(requestBody?.content['application/json']?.schema ?? { type: 'none' }, description)
          const known = new Map(places.map((place) => [place.join('.'), place]))
          return [...known.values()].map((place) => ({ method: method.toUpperCase(), path, place }))
        }),
  )
}

test('no text of a call, however long, keeps the shop busy', { timeout: 120_000 }, async ({ api }) => {
  const { cookie } = await api.customer()
  const calls = await listCalls(api)
  expect(calls.length).toBeGreaterThan(100)
  const slow: string[] = []
  for (const { method, path, place } of calls) {
    for (const repeated of REPEATED) {
      const text = repeated.repeat(BYTES / Buffer.byteLength(JSON.stringify(repeated).slice(1, -1)))
      const send = async () => {
        const began = performance.now()
        const answer = await fetch(api.base + path.replaceAll(/\{\w+\}/g, crypto.randomUUID()), {
          method,
          headers: { 'Content-Type': 'application/json', Origin: api.base, Cookie: cookie },
          body: JSON.stringify(put(`${text}!`, place)),
        })
        await answer.text()
        return performance.now() - began
      }
      let quick = false
      for (let time = 0; time < TIMES && !quick; time += 1) quick = (await send()) <= MOST_MS
      if (!quick) slow.push(`${method} ${path} ${place.join('.')}: ${JSON.stringify(repeated)}`)
    }
  }
  expect(slow).toEqual([])
})
