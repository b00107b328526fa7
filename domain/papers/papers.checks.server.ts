import { type Day, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Gap, lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { formatCalendarDay, formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import type { Services } from '#domain/services.ts'
import { linkToBuyer } from './buyers/buyer-anchor.ts'
import { listUnissued } from './invoices/invoice-list-queries.server.ts'
import { findMendingPage } from './invoices/invoice-mistakes.ts'
import { KSEF_CERTIFICATE_NAMES, RENEWAL_DAYS, readValidity } from './ksef/ksef-certificate.ts'
import { listCertificates } from './ksef/ksef-queries.server.ts'
import { countStuckInvoices, hasInvoicedCompany, listUninvoicedCompanies } from './paper-gaps-queries.server.ts'

const INVOICES = '/admin/faktury'
const KSEF = '/admin/ustawienia/ksef'
const HOUR_MS = 60 * 60 * 1000

/** Before this day KSeF is optional for a seller whose invoices, from wherever, are at most 10 000 zł a month. */
const EVERYBODY_SINCE: Day = '2027-01-01'

/** What keeps invoices from getting to KSeF at all. */
async function findKsefGaps({ db, now, ksef }: Services): Promise<Gap[]> {
  const certificates = await listCertificates(db)
  const login = certificates.find(({ kind }) => kind === 'authentication')
  if (login && ksef?.environment === 'production') {
    const { endsOn, hasEnded } = readValidity(login.valid_until, now())
    if (!hasEnded) return []
    const ended = `Certyfikat do logowania był ważny do ${formatCalendarDay(endsOn)}: faktury nie idą do KSeF.`
    return lacksInShop(`${ended} Wgraj nowy.`, KSEF)
  }
  const isForEverybody = readWarsawClock(now()).day >= EVERYBODY_SINCE
  if (!isForEverybody && !(await hasInvoicedCompany(db))) return []
  const todo =
    ksef?.environment === 'production'
      ? 'Wgraj certyfikat do logowania: bez niego faktury na firmę nie idą do KSeF.'
      : 'Podłącz prawdziwy KSeF: ustaw KSEF_ENVIRONMENT=production i wgraj certyfikaty.'
  const until =
    ' Do 31.12.2026 wolno czekać temu, kto w żadnym miesiącu nie przekracza 10\u00a0000\u00a0zł brutto na fakturach.'
  return lacksInShop(isForEverybody ? todo : todo + until, KSEF)
}

/** Invoices that stopped on their way, each kind with where to go on. */
async function findInvoiceGaps({ db, now }: Services): Promise<Gap[]> {
  const moment = now().getTime()
  const { refused, waiting } = await countStuckInvoices(db, new Date(moment - 24 * HOUR_MS))
  const unissued = await listUnissued(db, '')
  const missing = await listUninvoicedCompanies(db, new Date(moment - HOUR_MS), 100)
  return [
    ...unissued.flatMap(({ order_id, order_number, mistakes }) =>
      mistakes.flatMap((mistake) =>
        lacksInShop(
          `Nie da się wystawić faktury do zamówienia ${order_number}. ${mistake.text}`,
          findMendingPage(mistake, order_id),
        ),
      ),
    ),
    ...missing
      .filter(({ order_id }) => !unissued.some((one) => one.order_id === order_id))
      .flatMap(({ order_id, order_number, sold_at }) =>
        lacksInShop(
          `Zamówienie ${order_number} na firmę nie ma faktury, a sprzedaż jest z ${formatDay(sold_at)}. Sprawdź dane firmy.`,
          linkToBuyer(order_id),
        ),
      ),
    ...(refused === 0
      ? []
      : lacksInShop(
          `Faktury odrzucone przez KSeF: ${refused}. Powód stoi przy każdej, tam też wyślesz ją ponownie.`,
          INVOICES,
        )),
    ...(waiting === 0
      ? []
      : lacksInShop(`Faktury bez numeru KSeF dłużej niż dobę: ${waiting}. Sprawdź połączenie z KSeF.`, KSEF)),
  ]
}

async function findCertificateGaps({ db, now }: Services): Promise<Gap[]> {
  const certificates = await listCertificates(db)
  const isOfflineMissing = certificates.length > 0 && !certificates.some(({ kind }) => kind === 'offline')
  return [
    ...certificates.flatMap(({ kind, valid_until }) => {
      const { endsOn, daysLeft, hasEnded } = readValidity(valid_until, now())
      const [name, day] = [KSEF_CERTIFICATE_NAMES[kind], formatCalendarDay(endsOn)]
      if (hasEnded) return lacksInShop(`${name} był ważny do ${day}. Pobierz nowy w KSeF i wgraj go.`, KSEF)
      if (daysLeft > RENEWAL_DAYS) return []
      return lacksInShop(`${name} jest ważny do ${day}, zostało dni: ${daysLeft}. Pobierz nowy i wgraj go.`, KSEF)
    }),
    ...(isOfflineMissing
      ? lacksInShop('Wgraj certyfikat do kodów (typ Offline): bez niego nie wydasz faktury, gdy KSeF nie działa.', KSEF)
      : []),
  ]
}

const TO_REGISTER =
  'Złóż VAT-R przed pierwszą sprzedażą: kto sprzedaje perfumy na odległość, nie ma zwolnienia z VAT od pierwszej ' +
  'złotówki. Potem zaznacz to w ustawieniach.'
const AFTER_EXEMPTION =
  'Sklep miał włączone „Sprzedaję bez VAT”. To zwolnienie nie przysługuje: art. 113 ust. 13 pkt 1 lit. f ustawy o VAT ' +
  'odbiera je temu, kto sprzedaje na odległość kosmetyki i wyroby toaletowe (PKWiU 20.42.1). Nowe sprzedaże mają VAT ' +
  '23% w cenie; wystawione faktury zostają, jak były. Zapytaj księgową: od kiedy złożyć VAT-R, jak rozliczyć VAT od ' +
  'wcześniejszych sprzedaży i czy skorygować faktury „zw”. Ogłoś też nowy regulamin, jeśli mówi o zwolnieniu. Potem ' +
  'zaznacz w ustawieniach rejestrację do VAT.'

/** What the law requires of invoices. That the seller has a NIP, the duty 'seller' says. */
export default defineChecks([
  {
    key: 'vat',
    title: 'VAT-R przed pierwszą sprzedażą',
    law: {
      why:
        'Sprzedawca perfum na odległość jest podatnikiem VAT od pierwszej sprzedaży: bez rejestracji zaległy podatek ' +
        '(23/123 każdej ceny) płaci z własnej kieszeni.',
      act: 'Ustawa o VAT, art. 113 ust. 13 pkt 1 lit. f i art. 96 ust. 1',
      since: '2019-09-01',
    },
    needs: 'settings',
    variables: ['VAT_REGISTERED', 'VAT_EXEMPT'],
    findGaps: ({ values }) =>
      values.vat_registered === 'yes'
        ? []
        : lacksInShop(
            values.vat_exempt === 'yes' ? AFTER_EXEMPTION : TO_REGISTER,
            '/admin/ustawienia/sprzedawca#vat_registered',
          ),
  },
  {
    key: 'ksef',
    title: 'Faktury na firmę w KSeF',
    law: {
      why: 'Fakturę na firmę wystawia się w KSeF; od 2027 roku za fakturę poza nim grozi kara do 100% podatku, który na niej stoi.',
      act: 'Ustawa o VAT, art. 106ga i 106ni; od 1.01.2027 także przy fakturach do 10\u00a0000\u00a0zł brutto miesięcznie',
      since: '2026-04-01',
    },
    findGaps: async (services) => [...(await findKsefGaps(services)), ...(await findInvoiceGaps(services))],
  },
  {
    key: 'ksef-certificates',
    title: 'Certyfikaty KSeF',
    law: {
      why: 'Jednym certyfikatem sklep loguje się do KSeF, drugim podpisuje kod na fakturze wydanej, gdy KSeF nie działa.',
      act: 'Ustawa o VAT, art. 106nda, 106nf i 106nh; rozporządzenie z 12.12.2025 (Dz.U. 2025 poz. 1815)',
      since: '2026-04-01',
    },
    findGaps: findCertificateGaps,
  },
])
