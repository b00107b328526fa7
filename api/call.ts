import type { RouteConfig } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { InvitedRole, SignedInUser } from '#domain/accounts/account.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { needsProof } from './admin/act-weights.ts'
import { type ErrorBody, type Failure, type Reason, refuse, type StatusOf } from './errors.ts'
import { type ApiEnv, createRoute, type createRouter, requireBuyer, requireUser, z } from './http.ts'
import { ALWAYS, describeErrors, WITH_BODY } from './openapi.ts'

/** What the contract says of a call. */
type Definition<Infers extends boolean = boolean> = {
  summary?: string
  description?: string
  /** The parameters of the path, where one is more than a text. */
  params?: z.ZodObject
  query?: z.ZodObject
  /** A query that is described but not validated: the handler reads it and ignores invalid values. */
  parameters?: RouteConfig['parameters']
  /** Takes an Idempotency-Key. */
  key?: true
  /** `noBody`: the call needs none, and an empty object may be sent. */
  body?: z.ZodType
  /** Types of a file that is sent in place of JSON. */
  sends?: readonly string[]
  /** What runs before the handler, and what it can refuse. */
  before?: { run: MiddlewareHandler[]; refuses: readonly Reason[] }
  /**
   * What the answer is, and its schema or, of a file, its types. Where a group infers answers, one without a schema has
   * the type of the handler's value.
   */
  answers: readonly [description: string, z.ZodType | readonly string[]] | (Infers extends true ? Inferred : never)
  /** What the handler can refuse: all of it and nothing else, which the compiler checks. */
  refuses?: readonly Reason[]
}

type Inferred = readonly [description: string]

/** The body of a call that needs none. */
export const noBody = z.strictObject({})
/** The answer of a call that returns no data: it says that the call succeeded, whatever the handler's value is. */
export const doneSchema = z.object({ ok: z.literal(true) })
type IsDone<D> = [SchemaOf<D>, typeof doneSchema] extends [typeof doneSchema, SchemaOf<D>] ? true : false

/** What a query found, or the refusal that it found nothing. */
export const answerFound = <Value, R extends Reason>(value: Value | null | undefined, reason: R) =>
  value === null || value === undefined ? fail({ reason }) : ok(value)

type MaybePromise<Value> = Value | Promise<Value>
type Method = 'get' | 'post' | 'patch' | 'delete'
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type OutputOf<D, Name extends keyof Definition> =
  D extends Record<Name, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

/** What a handler receives. */
type Asked<Path extends string, D, Guarded> = {
  services: Services
  user: [Guarded] extends [never] ? undefined : SignedInUser
  clientAddress: string
  params: D extends { params: z.ZodType } ? OutputOf<D, 'params'> : { [Name in NamesIn<Path>]: string }
  query: OutputOf<D, 'query'>
  body: OutputOf<D, 'body'>
  /** The Idempotency-Key; a new one where the call has none. */
  key: D extends { key: true } ? string : undefined
}

type SchemaOf<D> = D extends { answers: readonly [string, infer Schema extends z.ZodType] } ? Schema : never
type Answer<D> = D extends { answers: Inferred }
  ? Json
  : [SchemaOf<D>] extends [never]
    ? Response
    : IsDone<D> extends true
      ? unknown
      : z.input<SchemaOf<D>>
/** Values that reach the browser as they are. A field that is undefined is left out. */
type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [field: string]: Json }
type Before<D> = D extends { before: { refuses: readonly (infer R extends Reason)[] } } ? R : never
type Listed<D> = D extends { refuses: readonly (infer R extends Reason)[] } ? R : never

/** Reasons by which a call can be refused outside its handler. */
type Usual = (typeof WITH_BODY)[number]
/** Reasons that the contract lists but the handler never returns. */
type Surplus<D, R extends Result<unknown, { reason: Reason }>> = Exclude<
  Listed<D>,
  Extract<R, { ok: false }>['failure']['reason'] | Usual
>

type KeysOf<S> = S extends object ? keyof S : never
type ValueAt<S, Key> = S extends object ? (Key extends keyof S ? S[Key] : never) : never
/** Fields of an answer, at any depth, that its schema does not describe. TypeScript itself asks for missing ones alone. */
type Undescribed<Value, S> = Value extends readonly (infer Item)[]
  ? Undescribed<Item, S extends readonly (infer Described)[] ? Described : never>
  : Value extends object
    ?
        | Exclude<keyof Value, KeysOf<S>>
        | {
            [Key in keyof Value & KeysOf<S>]: Undescribed<NonNullable<Value[Key]>, NonNullable<ValueAt<S, Key>>>
          }[keyof Value & KeysOf<S>]
    : never
