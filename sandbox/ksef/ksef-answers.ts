import { createHash, randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { breakCall, type FaultBoard, type HttpEnv } from '#sandbox/faults.ts'

/** Modes that apply to a certificate, a key or an invoice, not to a call. */
const LATER: readonly string[] = ['revoked', 'rotate', 'cancelled', 'refused', 'stuck']

type Status = 400 | 401 | 403 | 404 | 429 | 500 | 503

/** An error of KSeF in the format `problem-details` (RFC 9457). */
export function refuse(c: Context, status: Status, text: string, more: { code?: number; reasonCode?: string } = {}) {
  const { code = status, reasonCode } = more
  const problem = { title: text, status, detail: text, reasonCode, errors: [{ code, description: text, details: [] }] }
  return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' })
}

/** Breaks calls as planned. Failures planned for other calls, and those of LATER, stay planned. */
export const failAsPlanned =
  (faults: FaultBoard): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const fault = faults.take('ksef', ({ mode, path }) => !LATER.includes(mode) && c.req.path.includes(path))
    switch (fault?.mode) {
      case 'error':
        return refuse(c, 500, 'Wystąpił błąd serwera')
      case 'away':
        return refuse(c, 503, 'Trwają prace serwisowe')
      case 'forbidden':
        return refuse(c, 403, 'Brak uprawnień', { reasonCode: 'missing-permissions' })
      case 'limit':
        c.header('Retry-After', String(fault.retryAfterSeconds))
        return refuse(c, 429, 'Przekroczono limit żądań')
      case 'warning':
        await next()
        c.header('X-System-Warning', 'Planowana przerwa w nocy')
        return
      case 'new_fields':
        await next()
        if (c.res.headers.get('Content-Type') === 'application/json') await addFields(c)
        return
      case 'garbage':
      case 'cut':
      case 'hang':
      case 'cut_after':
      case 'hang_after':
        return breakCall(c, next, fault.mode)
    }
    await next()
  }

async function addFields(c: Context): Promise<void> {
  const answer: unknown = await c.res.json()
  const add = (to: unknown) => ({ ...Object(to), nowePole: { wartosc: 1 } })
  c.res = Response.json(Array.isArray(answer) ? answer.map(add) : add(answer), { status: c.res.status })
}

export const hashOf = (data: string | Buffer) => createHash('sha256').update(data).digest('base64')

const warsaw = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw', dateStyle: 'short' })

/** '2026-11-28' in Poland. */
export const dayOf = (moment: Date): string => warsaw.format(moment)

const hex = (bytes: number) => randomBytes(bytes).toString('hex').toUpperCase()
const today = () => dayOf(new Date()).replaceAll('-', '')

/** '20261128-SO-…': SO session, EE invoice, AU signing in, CR challenge. */
export const newReference = (kind: string) => `${today()}-${kind}-${hex(5)}-${hex(5)}-${hex(1)}`

/** A number of KSeF, which ends with a CRC-8 (polynomial x8+x2+x+1) of the characters before it. */
export function newKsefNumber(nip: string): string {
  const number = `${nip}-${today()}-${hex(6)}`
  let crc = 0
  for (const byte of Buffer.from(number)) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const isOdd = ((crc >> 7) ^ (byte >> bit)) & 1
      crc = ((crc << 1) & 0xff) ^ (isOdd ? 0b111 : 0)
    }
  }
  return `${number}-${crc.toString(16).toUpperCase().padStart(2, '0')}`
}

type Receipt = {
  session: string
  nip: string
  ksefNumber: string
  number: string
  day: string
  receivedAt: Date
  hash: string
  isOffline: boolean
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The official receipt of an invoice, version 4-3, without the signature of the ministry. */
export function writeUpo(of: Receipt): string {
  const moment = of.receivedAt.toISOString()
  return `<?xml version="1.0" encoding="UTF-8"?>
<Potwierdzenie xmlns="http://upo.schematy.mf.gov.pl/KSeF/v4-3"><NazwaPodmiotuPrzyjmujacego>Piaskownica, nie Ministerstwo Finansów</NazwaPodmiotuPrzyjmujacego><NumerReferencyjnySesji>${of.session}</NumerReferencyjnySesji><Uwierzytelnienie><IdKontekstu><Nip>${of.nip}</Nip></IdKontekstu><SkrotDokumentuUwierzytelniajacego>${hashOf(of.session)}</SkrotDokumentuUwierzytelniajacego></Uwierzytelnienie><NazwaStrukturyLogicznej>Schemat_FA(3)_v1-0E.xsd</NazwaStrukturyLogicznej><KodFormularza>FA (3)</KodFormularza><Dokument><NipSprzedawcy>${of.nip}</NipSprzedawcy><NumerKSeFDokumentu>${of.ksefNumber}</NumerKSeFDokumentu><NumerFaktury>${escapeText(of.number)}</NumerFaktury><DataWystawieniaFaktury>${of.day}</DataWystawieniaFaktury><DataPrzeslaniaDokumentu>${moment}</DataPrzeslaniaDokumentu><DataNadaniaNumeruKSeF>${moment}</DataNadaniaNumeruKSeF><SkrotDokumentu>${of.hash}</SkrotDokumentu><TrybWysylki>${of.isOffline ? 'Offline' : 'Online'}</TrybWysylki></Dokument></Potwierdzenie>
`
}
