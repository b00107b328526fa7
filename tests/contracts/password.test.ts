import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#infra/auth/password.ts'

test('a password matches its hash, another one does not, and no two hashes are equal', async () => {
  const [first, second] = await Promise.all([
    hashPassword('zażółć gęślą', 'full'),
    hashPassword('zażółć gęślą', 'full'),
  ])
  expect(first).not.toBe(second)
  expect(await verifyPassword(first, 'zażółć gęślą')).toBe(true)
  expect(await verifyPassword(first, 'zażółć gęśla')).toBe(false)
  expect(await verifyPassword(first, 'zażółć gęślą'.normalize('NFD'))).toBe(true)
})

test('a hash made with other parameters is checked with those', async () => {
  const salt = Buffer.from('somesalt12345678')
  const parameters = { message: 'password', nonce: salt, memory: 65536, passes: 1, parallelism: 1, tagLength: 32 }
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const hash = `$argon2id$v=19$m=65536,t=1,p=1$${bare(salt)}$${bare(argon2Sync('argon2id', parameters))}`
  expect(await verifyPassword(hash, 'password')).toBe(true)
})

test('an invalid stored hash is an error, never a match', async () => {
  await expect(verifyPassword('sekret1', 'sekret1')).rejects.toThrow()
})
