import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const YEAR_MS = 365 * 24 * 60 * 60_000

/** An element of DER: tag, length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const bits = (bytes: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), bytes)
const text = (value: string) => der(0x0c, Buffer.from(value))
const moment = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
const name = (parts: readonly (readonly [string, string])[]) =>
  sequence(...parts.map(([type, value]) => der(0x31, sequence(oid(type), text(value)))))

/** '2.5.4.97': the first two numbers share a byte, the others are written in base 128. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const inBase128 = (number: number): number[] => {
    const digits = [number & 0x7f]
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
    return digits
  }
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inBase128)]))
}

export type TestCertificate = { certificatePem: string; keyPem: string }

/**
 * A certificate that signs itself, as the ministry's test environment accepts it, with a new key: a seal of a company.
 * `keyUsage`: 0x80 digitalSignature, 0x40 nonRepudiation, 0xc0 both.
 */
export function createTestCertificate(options: {
  /** null: it names nobody. */
  nip: string | null
  keyUsage?: number
  rsa?: boolean
  from?: Date
  until?: Date
}): TestCertificate {
  const { nip, keyUsage = 0x80, rsa = false, from = new Date(Date.now() - 60 * 60_000) } = options
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = rsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = rsa ? sequence(oid('1.2.840.113549.1.1.11'), der(0x05)) : sequence(oid('1.2.840.10045.4.3.2'))
  const seller = name([
    ['2.5.4.6', 'PL'],
    ['2.5.4.10', 'Perfumeria (piaskownica)'],
    ...(nip === null ? [] : [['2.5.4.97', `VATPL-${nip}`] as const]),
    ['2.5.4.3', 'Perfumeria, certyfikat testowy'],
  ])
  // The highest bit of the serial makes a number negative, so it is not set.
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(7)])
  const extension = sequence(
    oid('2.5.29.15'),
    der(0x01, Buffer.from([0xff])),
    der(0x04, bits(Buffer.from([keyUsage]), 6)),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    seller,
    sequence(moment(from), moment(options.until ?? new Date(from.getTime() + 2 * YEAR_MS))),
    seller,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const certificate = sequence(content, algorithm, bits(sign('sha256', content, privateKey)))
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    certificatePem: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
