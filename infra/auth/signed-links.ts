import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { LinkTokens } from '#domain/kernel/link-tokens.ts'
import type { OrderLinks } from '#domain/orders/order-links/linked-checkout.ts'

const ID_BYTES = 16

/**
 * Tokens of an id and its code, in base64url without padding. They are signed with a key for this use alone, derived
 * from AUTH_SECRET: nothing is stored, every process reads every token, and a new AUTH_SECRET ends them all.
 */
function signIds(secret: string, use: string, codeBytes: number) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  const token = new RegExp(`^[\\w-]{${Math.ceil(((ID_BYTES + codeBytes) * 4) / 3)}}$`)
  const codeOf = (prefix: string, id: Buffer) =>
    createHmac('sha256', key).update(prefix).update(id).digest().subarray(0, codeBytes)
  return {
    sign(prefix: string, uuid: string): string {
      const id = Buffer.from(uuid.replaceAll('-', ''), 'hex')
      if (id.length !== ID_BYTES) throw new RangeError('what a link is signed for is no UUID')
      return Buffer.concat([id, codeOf(prefix, id)]).toString('base64url')
    },
    read(prefix: string, text: string): string | null {
      if (!token.test(text)) return null
      const bytes = Buffer.from(text, 'base64url')
      const id = bytes.subarray(0, ID_BYTES)
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), codeOf(prefix, id))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}

/** Tokens of mailed links: 64 characters. */
export function createLinkTokens(secret: string): LinkTokens {
  const { sign, read } = signIds(secret, 'mailed links', 32)
  return {
    create: (purpose, rowId) => sign(`${purpose}:`, rowId),
    read: (purpose, token) => read(`${purpose}:`, token),
  }
}

/** Links to the page of a checkout, with a token of 43 characters. */
export function createOrderLinks({ secret, shopUrl }: { secret: string; shopUrl: string }): OrderLinks {
  const { sign, read } = signIds(secret, 'order link', 16)
  return {
    create: (checkoutId) => `${shopUrl}/zamowienie#${sign('', checkoutId)}`,
    read: (token) => read('', token),
  }
}
