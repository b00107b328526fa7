import ipaddr from 'ipaddr.js'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'

type Source = Record<string, string | undefined>

/** How the seller of the demo, who cannot exist, is told from a real one. Not set, the demo's is used. */
const INVENTED = {
  SELLER_NAME: /Demonstracyjna/,
  SELLER_ADDRESS: /Przykładowa|00-000/,
  SELLER_NIP: /^[0\D]*$/,
  SELLER_REGON: /^[0\D]*$/,
  SELLER_PHONE: /^\D*(48)?[0\D]*$/,
  RETURN_ADDRESS: /Przykładowa|00-000/,
} as const

const ADDRESSES = ['ADMIN_EMAIL', 'MAIL_FROM', 'SELLER_EMAIL'] as const

/** Names that are reserved for tests and examples (RFC 2606, RFC 6761): mail to them reaches nobody. */
const RESERVED = /@(.*\.)?(test|example|invalid|localhost|example\.(com|net|org))\s*$/i

/** Whether a seller is told apart from the one of the demo nowhere or not everywhere. */
export function isInventedSeller(profile: ShopProfile): boolean {
  const { sellerName, sellerAddress, sellerNip, sellerRegon, sellerPhone, returnAddress } = profile
  const given: Record<keyof typeof INVENTED, string> = {
    SELLER_NAME: sellerName,
    SELLER_ADDRESS: sellerAddress,
    SELLER_NIP: sellerNip,
    SELLER_REGON: sellerRegon,
    SELLER_PHONE: sellerPhone,
    RETURN_ADDRESS: returnAddress,
  }
  return Object.entries(INVENTED).some(([name, invented]) => invented.test(given[name as keyof typeof INVENTED]))
}

/** Whether mail to an address reaches nobody. */
export function isReservedAddress(address: string): boolean {
  return RESERVED.test(address)
}

/**
 * Why a shop with these settings must not serve on https, one sentence each, beginning with the name of the variable.
 * A shop on http is a demo or stands on the machine of its developer: everything may be left at its default there.
 * @param given the variables as they were given; absent is not set
 * @param process.root whether the process runs as the machine's superuser
 */
export function listUnsafeSettings(given: Source, process: { root: boolean }): string[] {
  if (!/^\s*https:/i.test(given.SHOP_URL ?? '')) return []
  return [
    ...(given.SMTP_URL ? [] : ['SMTP_URL must be set on https: without it every mail ends in the sandbox.']),
    ...(given.INPOST_API_URL ? [] : ['INPOST_API_URL must be set on https: the lockers of the sandbox do not exist.']),
    ...(given.STRIPE_SECRET_KEY_TEST || given.STRIPE_SECRET_KEY_LIVE
      ? []
      : [
          'STRIPE_SECRET_KEY_LIVE must be set on https, or that of test mode: the money of the sandbox does not exist.',
        ]),
    ...(given.STRIPE_API_URL ? ['STRIPE_API_URL must not be set on https: payments are made at Stripe itself.'] : []),
    ...(/^\s*http:/i.test(given.SHIPX_URL ?? '')
      ? ['SHIPX_URL must be an https address on https: names and addresses of customers travel to it.']
      : []),
    ...ENCRYPTED.filter((name) => /^\s*http:/i.test(given[name] ?? '')).map(
      (name) => `${name} must be an https address on https: keys and addresses of customers travel to it.`,
    ),
    ...(isRemote(given.SMTP_URL) &&
    /^\s*smtp:/i.test(given.SMTP_URL ?? '') &&
    !/[?&]requireTLS=true/i.test(given.SMTP_URL ?? '')
      ? ['SMTP_URL must begin with smtps: on https, unless the mail server is on this machine.']
      : []),
    ...(isRemote(given.DATABASE_URL) &&
    !/[?&]sslmode=(?:require|verify-ca|verify-full)\b/i.test(given.DATABASE_URL ?? '')
      ? ['DATABASE_URL must say sslmode=verify-full or require on https, unless the database is on this machine.']
      : []),
    ...(given.DEMO === 'yes' ? ['DEMO must not be yes on https: a real shop sells no invented perfumes.'] : []),
    ...((given.LIMIT_FACTOR ?? '1') === '1'
      ? []
      : ['LIMIT_FACTOR must be 1 on https: limits are what stops guessing.']),
    ...((given.PASSWORD_COST ?? 'full') === 'full'
      ? []
      : ['PASSWORD_COST must be full on https: what a stolen hash costs to guess is what protects passwords.']),
    ...((given.TRUSTED_PROXY ?? '').split(/[\s,]+/).some(isMostOfInternet)
      ? ['TRUSTED_PROXY must not be most of the internet: whoever is in it names the address that is counted.']
      : []),
    ...(given.TRUSTED_PROXY
      ? []
      : ['TRUSTED_PROXY must name your proxy on https, or say none: it decides whose address is counted.']),
    ...Object.entries(INVENTED)
      .filter(([name, invented]) => given[name] === undefined || invented.test(given[name]))
      .map(([name]) => `${name} must be that of a real seller on https.`),
    ...ADDRESSES.filter((name) => RESERVED.test(given[name] ?? '@test')).map(
      (name) => `${name} must be a real e-mail address on https, not one of a domain for tests and examples.`,
    ),
    ...(isStrongSecret(given.AUTH_SECRET)
      ? []
      : ['AUTH_SECRET must be random on https: make one with "openssl rand -base64 32".']),
    ...(process.root && given.ALLOW_ROOT !== 'yes'
      ? ['ALLOW_ROOT must be yes to run as root on https; better run the shop as an ordinary user.']
      : []),
  ]
}

