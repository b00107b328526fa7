import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { listPieces } from './bought-pieces-queries.server.ts'
import type { CaseKind } from './return-case.ts'
import { lockCheckout, replaceItems } from './return-case-store.server.ts'
import { choosePieces, type DeclaredItem } from './statement.ts'

type Place = {
  kind: CaseKind
  declared: readonly DeclaredItem[] | null
  /** The order whose number was typed; null: all orders of the checkout. */
  orderId: string | null
  checkoutId: string
}

/**
 * Stores the pieces that a statement is about. A piece is withdrawn once, by the statement that came first; complaints
 * may name any piece.
 */
export async function placeItems(
  trx: Transaction<Database>,
  caseId: string,
  { kind, declared, orderId, checkoutId }: Place,
): Promise<void> {
  await lockCheckout(trx, checkoutId)
  const pieces = (await listPieces(trx, checkoutId, { id: caseId, takenAt: null }))
    .filter(({ order_id }) => orderId === null || order_id === orderId)
    .map((piece) => ({ ...piece, left: kind === 'complaint' ? piece.ordered : piece.ordered - piece.withdrawn }))
  await replaceItems(
    trx,
    caseId,
    choosePieces(declared, pieces).map(({ order_item_id, quantity }) => ({ orderItemId: order_item_id, quantity })),
  )
}
