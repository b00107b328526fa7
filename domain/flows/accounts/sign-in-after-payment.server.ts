import { isStaff } from '#domain/accounts/account.ts'
import type { Caller, SignIn } from '#domain/accounts/account-gateway.ts'
import { consumeTicket, findPaidOrder, isPaidByGuest } from '#domain/accounts/proof-store.server.ts'
import { mailLink } from '#domain/accounts/request-link.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { hashTicket } from '#domain/payments/login-ticket.server.ts'
import type { Services } from '#domain/services.ts'

/**
 * Signs in a buyer who returns from paying, once. Requires the ticket of the payment session and the cookie that this
 * browser received before it left. Without them nobody is signed in; if the order is paid, a login link is mailed to
 * the account, once per order. A ticket does not open an account with a second factor. A buyer without an account is
 * refused. A person who packs is not signed in: the panel opens by a password.
 */
export async function signInAfterPayment(
  services: Pick<Services, 'db' | 'now' | 'accounts'>,
  { sessionId, ticketCookie }: { sessionId: string; ticketCookie: string | null },
  caller: Caller,
): Promise<Result<{ signIn: SignIn | null }, Busy | { reason: 'order_without_account' }>> {
  if (await isPaidByGuest(services.db, sessionId)) return fail({ reason: 'order_without_account' })
  const moment = services.now()
  const used = await transact<string | null, never>(services.db, async (trx) => {
    const userId =
      ticketCookie === null
        ? null
        : await consumeTicket(trx, { tokenHash: hashTicket(sessionId), cookieHash: hashTicket(ticketCookie), moment })
    const order = userId === null ? await findPaidOrder(trx, sessionId) : undefined
    if (order && !isStaff(order)) {
      const { id: orderId, user_id, email } = order
      await mailLink(services, trx, { purpose: 'login-link', userId: user_id, email, orderId })
    }
    return ok(userId)
  })
  if (!used.ok) return used
  if (used.value === null) return ok({ signIn: null })
  const opened = await services.accounts.openSession(used.value, caller)
  return ok({ signIn: opened.ok ? opened.value : null })
}
