import { createHash, randomUUID } from 'node:crypto'
import type { Services } from '#domain/services.ts'
import { storeLoginTicket } from './payment-store.server.ts'
import type { StartedPayment } from './start-payment.server.ts'

/** How long after the end of the payment session a buyer may return to the shop, ms. */
const WAY_BACK_MS = 5 * 60 * 1000

/** Name of the cookie that a ticket is bound to. */
export function nameTicketCookie({ shopUrl }: { shopUrl: string }): string {
  return shopUrl.startsWith('https:') ? '__Host-shop.ticket' : 'shop.ticket'
}

/** The stored hash of each half of a ticket: the payment session's id, and the secret of the cookie. */
export function hashTicket(half: string): string {
  return createHash('sha256').update(half).digest('hex')
}

/**
 * Lets the browser that goes to pay sign its buyer in if it returns without its session. Returns a Set-Cookie value.
 * Only for the signed-in buyer of the order, not for a payer who came by a mailed link. A browser that pays for several
 * orders has one cookie for all of them, so the received cookie (`sent`) is used again, but only if the shop signed it
 * for this buyer. Otherwise an attacker could plant a cookie with a known value, on http from a neighbouring host or port.
 */
export async function issueLoginTicket(
  { db, now, profile, linkTokens }: Pick<Services, 'db' | 'now' | 'profile' | 'linkTokens'>,
  { sessionId, orderId, expiresAt }: StartedPayment,
  { userId, sent }: { userId: string; sent: string | undefined },
): Promise<string> {
  const [signed = ''] = sent?.split('.') ?? []
  const isTheirs = sent !== undefined && linkTokens.read('payment-ticket', signed) === userId
  const secret = isTheirs ? sent : `${linkTokens.create('payment-ticket', userId)}.${randomUUID()}`
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
