import ipaddr from 'ipaddr.js'
import { isReservedAddress } from '#domain/kernel/mail.ts'
import { listInventedSeller, nameVariable, type ProfileValues, SELLER_KEYS } from '#domain/settings/profile-fields.ts'

type Source = Record<string, string | undefined>

/** Variables with addresses of the shop itself. The seller's may be set in the panel instead. */
const ADDRESSES = ['ADMIN_EMAIL', 'MAIL_FROM'] as const

/**
 * Why a shop with this seller must not serve on https, one sentence each that begins with the variable's name.
 * @param values of the environment and the panel together, or of the environment alone
 */
export function refuseInventedSeller(values: Partial<ProfileValues>): string[] {
  return listInventedSeller(values).map(
    (key) => `${nameVariable(key)} pod adresem https musi należeć do prawdziwego sprzedawcy.`,
  )
}

/**
 * Why a shop with these settings must not serve on https, one sentence each that begins with the variable's name. A
 * shop on http is a demo or runs on its developer's machine, so there every default is allowed.
 * @param given the variables that are set
 * @param process.root whether the process runs as the superuser
 */
export function listUnsafeSettings(given: Source, process: { root: boolean }): string[] {
  if (!/^\s*https:/i.test(given.SHOP_URL ?? '')) return []
  const { SMTP_URL = '', TRUSTED_PROXY = '', LIMIT_FACTOR = '1', PASSWORD_COST = 'full' } = given
  const isPlainSmtp = /^\s*smtp:/i.test(SMTP_URL) && !/[?&]requireTLS=true(&|\s*$)/i.test(SMTP_URL)
  const isPlainSql = (name: string) => !/[?&]sslmode=(?:require|verify-ca|verify-full)\b/i.test(given[name] ?? '')
  const hasStripeKey = given.STRIPE_SECRET_KEY_TEST || given.STRIPE_SECRET_KEY_LIVE
  const isHttp = (name: string) => /^\s*http:/i.test(given[name] ?? '')
  const rules: [isUnsafe: unknown, sentence: string][] = [
    [
      !SMTP_URL,
      'SMTP_URL musi być ustawione na https: bez niego każdy list trafia do piaskownicy, a nie do kupującego.',
    ],
    [!given.INPOST_API_URL, 'INPOST_API_URL musi być ustawione na https: paczkomaty piaskownicy nie istnieją.'],
    [
      !hasStripeKey,
      'STRIPE_SECRET_KEY_LIVE albo klucz testowy musi być ustawiony na https: piaskownica nie przyjmuje pieniędzy.',
    ],
    [given.STRIPE_API_URL, 'STRIPE_API_URL musi być na https puste: płatności przyjmuje sam Stripe.'],
    [isHttp('SHIPX_URL'), 'SHIPX_URL musi zaczynać się od https: trafiają tam nazwiska i adresy kupujących.'],
    ...ENCRYPTED.map((name): [boolean, string] => [
      isHttp(name),
      `${name} musi zaczynać się od https: trafiają tam klucze i adresy kupujących.`,
    ]),
    [
      isRemote(SMTP_URL) && isPlainSmtp,
      'SMTP_URL musi na https zaczynać się od smtps:, chyba że serwer poczty działa na tej samej maszynie.',
    ],
    ...DATABASES.map((name): [boolean, string] => [
      isRemote(given[name]) && isPlainSql(name),
      `${name} musi mieć na https sslmode=verify-full albo require, chyba że baza jest na tej samej maszynie.`,
    ]),
    [given.DEMO === 'yes', 'DEMO musi mieć na https wartość no: prawdziwy sklep nie sprzedaje zmyślonych perfum.'],
    [LIMIT_FACTOR !== '1', 'LIMIT_FACTOR musi mieć na https wartość 1: limity chronią przed zgadywaniem haseł.'],
    [
      PASSWORD_COST !== 'full',
      'PASSWORD_COST musi mieć na https wartość full: inaczej hasła z wykradzionej bazy łatwo odgadnąć.',
    ],
    [
      TRUSTED_PROXY.split(/[\s,]+/).some(isMostOfInternet),
      'TRUSTED_PROXY musi wskazywać tylko Twoje proxy: w tak dużej sieci każdy mógłby ominąć limity cudzym adresem.',
    ],
    [!TRUSTED_PROXY, 'TRUSTED_PROXY musi podać na https Twoje proxy albo none, gdy go nie ma: od tego zależą limity.'],
    ...refuseInventedSeller(
      Object.fromEntries(SELLER_KEYS.map((key) => [key, given[nameVariable(key)]])) as Partial<ProfileValues>,
    ).map((sentence): [boolean, string] => [true, sentence]),
    ...ADDRESSES.map((name): [boolean, string] => [
      isReservedAddress(given[name] ?? '@test'),
      `${name} musi być na https prawdziwym adresem e-mail, a nie adresem z domeny do prób i przykładów.`,
    ]),
    [
      !isStrongSecret(given.AUTH_SECRET),
      'AUTH_SECRET musi być na https losowe: utwórz je poleceniem „openssl rand -base64 32”.',
    ],
    [
      process.root && given.ALLOW_ROOT !== 'yes',
      'ALLOW_ROOT musi mieć wartość yes, gdy sklep na https działa jako root; lepszy jest zwykły użytkownik.',
    ],
  ]
  return rules.filter(([isUnsafe]) => isUnsafe).map(([, sentence]) => sentence)
}

