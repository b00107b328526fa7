import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import type { KsefAccess } from '#domain/papers/ksef/ksef.ts'

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const ECDSA = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'
const RSA = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/** KSeF refuses a signature that seems to come from the future; clocks differ. */
const CLOCK_MARGIN_MS = 60_000

const digest = (data: string | Buffer) => createHash('sha256').update(data).digest('base64')

/** As the canonical form writes a text, which is hashed to the byte: the shop's escapeXmlText would leave signs out. */
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')

/**
 * The request to sign in: the answer to a challenge, signed as XAdES-BASELINE-B, enveloped. Every part that is hashed
 * is written in its exclusive canonical form already, so no XML library is needed: no empty-element tags, and namespaces
 * declared where that form declares them.
 */
export function signChallenge(challenge: string, access: KsefAccess, now: Date): string {
  const certificate = new X509Certificate(access.certificatePem)
  const key = createPrivateKey(access.keyPem)
  const root = (signature: string) =>
    `<AuthTokenRequest xmlns="http://ksef.mf.gov.pl/auth/token/2.1"><Challenge>${escapeText(challenge)}</Challenge><ContextIdentifier><Nip>${escapeText(access.nip)}</Nip></ContextIdentifier><SubjectIdentifierType>certificateSubject</SubjectIdentifierType>${signature}</AuthTokenRequest>`
  const properties = describeSignature(certificate, new Date(now.getTime() - CLOCK_MARGIN_MS))
  const isEc = key.asymmetricKeyType === 'ec'
  const info = [
    `<ds:SignedInfo xmlns:ds="${DS}">${empty('CanonicalizationMethod', C14N)}${empty('SignatureMethod', isEc ? ECDSA : RSA)}`,
    `<ds:Reference URI=""><ds:Transforms>${empty('Transform', `${DS}enveloped-signature`)}${empty('Transform', C14N)}</ds:Transforms>${describeDigest(root(''))}</ds:Reference>`,
    `<ds:Reference Type="http://uri.etsi.org/01903#SignedProperties" URI="#SignedProperties"><ds:Transforms>${empty('Transform', C14N)}</ds:Transforms>${describeDigest(properties)}</ds:Reference>`,
    '</ds:SignedInfo>',
  ].join('')
  const value = sign('sha256', Buffer.from(info), { key, dsaEncoding: 'ieee-p1363' }).toString('base64')
  const keyInfo = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.raw.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
  return root(
    `<ds:Signature xmlns:ds="${DS}" Id="Signature">${info}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="#Signature">${properties}</xades:QualifyingProperties></ds:Object></ds:Signature>`,
  )
}

const empty = (name: string, algorithm: string) => `<ds:${name} Algorithm="${algorithm}"></ds:${name}>`

const describeDigest = (data: string) =>
  `${empty('DigestMethod', SHA256)}<ds:DigestValue>${digest(data)}</ds:DigestValue>`

/** When it was signed, and with which certificate. */
function describeSignature(certificate: X509Certificate, signedAt: Date): string {
  const ds = (name: string, text: string) => `<ds:${name} xmlns:ds="${DS}">${text}</ds:${name}>`
  // RFC 4514 begins with the most specific part. Node escapes the values, and ends each part with a line.
  const issuer = certificate.issuer.split('\n').toReversed().join(',')
  const serial = BigInt(`0x${certificate.serialNumber}`).toString()
  return [
    `<xades:SignedProperties xmlns:xades="${XADES}" Id="SignedProperties"><xades:SignedSignatureProperties>`,
    `<xades:SigningTime>${signedAt.toISOString().slice(0, 19)}Z</xades:SigningTime>`,
    `<xades:SigningCertificate><xades:Cert><xades:CertDigest><ds:DigestMethod xmlns:ds="${DS}" Algorithm="${SHA256}"></ds:DigestMethod>`,
    ds('DigestValue', digest(certificate.raw)),
    `</xades:CertDigest><xades:IssuerSerial>${ds('X509IssuerName', escapeText(issuer))}${ds('X509SerialNumber', serial)}`,
    '</xades:IssuerSerial></xades:Cert></xades:SigningCertificate></xades:SignedSignatureProperties></xades:SignedProperties>',
  ].join('')
}
