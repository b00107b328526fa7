import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { LinkTokens, SignedPurpose } from '#domain/kernel/link-tokens.ts'

const ID_BYTES = 16
/** Id and signature of 32 bytes, in base64url without padding. */
const TOKEN = /^[\w-]{64}$/

/** Signs tokens with a separate key, derived from the shop's secret. */
export function createLinkTokens(secret: string): LinkTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mailed links', 32))
  const sign = (purpose: SignedPurpose, id: Buffer) =>
    createHmac('sha256', key).update(`${purpose}:`).update(id).digest()
  return {
    create(purpose, rowId) {
      const id = Buffer.from(rowId.replaceAll('-', ''), 'hex')
      if (id.length !== ID_BYTES) throw new Error('the id of a mailed link is no UUID')
      return Buffer.concat([id, sign(purpose, id)]).toString('base64url')
    },
    read(purpose, token) {
      if (!TOKEN.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, ID_BYTES)
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), sign(purpose, id))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
