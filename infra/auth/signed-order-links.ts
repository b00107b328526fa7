import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { OrderLinks } from '#domain/orders/order-links/order-links.ts'

/** Bytes of the checkout's id and of its code; together they make a token of 43 characters. */
const ID_SIZE = 16
const CODE_SIZE = 16
const TOKEN = /^[\w-]{43}$/

/**
 * Signs checkout ids with a separate key, derived from AUTH_SECRET: nothing is stored, every process reads every link,
 * and a new AUTH_SECRET ends them all.
 */
export function createOrderLinks({ secret, shopUrl }: { secret: string; shopUrl: string }): OrderLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'order link', 32))
  const codeOf = (id: Buffer) => createHmac('sha256', key).update(id).digest().subarray(0, CODE_SIZE)

  return {
    create(checkoutId) {
      const id = Buffer.from(checkoutId.replaceAll('-', ''), 'hex')
      if (id.length !== ID_SIZE) throw new RangeError('a checkout id is a UUID')
      return `${shopUrl}/zamowienie#${Buffer.concat([id, codeOf(id)]).toString('base64url')}`
    },

    read(token) {
      if (!TOKEN.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, ID_SIZE)
      if (!timingSafeEqual(bytes.subarray(ID_SIZE), codeOf(id))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}
