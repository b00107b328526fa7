import { expect, test } from 'vitest'
import { createDecrypter, createEncrypter } from '#infra/backup/backup-key.ts'

test('a key is derived from a passphrase at OWASP’s recommended cost, and only it decrypts its backup', async () => {
  const encrypter = await createEncrypter({ passphrase: 'pięć słów których nikt nie zgadnie' })
  const closed = await encrypter.encrypt('kopia')
  const [, recipient = ''] = Buffer.from(closed).toString('latin1').split('\n')
  const [, cost = ''] = /^-> scrypt \S+ (\d+)$/.exec(recipient) ?? []
  expect(Number(cost)).toBeGreaterThanOrEqual(17)
  const open = (passphrase: string) => createDecrypter({ passphrase }).decrypt(closed, 'text')
  expect(await open('pięć słów których nikt nie zgadnie')).toBe('kopia')
  await expect(open('pięć słów które ktoś zgadł')).rejects.toThrow()
})