type AnsweredBy<R> = Extract<R, { ok: true }> extends { value: infer Value } ? Value : never
/** No argument, or one that cannot be given and whose type names the mistake. */
type Never<Wrong, Named extends string> = [Wrong] extends [never] ? [] : [Record<Named, Wrong>]

/** The part of the contract that the browser's client knows. */
type Contract<Path extends string, D, Guarded extends Reason, R> = {
  sent: ([NamesIn<Path>] extends [never] ? unknown : { param: { [Name in NamesIn<Path>]: string } }) &
    (D extends { body: infer Schema extends z.ZodType }
      ? object extends z.input<Schema>
        ? { json?: z.input<Schema> }
        : { json: z.input<Schema> }
      : unknown)
  answer: D extends { answers: Inferred }
    ? AnsweredBy<R>
    : [SchemaOf<D>] extends [never]
      ? never
      : z.output<SchemaOf<D>>
  refusal: Refusal<Listed<D> | Before<D> | Guarded | Usual>
}
type Refusal<R extends Reason> = R extends Reason ? ErrorBody<R>['error'] & { status: StatusOf<R> } : never

type Routed<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer Rest}`
  ? `${Start}:${Name}${Routed<Rest>}`
  : Path

/** A call that can be mounted; its type is its part of the contract. */
export type Call<Part = unknown> = {
  route: RouteConfig
  /** Invited people who may make it, besides the admin. */
  roles: readonly InvitedRole[]
  handle: (c: Context) => Promise<Response>
  part?: Part
}

/**
 * The handler's result is answered as JSON, or as it is when it is a Response. Where it can refuse what the contract does
 * not list, its type does not fit; where the contract lists what it never refuses, an argument is missing.
 */
type Define<Prefix extends string, Guarded extends Reason, Infers extends boolean, M extends Method> = <
  const Path extends string,
  const D extends Definition<Infers>,
  R extends Result<Answer<D>, Failure<Listed<D> | Guarded | Usual>>,
>(
  path: Path,
  definition: D,
  handle: (asked: Asked<Path, D, Guarded>, c: Context<ApiEnv>) => MaybePromise<R>,
  ...wrong: [
    ...Never<Surplus<D, R>, 'neverRefused'>,
    ...([SchemaOf<D>] extends [never]
      ? []
      : IsDone<D> extends true
        ? []
        : Never<Undescribed<AnsweredBy<R>, Answer<D>>, 'undescribed'>),
  ]
) => Call<Record<`/api${Prefix}${Routed<Path>}`, Record<M, Contract<Path, D, Guarded, R>>>>

type Group<Prefix extends string, Guarded extends Reason, Infers extends boolean> = {
  prefix?: Prefix
  tag?: string
  guard?: { middleware?: MiddlewareHandler; refuses: readonly Guarded[] }
  /** Invited people who may make its calls, besides the admin. */
  roles?: readonly InvitedRole[]
  /** Whether its answers may be without a schema, and so without the guard against fields that no one described. */
  infers?: Infers
}

/** Ways to define the calls of a group: `call.post('/path', definition, handler)`. */
function callsOf<
  const Prefix extends string = '',
  const Guarded extends Reason = never,
  const Infers extends boolean = false,
>(group: Group<Prefix, Guarded, Infers>): { [M in Method]: Define<Prefix, Guarded, Infers, M> } {
  const define = <M extends Method>(method: M) =>
    ((path: string, definition: Definition, handle: AnyHandler) =>
      defineCall(group, method, path, definition, handle)) as Define<Prefix, Guarded, Infers, M>
  return { get: define('get'), post: define('post'), patch: define('patch'), delete: define('delete') }
}

const CUSTOMER = { middleware: requireUser, refuses: ['sign_in_required'] } as const

/** Calls that anyone may make. */
export const publicCall = callsOf({})
/** Calls about an account that anyone may make. */
export const accountCall = callsOf({ tag: 'accounts' })
/** Calls of a signed-in user. */
export const customerCall = callsOf({ guard: CUSTOMER })
/** Calls of a signed-in user about the account. */
export const ownAccountCall = callsOf({ tag: 'accounts', guard: CUSTOMER })
/** Calls of a signed-in user or a buyer without an account. */
export const buyerCall = callsOf({ guard: { middleware: requireBuyer, refuses: ['sign_in_required'] } })
const PANEL = { prefix: '/admin', guard: { refuses: ['not_found', 'proof_required'] } } as const

/** Calls of the admin, under /api/admin, which api/admin/index.ts guards. */
export const adminCall = callsOf({ ...PANEL, tag: 'admin', infers: true })
/** Those that packing needs: of the admin, and of people whom the admin has invited to pack. */
export const packingCall = callsOf({ ...PANEL, tag: 'packing', roles: ['packer'] })
/** Those that read the papers: of the admin, and of an invited accountant. */
export const papersCall = callsOf({ ...PANEL, tag: 'papers', roles: ['accountant'], infers: true })

const idempotencyHeaderSchema = z.object({
  'idempotency-key': z
    .string()
    .trim()
    .min(8)
    .max(200)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .openapi({
      description: 'Made once per attempt and repeated with it, e.g. a UUID. Without it every call is a new order.',
    }),
})

type AnyHandler = (asked: never, c: Context<ApiEnv>) => MaybePromise<Result<unknown, Failure<Reason>>>

function defineCall(
  group: Group<string, Reason, boolean>,
  method: Method,
  path: string,
  { params = describeParams(path), query, key, body, sends, before, answers, refuses, ...described }: Definition,
  handle: AnyHandler,
): Call {
  const { prefix = '', tag, guard, roles = [] } = group
  const [description, schema = z.unknown()] = answers
  const route = createRoute({
    ...described,
    method,
    path: prefix + path,
    ...(tag && { tags: [tag] }),
    ...(guard && { security: [{ session: [] }] }),
    middleware: [...(before?.run ?? []), ...(guard?.middleware ? [guard.middleware] : [])],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(key && { headers: idempotencyHeaderSchema }),
      ...(body && { body: { required: body !== noBody, content: { 'application/json': { schema: body } } } }),
      ...(sends && { body: { required: true, content: describeFiles(sends) } }),
    },
    responses: {
      200: { description, content: isSchema(schema) ? { 'application/json': { schema } } : describeFiles(schema) },
      ...describeErrors([
        ...(guard?.refuses ?? []).filter((reason) => reason !== 'proof_required' || needsProof(method, prefix + path)),
        ...(before?.refuses ?? []),
        ...(refuses ?? []),
        ...(query ? (['invalid_request'] as const) : []),
        ...(body ? WITH_BODY : method === 'get' ? ALWAYS : (['forbidden_origin', ...ALWAYS] as const)),
      ]),
    },
  })
  return {
    route,
    roles,
    async handle(c) {
      const valid = (target: 'param' | 'query' | 'json' | 'header') => c.req.valid(target as never)
      const asked = {
        ...c.var,
        params: params && valid('param'),
        query: query && valid('query'),
        body: body && valid('json'),
        key: key && (valid('header')['idempotency-key'] ?? crypto.randomUUID()),
      }
      const answer = await handle(asked as never, c)
      if (!answer.ok) return refuse(c, answer.failure)
      if (schema === doneSchema) return c.json({ ok: true }, 200)
      return answer.value instanceof Response ? answer.value : c.json(answer.value as object, 200)
    },
  }
}

const isSchema = (schema: z.ZodType | readonly string[]): schema is z.ZodType => !Array.isArray(schema)

const describeFiles = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]))

/** Every parameter of a path is a text. */
function describeParams(path: string): z.ZodObject | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()])
  return names.length > 0 ? z.object(Object.fromEntries(names)) : undefined
}

/** Adds calls to a router. */
export function mount(router: ReturnType<typeof createRouter>, calls: readonly Call[]) {
  for (const { route, handle } of calls) router.openapi(route, handle)
  return router
}

type PartOf<C> = C extends Call<infer Part> ? Part : never
type Merged<Part> = (Part extends unknown ? (part: Part) => void : never) extends (merged: infer All) => void
  ? All
  : never
/** The contract of several calls together. */
export type ContractOf<C extends Call> = Merged<PartOf<C>>
