import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { holdPicture } from '#domain/pictures/picture-queries.server.ts'
import { listPieces } from './bought-pieces-queries.server.ts'
import { type CaseKind, TRUSTED_MATCHES } from './return-case.ts'
import { lockCheckout } from './return-case-store.server.ts'
import { type DeclaredItem, MAX_REASON_LENGTH, MOST_PICTURES, normalizeOrderNumber } from './statement.ts'

/** The most statements about one order in 24 hours. Further ones are added to the last of their kind. */
const MOST_A_DAY = 5
const DAY_MS = 24 * 60 * 60 * 1000
/** Pieces of one statement, more than any order has, and keys of the calls that were added to it last. */
const MOST_DECLARED = 100
const MOST_KEYS = 50

type Stated = {
  kind: CaseKind
  items: DeclaredItem[] | null
  itemsNote: string | null
  reason: string
  pictures: readonly string[]
}

type Case = {
  id: string
  number: string
  received_at: Date
  kind: CaseKind
  is_open: boolean
  arrived_at: Date | null
  order_number: string
  declared_items: DeclaredItem[] | null
  items_note: string | null
}

/** The earlier statement that a new one is added to; null: the new one is stored on its own. */
export type Amended = Pick<Case, 'id' | 'number' | 'received_at' | 'kind'> & {
  /** Its pieces are declared there, too; otherwise they are declared there already. */
  hasNewPieces: boolean
}

/**
 * For the buyer behind a signed link: a withdrawal of pieces that are all withdrawn already, or a statement beyond the
 * daily limit, is added to the last open one of its kind. No other statement about the order is stored until the
 * transaction ends.
 */
export async function findLinkedToAmend(
  trx: Transaction<Database>,
  { checkoutId, now, ...stated }: Stated & { checkoutId: string; now: Date },
): Promise<Amended | null> {
  await lockCheckout(trx, checkoutId)
  const before = await casesOf(trx)
    .where('checkout_id', '=', checkoutId)
    .where('match', 'in', TRUSTED_MATCHES)
    .execute()
  const open = before.filter(({ kind, is_open }) => kind === stated.kind && is_open)
  const last = open.at(-1)
  if (!last) return null
  const pieces = (await listPieces(trx, checkoutId)).map((piece) => ({
    ...piece,
    left: piece.ordered - piece.withdrawn,
  }))
  const isWithdrawn = stated.kind === 'withdrawal' && !pieces.some(isNamedBy(stated.items))
  if (isWithdrawn) return { ...last, hasNewPieces: false }
  // Pieces join a statement until its goods have arrived.
  const onTheWay = open.findLast(({ arrived_at }) => arrived_at === null)
  return countToday(before, now) >= MOST_A_DAY && onTheWay ? { ...onTheWay, hasNewPieces: true } : null
}

/**
 * For somebody who typed an order's number and an address: the same pieces once more, or a statement beyond the daily
 * limit. Only typed data are compared, so that the answer does not reveal whether there is such an order.
 */
export async function findTypedToAmend(
  trx: Transaction<Database>,
  { orderNumber, email, now, ...stated }: Stated & { orderNumber: string; email: string; now: Date },
): Promise<Amended | null> {
  const number = normalizeOrderNumber(orderNumber)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statement:${number}:${email.toLowerCase()}`}, 0))`.execute(
    trx,
  )
  const typed = await casesOf(trx)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('received_at', '>', new Date(now.getTime() - DAY_MS))
    .execute()
  const before = typed.filter(({ order_number }) => normalizeOrderNumber(order_number) === number)
  const ofKind = before.filter(({ kind, is_open }) => kind === stated.kind && is_open)
  const toAmended = (found: Case | undefined, hasNewPieces: boolean) => (found ? { ...found, hasNewPieces } : null)
  if (before.length >= MOST_A_DAY) return toAmended(ofKind.at(-1), true)
  const isSame = (other: Case) =>
    JSON.stringify([other.declared_items, other.items_note]) === JSON.stringify([stated.items, stated.itemsNote])
  return stated.kind === 'withdrawal' ? toAmended(ofKind.findLast(isSame), false) : null
}

const isNamedBy = (items: DeclaredItem[] | null) => (piece: { product_id: string; left: number }) =>
  piece.left > 0 && (items === null || items.some(({ product_id }) => product_id === piece.product_id))

function casesOf(trx: Transaction<Database>) {
  return trx
    .selectFrom('return_cases')
    .select([
      'id',
      'number',
      'received_at',
      'kind',
      'is_open',
      'arrived_at',
      'order_number',
      'declared_items',
      'items_note',
    ])
    .orderBy('received_at')
    .orderBy('id')
    .$castTo<Case>()
}

const countToday = (cases: readonly Case[], now: Date) =>
  cases.filter(({ received_at }) => received_at.getTime() > now.getTime() - DAY_MS).length

/**
 * Adds new parts to a statement: declared pieces, words that it does not have yet, and pictures, each up to the limit of a
 * statement. A further complaint about the same pieces is about those, a further withdrawal about others. No mail is
 * written. The same `submissionKey` must not be added twice.
 */
export async function amendStatement(
  trx: Transaction<Database>,
  { id, kind, hasNewPieces }: Amended,
  { items, itemsNote, reason, pictures, submissionKey }: Stated & { submissionKey: string },
): Promise<void> {
  const words = [itemsNote, reason].filter(Boolean).join('\n\n')
  const declared = sql`${JSON.stringify(items ?? [])}::jsonb`
  await sql`
    update return_cases set
      amended_keys = (array_append(amended_keys, ${submissionKey}::text))[greatest(1, cardinality(amended_keys) + 2 - ${MOST_KEYS}::int):],
      declared_items = case
        when not ${hasNewPieces}::boolean or (${kind === 'complaint'}::boolean and declared_items @> ${declared}) then declared_items
        when ${items === null}::boolean or declared_items is null then null
        when jsonb_array_length(declared_items) + ${items?.length ?? 0}::int > ${MOST_DECLARED}::int then declared_items
        else declared_items || ${declared} end,
      reason = case when ${words}::text = '' or position(${words}::text in coalesce(reason, '')) > 0 then reason
        else left(concat_ws(chr(10) || chr(10), reason, ${words}::text), ${MAX_REASON_LENGTH}::int) end
    where id = ${id}`.execute(trx)
  if (pictures.length === 0) return
  const rows = await trx.selectFrom('return_pictures').select('image_key').where('case_id', '=', id).execute()
  const held = rows.map(({ image_key }) => image_key)
  const added = pictures.filter((key) => !held.includes(key)).slice(0, Math.max(0, MOST_PICTURES - held.length))
  for (const [index, image_key] of added.entries()) {
    if (!(await holdPicture(trx, image_key))) continue
    const position = held.length + index + 1
    await trx.insertInto('return_pictures').values({ case_id: id, image_key, position }).execute()
  }
}
