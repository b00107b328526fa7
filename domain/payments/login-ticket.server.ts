import { createHash, randomUUID } from 'node:crypto'
import type { Services } from '#domain/services.ts'
import { storeLoginTicket } from './payment-store.server.ts'
import type { StartedPayment } from './start-payment.server.ts'

/** After the session has ended a payment may take a little to come back to the shop, ms. */
const WAY_BACK_MS = 5 * 60 * 1000

/** The cookie that a ticket is bound to. */
export function nameTicketCookie({ shopUrl }: { shopUrl: string }): string {
  return shopUrl.startsWith('https:') ? '__Host-shop.ticket' : 'shop.ticket'
}

/** What the database holds of the two halves of a ticket: the payment session's id, and the secret of the cookie. */
export function hashTicket(half: string): string {
  return createHash('sha256').update(half).digest('hex')
}

/**
 * Lets the browser that goes to pay sign its buyer in when it comes back without its session: answers the value of a
 * Set-Cookie. Only for the signed-in buyer of the order: whoever came by a link of a mail gets none. A browser that pays for
 * several orders has one cookie for all of them, so `sent`, what it sent, is used again: only where the shop signed it, so that
 * nobody leaves a cookie in another's browser whose value they know.
 */
export async function issueLoginTicket(
  { db, now, profile, linkTokens }: Pick<Services, 'db' | 'now' | 'profile' | 'linkTokens'>,
  { sessionId, orderId, expiresAt }: StartedPayment,
  sent: string | undefined,
): Promise<string> {
  const isOurs = sent !== undefined && linkTokens.read('payment-ticket', sent) !== null
  const secret = isOurs ? sent : linkTokens.create('payment-ticket', randomUUID())
  const end = new Date(expiresAt.getTime() + WAY_BACK_MS)
  await storeLoginTicket(db, {
    token_hash: hashTicket(sessionId),
    cookie_hash: hashTicket(secret),
    order_id: orderId,
    expires_at: end,
  })
  const seconds = Math.floor((end.getTime() - now().getTime()) / 1000)
  const name = nameTicketCookie(profile)
  return `${name}=${secret}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${name.startsWith('__Host-') ? '; Secure' : ''}`
}