/** Addresses of services that need TLS. */
const ENCRYPTED = ['INPOST_API_URL', 'S3_ENDPOINT'] as const

/** Addresses of PostgreSQL and of poolers before it. */
const DATABASES = ['DATABASE_URL', 'DATABASE_SESSION_URL'] as const

/** The IPv6 network of mapped IPv4 addresses, a /96. */
const MAPPED = ipaddr.IPv6.parse('::ffff:0:0')

/** Whether a network is too large for proxies: larger than a /8 of IPv4 (also mapped) or a /32 of IPv6. */
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

/** Words of copied secrets; a random secret hardly ever contains one. */
const COPIED = /secret|password|hasło|change|example|openssl|default|admin|perfumeria|qwerty/i
/** 32 random hexadecimal digits have about 115 by `countBits`. */
const LEAST_BITS = 90

/**
 * Whether a secret looks random: long enough for its alphabet, without repetition, runs of neighbours or known words.
 * True for one that is not set, because the shop generates it, and for a short one, which is refused on http too.
 */
function isStrongSecret(secret: string | undefined): boolean {
  if (secret === undefined || secret.length < LEAST_SECRET_LENGTH) return true
  return (
    !COPIED.test(secret) && !isWords(secret) && !isRepeated(secret) && countBits(secret) >= LEAST_BITS && !isRun(secret)
  )
}

/** A capital that begins no word, or a lower-case letter right after a digit. */
const IRREGULAR = /\p{Lu}(?!\p{Ll})|(?<=\d)\p{Ll}/gu

/**
 * Whether a secret consists of words: capitals begin words, vowels are frequent, q, v and x are rare. 32 random bytes
 * in base64 have about 13 irregular capitals and 4 rare letters; about one in a million of them is mistaken for words.
 */
function isWords(secret: string): boolean {
  if (/^[\da-f-]+$/i.test(secret)) return false
  const letters = secret.match(/\p{L}/gu)?.length ?? 0
  const vowels = secret.match(/[aeiouyąęó]/gi)?.length ?? 0
  const rare = secret.match(/[qvx]/gi)?.length ?? 0
  const isOfOneCase = secret === secret.toLowerCase() || secret === secret.toUpperCase()
  const irregular = isOfOneCase ? 0 : (secret.match(IRREGULAR)?.length ?? 0)
  // Without a digit a secret is hardly ever random, so more irregular letters count as one-letter words.
  const most = /\d/.test(secret) ? 1 : 3
  return letters > secret.length / 2 && vowels >= letters / 4 && rare <= 1 && irregular <= most
}

/** Whether a text is one piece repeated. */
function isRepeated(text: string): boolean {
  const lengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1)
  return lengths.some((length) => text.startsWith(text.slice(length)))
}

/** Shannon entropy of the characters, bits. */
function countBits(text: string): number {
  const counts = Map.groupBy(text, (character) => character).values()
  return [...counts].reduce((bits, { length }) => bits - length * Math.log2(length / text.length), 0)
}

/** Whether more than half of the characters follow their neighbour: abcdefgh, 87654321. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.filter((code, index) => index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) === 1)
  return steps.length > codes.length / 2
}
