import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { listDeducted } from './advantages.ts'
import { findWorth } from './return-amount.ts'
import { isAboutMoney, isTrusted } from './return-case.ts'
import type { StoredCase } from './return-case-queries.server.ts'
import { lockCheckout, replaceItems } from './return-case-store.server.ts'
import { countPieces, readCaseMoney } from './return-money-queries.server.ts'

export type GrantRefusal =
  | { reason: 'case_unmatched' }
  | { reason: 'reduction_missing' }
  | { reason: 'refund_too_large'; leftGrosze: Grosze }
  /** What was given for the goods gave the rest of their price back; the owner may leave that to the buyer. */
  | { reason: 'reduction_too_large'; leftGrosze: Grosze }

/**
 * Stores what an accepted complaint gives back, before its answer is stored: the pieces that no other case has taken,
 * or by how much their price is lowered, split by what they are worth. Nothing for a repair or a replacement.
 */
export async function grantMoney(
  trx: Transaction<Database>,
  found: StoredCase,
  loweredGrosze: Grosze,
): Promise<Result<null, GrantRefusal>> {
  if (found.kind !== 'complaint' || !isAboutMoney(found)) return ok(null)
  if (found.checkout_id === null || !isTrusted(found.match)) return fail({ reason: 'case_unmatched' })
  await lockCheckout(trx, found.checkout_id)
  const pieces = (await countPieces(trx, found.checkout_id, found)).pieces
    .filter(({ returned }) => returned > 0)
    .map((piece) => ({ ...piece, orderItemId: piece.order_item_id, worth: findWorth(piece) }))
  if (found.demand === 'withdrawal') {
    const taken = pieces.map(({ orderItemId, returned, ordered, withdrawn }) => ({
      orderItemId,
      quantity: Math.min(returned, ordered - withdrawn),
    }))
    await replaceItems(
      trx,
      found.id,
      taken.filter(({ quantity }) => quantity > 0),
    )
    return ok(null)
  }
  const read = await readCaseMoney(trx, found)
  // Money given back on the order's page since the complaint is part of the amount.
  const leftGrosze = read ? Math.min(read.amount.totalGrosze, read.owedGrosze + read.money.returnedBesideGrosze) : 0
  if (loweredGrosze > leftGrosze) {
    const deducted = listDeducted(read?.amount.advantages ?? [], found.advantages_waived)
    const isDeducted = deducted.some(({ grosze }) => grosze > 0)
    return fail({ reason: isDeducted ? 'reduction_too_large' : 'refund_too_large', leftGrosze })
  }
  if (loweredGrosze === 0) return leftGrosze > 0 ? fail({ reason: 'reduction_missing' }) : ok(null)
  const parts = splitGrosze(
    loweredGrosze,
    pieces.map(({ worth }) => worth),
  )
  await replaceItems(
    trx,
    found.id,
    pieces.map(({ orderItemId, returned }, index) => ({
      orderItemId,
      quantity: returned,
      loweredGrosze: parts[index] ?? 0,
    })),
  )
  return ok(null)
}
