import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KsefCertificateKind } from '#domain/papers/ksef/ksef-certificate.ts'
import { createKsefCertificates } from '#infra/ksef/certificates.ts'
import { createTestCertificate, type TestCertificate } from '#sandbox/ksef/test-certificates.ts'

const QR = 'https://qr-test.ksef.mf.gov.pl'
const NIP = '5260250995'
const certificates = createKsefCertificates({ secret: 'a secret of this shop'.repeat(3), qrUrl: QR, isTest: true })
const EXPECTED = { kind: 'authentication' as KsefCertificateKind, nip: NIP, now: new Date() }
const SIGNING_IN = createTestCertificate({ nip: NIP })
const OFFLINE = createTestCertificate({ nip: NIP, keyUsage: 0x40 })

const read = (pair: TestCertificate, changes: Partial<typeof EXPECTED> = {}, password = '') =>
  certificates.read({ ...pair, password }, { ...EXPECTED, ...changes })
const reasonOf = (...given: Parameters<typeof read>) => {
  const answer = read(...given)
  return answer.ok ? 'read' : answer.failure.reason
}
const encrypt = (keyPem: string) =>
  createPrivateKey(keyPem)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'hasło' })
    .toString()

describe('a certificate that the owner uploads', () => {
  test('is read with its key, serial and time', () => {
    for (const rsa of [false, true]) {
      const pair = createTestCertificate({ nip: NIP, rsa })
      expect(read(pair)).toMatchObject({
        ok: true,
        value: { serial: expect.stringMatching(/^[\dA-F]{16}$/), keyPem: pair.keyPem },
      })
    }
    expect(reasonOf(OFFLINE, { kind: 'offline' })).toBe('read')
  })

  test('may be in one file with its key, which may have a password', () => {
    const file = SIGNING_IN.certificatePem + encrypt(SIGNING_IN.keyPem)
    const pair = { certificatePem: file, keyPem: file }
    expect(read(pair, {}, 'hasło')).toMatchObject({ ok: true, value: { keyPem: SIGNING_IN.keyPem } })
    expect(reasonOf(pair)).toBe('key_needs_password')
    expect(reasonOf(pair, {}, 'inne')).toBe('key_password_wrong')
  })

  test('is refused with the reason', () => {
    expect(reasonOf({ ...SIGNING_IN, certificatePem: 'nic' })).toBe('certificate_unreadable')
    expect(reasonOf({ ...SIGNING_IN, keyPem: SIGNING_IN.certificatePem })).toBe('key_unreadable')
    expect(reasonOf({ ...SIGNING_IN, keyPem: SIGNING_IN.keyPem.replace(/\n\w{8}/, '\nAAAAAAAA') })).toBe(
      'key_unreadable',
    )
    expect(reasonOf({ ...SIGNING_IN, keyPem: OFFLINE.keyPem })).toBe('key_of_another_certificate')
    expect(reasonOf(SIGNING_IN, { nip: '5213017228' })).toBe('certificate_of_another_nip')
    expect(reasonOf(SIGNING_IN, { now: new Date('2020-01-01') })).toBe('certificate_not_yet_valid')
    expect(reasonOf(SIGNING_IN, { now: new Date('2040-01-01') })).toBe('certificate_expired')
  })

  test('that signed itself is refused without a NIP, and by the real KSeF in any case', () => {
    expect(reasonOf(createTestCertificate({ nip: null }))).toBe('certificate_not_of_ksef')
    const real = createKsefCertificates({ secret: 'x', qrUrl: QR, isTest: false })
    expect(real.read({ ...SIGNING_IN, password: '' }, EXPECTED)).toMatchObject({
      ok: false,
      failure: { reason: 'certificate_not_of_ksef' },
    })
  })

  test('is of one kind: for signing in, or for invoices issued offline', () => {
    expect(reasonOf(SIGNING_IN, { kind: 'offline' })).toBe('certificate_of_another_kind')
    expect(reasonOf(OFFLINE)).toBe('certificate_of_another_kind')
    const both = createTestCertificate({ nip: NIP, keyUsage: 0xc0 })
    expect(reasonOf(both)).toBe('certificate_of_another_kind')
    expect(reasonOf(both, { kind: 'offline' })).toBe('certificate_of_another_kind')
  })
})

describe('a sealed key', () => {
  test('is opened by the same secret alone', () => {
    const sealed = certificates.sealKey(SIGNING_IN.keyPem)
    expect(sealed).not.toContain('PRIVATE KEY')
    expect(certificates.sealKey(SIGNING_IN.keyPem)).not.toBe(sealed)
    expect(certificates.openKey(sealed)).toBe(SIGNING_IN.keyPem)
    expect(createKsefCertificates({ secret: 'another', qrUrl: QR, isTest: true }).openKey(sealed)).toBeNull()
  })

  test('that was changed at any position, or any other text, is not opened', () => {
    const sealed = certificates.sealKey('key')
    fc.assert(
      fc.property(fc.nat({ max: sealed.length - 2 }), fc.string(), (at, other) => {
        const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
        expect(certificates.openKey(changed)).toBeNull()
        expect(certificates.openKey(other)).toBeNull()
      }),
    )
  })
})

describe('KOD II', () => {
  const hash = 'UtQp9Gpc51y+u3xApZjIjgkpZ01js+J8KflSPW8WzIE='
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })

  test.each([
    ['EC', OFFLINE.keyPem],
    ['RSA', String(rsa)],
  ])('is the signed address without its scheme, by a key of %s', (_, keyPem) => {
    const link = certificates.linkProof({ keyPem, serial: '01F20A5D352AE590' }, { sellerNip: NIP, hash })
    const [, signed = '', signature = ''] = /^https:\/\/(.+)\/([\w-]+)$/.exec(link) ?? []
    expect(signed).toBe(
      `qr-test.ksef.mf.gov.pl/certificate/Nip/${NIP}/${NIP}/01F20A5D352AE590/UtQp9Gpc51y-u3xApZjIjgkpZ01js-J8KflSPW8WzIE`,
    )
    const key = createPublicKey(keyPem)
    const how = key.asymmetricKeyType === 'ec' ? { dsaEncoding: 'ieee-p1363' as const } : { padding: 6, saltLength: 32 }
    expect(verify('sha256', Buffer.from(signed), { key, ...how }, Buffer.from(signature, 'base64url'))).toBe(true)
  })
})