/** Addresses of services that must be asked through TLS. */
const ENCRYPTED = ['INPOST_API_URL', 'S3_ENDPOINT'] as const

/** IPv4 as it stands in IPv6, a /96. */
const MAPPED = ipaddr.IPv6.parse('::ffff:0:0')

/** Whether a network is larger than anybody's proxies: of IPv4, also mapped into IPv6, more than a /8, of IPv6 more than a /32. */
function isMostOfInternet(network: string): boolean {
  if (!ipaddr.isValidCIDR(network)) return false
  const [address, bits] = ipaddr.parseCIDR(network)
  if (address instanceof ipaddr.IPv4) return bits < 8
  return bits < 32 || (bits < 96 + 8 && MAPPED.match(address, Math.min(bits, 96)))
}

/** Whether an address is on another machine. */
function isRemote(address: string | undefined): boolean {
  const host = URL.parse(address ?? '')?.hostname
  return host !== undefined && host !== '' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
}

export const LEAST_SECRET_LENGTH = 32

/** Words of secrets that were copied from somewhere; a random secret hardly ever contains one. */
const COPIED = /secret|password|hasło|change|example|openssl|default|admin|perfumeria|qwerty/i
/** 32 random hexadecimal digits have some 115 by the count below. */
const LEAST_BITS = 90

/**
 * Whether a secret looks random: long enough for its alphabet, without repetition, runs of neighbours or known words. One
 * that is not set is made by the shop; one that is too short is refused on http too.
 */
function isStrongSecret(secret: string | undefined): boolean {
  if (secret === undefined || secret.length < LEAST_SECRET_LENGTH) return true
  return (
    !COPIED.test(secret) && !isWords(secret) && !isRepeated(secret) && countBits(secret) >= LEAST_BITS && !isRun(secret)
  )
}

/** A capital that begins no word, or a word that begins small right after a digit. */
const IRREGULAR = /\p{Lu}(?!\p{Ll})|(?<=\d)\p{Ll}/gu

/**
 * Words, whatever is between them: capitals stand where words begin, vowels are frequent and q, v and x are not. Of 32 random
 * bytes in base64, which have some 13 irregular capitals and 4 of the rare letters, about one in a million is taken for words.
 */
function isWords(secret: string): boolean {
  if (/^[\da-f-]+$/i.test(secret)) return false
  const letters = secret.match(/\p{L}/gu)?.length ?? 0
  const vowels = secret.match(/[aeiouyąęó]/gi)?.length ?? 0
  const rare = secret.match(/[qvx]/gi)?.length ?? 0
  const isOfOneCase = secret === secret.toLowerCase() || secret === secret.toUpperCase()
  const irregular = isOfOneCase ? 0 : (secret.match(IRREGULAR)?.length ?? 0)
  // Words of one letter; what is random has hardly ever no digit.
  const most = /\d/.test(secret) ? 1 : 3
  return letters > secret.length / 2 && vowels >= letters / 4 && rare <= 1 && irregular <= most
}

/** The same piece at least twice, and nothing else. */
function isRepeated(text: string): boolean {
  const lengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1)
  return lengths.some((length) => text.startsWith(text.slice(length)))
}

/** Entropy by the frequency of characters (Shannon), bits. */
function countBits(text: string): number {
  const counts = Map.groupBy(text, (character) => character).values()
  return [...counts].reduce((bits, { length }) => bits - length * Math.log2(length / text.length), 0)
}

/** abcdefgh, 87654321: more than half of the characters follow their neighbour. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.filter((code, index) => index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) === 1)
  return steps.length > codes.length / 2
}
