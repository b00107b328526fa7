import type { MxRecord } from 'node:dns'
import ipaddr from 'ipaddr.js'
import { broken, doubtful, type Finding, fine } from './finding.ts'

/** The part of node:dns/promises' Resolver that the checks use. */
export type NameServer = {
  resolveTxt(name: string): Promise<string[][]>
  resolveMx(name: string): Promise<MxRecord[]>
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
}

/** The most DNS look-ups; beyond this number a receiver gives up (RFC 7208, 4.6.4). */
const MOST_LOOKUPS = 10

/** Codes for a missing record or a missing name; every other failure is thrown. */
async function orNone<Value>(asked: Promise<Value[]>): Promise<Value[]> {
  try {
    return await asked
  } catch (error) {
    if (isCode(error, 'ENODATA') || isCode(error, 'ENOTFOUND')) return []
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Whether the DNS knows a domain at all. */
export async function isKnownDomain(names: NameServer, domain: string): Promise<boolean> {
  try {
    await names.resolveTxt(domain)
    return true
  } catch (error) {
    if (isCode(error, 'ENOTFOUND')) return false
    if (isCode(error, 'ENODATA')) return true
    throw error
  }
}

/** TXT records of a name that begin with a version; long ones arrive in pieces. */
async function findTexts(names: NameServer, name: string, version: RegExp): Promise<string[]> {
  const texts = await orNone(names.resolveTxt(name))
  return texts.map((pieces) => pieces.join('').trim()).filter((text) => version.test(text))
}

/** The senders that an SPF record and its included records allow. */
type Allowed = { hosts: string[]; networks: string[]; all: string | null; lookups: number }

class SpfError extends Error {}

/** SPF (RFC 7208): whether the domain lets the shop's mail server send. `mailHost`: null for one on this machine. */
export async function checkSpf(names: NameServer, domain: string, mailHost: string | null): Promise<Finding> {
  const add = mailHost === null ? 'v=spf1 mx -all' : `v=spf1 include:... -all (wartość poda firma od ${mailHost})`
  const [record, ...others] = await findTexts(names, domain, SPF)
  if (record === undefined) {
    return broken(`${domain} nie ma rekordu SPF, więc poczta trafia do spamu`, `dodaj w DNS rekord TXT ${add}`)
  }
  if (others.length > 0) return broken(`${domain} ma kilka rekordów SPF, co unieważnia wszystkie`, 'połącz je w jeden')
  const allowed: Allowed = { hosts: [], networks: [], all: null, lookups: 0 }
  try {
    await readSpf(names, domain, record, allowed)
  } catch (error) {
    if (!(error instanceof SpfError)) throw error
    return broken(`SPF domeny ${domain} jest błędny (${error.message})`, 'popraw rekord TXT w DNS')
  }
  if (allowed.all === '+') return broken(`SPF domeny ${domain} pozwala wysyłać każdemu (+all)`, 'zamień +all na -all')
  if (mailHost !== null && !(await letsSend(names, allowed, mailHost))) {
    return doubtful(`SPF domeny ${domain} nie wymienia serwera ${mailHost}`, 'zapytaj jego firmę, jaki include: dodać')
  }
  if (allowed.all !== '-' && allowed.all !== '~') {
    return doubtful(`SPF domeny ${domain} nie mówi nic o innych nadawcach`, 'zakończ rekord przez -all')
  }
  return fine(`${domain} pozwala wysyłać serwerowi ${mailHost ?? 'na tej maszynie'}`)
}

const SPF = /^v=spf1(\s|$)/i

async function readSpf(
  names: NameServer,
  domain: string,
  record: string,
  allowed: Allowed,
  outer = true,
): Promise<void> {
  for (const term of record.split(/\s+/).slice(1)) {
    const [, sign = '+', name = '', target] = /^([+\-~?]?)(\w+)(?:[:=]([^/]*))?(?:\/.*)?$/.exec(term) ?? []
    const kind = name.toLowerCase()
    const value = kind === 'ip4' || kind === 'ip6' ? term.slice(term.indexOf(':') + 1) : target || domain
    if (kind === 'ip4' || kind === 'ip6') allowed.networks.push(value)
    if (kind === 'all' && outer) allowed.all = sign || '+'
    if (!['include', 'redirect', 'a', 'mx', 'exists', 'ptr'].includes(kind)) continue
    allowed.lookups += 1
    if (allowed.lookups > MOST_LOOKUPS) throw new SpfError(`ponad ${MOST_LOOKUPS} zapytań`)
    allowed.hosts.push(value)
    if (kind === 'a') allowed.networks.push(...(await listAddresses(names, value)))
    if (kind === 'mx') allowed.hosts.push(...(await orNone(names.resolveMx(value))).map(({ exchange }) => exchange))
    if (kind !== 'include' && kind !== 'redirect') continue
    const [included] = await findTexts(names, value, SPF)
    if (included === undefined) throw new SpfError(`${value} nie ma rekordu SPF`)
    await readSpf(names, value, included, allowed, kind === 'redirect' && outer)
  }
}

async function listAddresses(names: NameServer, host: string): Promise<string[]> {
  return (await Promise.all([orNone(names.resolve4(host)), orNone(names.resolve6(host))])).flat()
}

/**
 * Whether a host is among the allowed senders: by its name, its company's domain, or an address. A company may send
 * from other addresses than the one that accepts mail, so only a company that is not named is reported.
 */
async function letsSend(names: NameServer, allowed: Allowed, host: string): Promise<boolean> {
  const owner = findOwner(host)
  if (allowed.hosts.some((name) => findOwner(name) === owner)) return true
  const addresses = ipaddr.isValid(host) ? [host] : await listAddresses(names, host)
  return addresses.some((address) => allowed.networks.some((network) => isWithin(address, network)))
}

function isWithin(address: string, network: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (ipaddr.isValidCIDR(network)) {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  }
  return ipaddr.isValid(network) && ipaddr.process(network).toString() === parsed.toString()
}

/** Second-level names under which others register: com.pl, co.uk, waw.pl. */
const SHARED = /^(com|net|org|co|edu|gov|info|biz|waw)$/

/** The registered domain: 'poczta.pl' of 'smtp.poczta.pl'. */
export function findOwner(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  const isShared = labels.length > 2 && SHARED.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2
  return labels.slice(isShared ? -3 : -2).join('.')
}

/** DKIM (RFC 6376): whether the key that mails are signed with is published. */
export async function checkDkim(names: NameServer, domain: string, selector: string | null): Promise<Finding> {
  if (selector === null) {
    return doubtful(
      'nie sprawdzono podpisu wiadomości',
      'wpisz do DKIM_SELECTOR selektor, który podała firma od poczty',
    )
  }
  const name = `${selector}._domainkey.${domain}`
  const [record, ...others] = await findTexts(names, name, /(^|;)\s*p=/i)
  if (record === undefined) return broken(`w DNS nie ma klucza ${name}`, 'dodaj rekord, który podała firma od poczty')
  if (others.length > 0) return broken(`${name} ma kilka kluczy`, 'zostaw w DNS jeden')
  if (readTag(record, 'p') === '') return broken(`klucz ${name} jest wycofany (p= jest puste)`, 'wpisz nowy klucz')
  return fine(`klucz ${name} jest w DNS`)
}

/** DMARC (RFC 7489): what receivers are to do with mails that falsely claim to be from the domain. */
export async function checkDmarc(names: NameServer, domain: string): Promise<Finding> {
  for (const place of [...new Set([domain, findOwner(domain)])]) {
    const [record, ...others] = await findTexts(names, `_dmarc.${place}`, /^v=DMARC1\s*(;|$)/i)
    if (record === undefined) continue
    if (others.length > 0) return broken(`${place} ma kilka rekordów DMARC, co unieważnia wszystkie`, 'zostaw jeden')
    const own = readTag(record, 'p')
    const policy = (place === domain ? own : (readTag(record, 'sp') ?? own))?.toLowerCase()
    if (policy === 'quarantine' || policy === 'reject') return fine(`${place} odrzuca podszywanie się (p=${policy})`)
    if (policy === 'none') {
      return doubtful(`${place} tylko obserwuje podszywanie się (p=none)`, 'po kilku tygodniach wpisz p=quarantine')
    }
    return broken(`DMARC domeny ${place} nie mówi, co robić z podszywaniem się`, 'wpisz w nim p=quarantine')
  }
  return doubtful(
    `${domain} nie ma rekordu DMARC, więc każdy może się podszyć`,
    `dodaj w DNS rekord TXT _dmarc.${domain} o treści v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
  )
}

function readTag(record: string, tag: string): string | undefined {
  const found = record.split(';').map((part) => part.split('=', 2).map((piece) => piece.trim()))
  return found.find(([name]) => name?.toLowerCase() === tag)?.[1]
}
