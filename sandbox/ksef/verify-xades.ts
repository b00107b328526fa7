import { verify, X509Certificate } from 'node:crypto'
import { XmlC14NMode, XmlDocument, XmlLibError, type XmlNode } from 'libxml2-wasm'
import { hashOf } from './ksef-answers.ts'

const NAMES = {
  t: 'http://ksef.mf.gov.pl/auth/token/2.1',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  x: 'http://uri.etsi.org/01903/v1.3.2#',
}

type Verified = { certificate: X509Certificate; challenge: string; nip: string }

const canonical = (node: XmlNode) => node.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 })

/** Checks a request to sign in by its own canonicalization. Refused with the code and the words of KSeF. */
export function verifyXades(xml: string): Verified | { code: number; text: string } {
  let document: XmlDocument | undefined
  try {
    document = XmlDocument.fromString(xml)
    return verifyDocument(document)
  } catch (error) {
    if (error instanceof XmlLibError) return { code: 9101, text: 'Nieprawidłowy dokument.' }
    throw error
  } finally {
    document?.dispose()
  }
}

function verifyDocument(document: XmlDocument): Verified | { code: number; text: string } {
  const read = (path: string) => document.get(path, NAMES)?.content.trim() ?? ''
  const signatures = document.find('//ds:Signature', NAMES)
  if (signatures.length === 0) return { code: 9102, text: 'Brak podpisu.' }
  if (signatures.length > 1) return { code: 9103, text: 'Przekroczona liczba dozwolonych podpisów.' }
  const wrong = { code: 9105, text: 'Nieprawidłowa treść podpisu.' }
  const der = Buffer.from(read('//ds:X509Certificate'), 'base64')
  const certificate = new X509Certificate(der)
  const info = document.get('//ds:SignedInfo', NAMES)
  const properties = document.get('//x:SignedProperties[@Id="SignedProperties"]', NAMES)
  if (!info || !properties) return wrong
  const isSigned = verify(
    'sha256',
    Buffer.from(canonical(info)),
    { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(read('//ds:SignatureValue'), 'base64'),
  )
  const isOfCertificate = read('//x:CertDigest/ds:DigestValue') === hashOf(der)
  const isPropertiesWhole =
    read('//ds:Reference[@URI="#SignedProperties"]/ds:DigestValue') === hashOf(canonical(properties))
  const stated = read('//ds:Reference[@URI=""]/ds:DigestValue')
  const [challenge, nip] = [read('/t:AuthTokenRequest/t:Challenge'), read('//t:ContextIdentifier/t:Nip')]
  // The transform 'enveloped-signature': the document without its signature.
  signatures[0]?.remove()
  const isWhole = stated === hashOf(canonical(document.root))
  return isSigned && isOfCertificate && isPropertiesWhole && isWhole ? { certificate, challenge, nip } : wrong
}
