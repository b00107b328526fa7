import { afterEach, vi } from 'vitest'
import type { Calls } from '#api/index.ts'
import type { ErrorCode } from '#app/api-client.ts'

type Path = keyof Calls & string
/** Every call of the contract, e.g. 'post /api/recover'. */
type Operation = { [P in Path]: `${keyof Calls[P] & string} ${P}` }[Path]
type CallOf<O extends Operation> = O extends `${infer Verb} ${infer P extends Path}`
  ? Verb extends keyof Calls[P]
    ? Calls[P][Verb]
    : never
  : never
type OutputOf<O extends Operation> = CallOf<O> extends { answer: infer Answer } ? Answer : never

/** Answers or refusals of the shop, by the contract. */
export type Answers = { [O in Operation]?: (json: unknown) => OutputOf<O> | Response }

afterEach(() => vi.unstubAllGlobals())

/**
 * Replaces the shop until the test ends. Calls without an answer here fail like a lost connection.
 *
 * @returns the calls that were made, e.g. 'post /api/recover'
 */
export function stubShop(answers: Answers): string[] {
  const asked: string[] = []
  const table = Object.entries(answers).map(([operation, answer]) => ({
    operation,
    pattern: new RegExp(`^${operation.replaceAll(/:\w+/g, '[^/]+')}$`),
    answer,
  }))
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const [path] = String(input).split('?')
    const called = `${init?.method?.toLowerCase() ?? 'get'} ${path}`
    const found = table.find(({ pattern }) => pattern.test(called))
    if (!found) throw new TypeError(`Nobody answers ${called}`)
    asked.push(found.operation)
    const answer = found.answer(init?.body && JSON.parse(String(init.body)))
    return answer instanceof Response ? answer : Response.json(answer)
  })
  return asked
}

/** A refusal of the shop. */
export function refusal(status: number, code: ErrorCode, message: string, fields?: Record<string, string>): Response {
  return Response.json({ error: { code, message, ...(fields && { fields }) } }, { status })
}
