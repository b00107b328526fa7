import { expect, test } from 'vitest'
import { LINK_PURPOSES } from '#domain/kernel/link-tokens.ts'
import { createLinkTokens } from '#infra/auth/signed-links.ts'

const tokens = createLinkTokens('a secret of the tests, long enough to sign links 0123456789')
const others = createLinkTokens('another secret of the tests, long enough to sign links 01234')

test('a token with the secret identifies its row, only for its purpose', () => {
  for (const purpose of LINK_PURPOSES) {
    const id = crypto.randomUUID()
    const token = tokens.create(purpose, id)
    expect(token).toMatch(/^[\w-]{64}$/)
    expect(tokens.read(purpose, token)).toBe(id)
    expect(tokens.create(purpose, id)).toBe(token)
    for (const other of LINK_PURPOSES.filter((each) => each !== purpose)) expect(tokens.read(other, token)).toBeNull()
    expect(others.read(purpose, token)).toBeNull()
  }
})

test('a changed, cut or invented token identifies no row', () => {
  const token = tokens.create('password-reset', crypto.randomUUID())
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(tokens.read('password-reset', changed)).toBeNull()
  }
  for (const made of ['', 'x', token.slice(1), `${token}A`, 'A'.repeat(64), `${token}=`, `${token.slice(0, 63)}ą`]) {
    expect(tokens.read('password-reset', made)).toBeNull()
  }
  expect(() => tokens.create('login-link', '1')).toThrow('UUID')
})
