import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { AUDIT_NOUNS } from './audit.ts'

/** An entry as it is stored. `name`: the present name of its subject, if the subject has one. */
export type StoredAudit = { action: string; details: Record<string, unknown>; name: string | null }
type Details = StoredAudit['details']

const MODES: Partial<Record<string, string>> = { test: 'testowy', live: 'produkcyjny' }
const modeOf = (value: unknown) => MODES[String(value)] ?? String(value)

const OPENED_BY: Partial<Record<string, string>> = {
  password: 'hasłem',
  code: 'hasłem i kodem',
  link: 'linkiem z wiadomości albo przez Google',
  new_password: 'nowym hasłem',
  ticket: 'po zapłaceniu zamówienia',
}

const amountOf = (value: unknown) => (typeof value === 'number' ? formatGrosze(value) : '?')
const priceOf = (value: unknown) => (value === null ? 'brak' : amountOf(value))
const countsOf = ({ done, failed }: Details) => `gotowe: ${done ?? '?'}, błędy: ${failed ?? '?'}`
const stockOf = (value: unknown) => (value === null ? 'bez limitu' : String(value))

/** ': cena 119,00 zł → 109,00 zł, cena promocyjna brak → 99,00 zł' of a change; empty when the prices stay. */
function describePrices({ price_grosze, reduced_price_grosze }: Details): string {
  const describe = (name: string, price: unknown) => {
    const known = typeof price === 'object' && price !== null && 'from' in price && 'to' in price
    return known ? [`${name} ${priceOf(price.from)} → ${priceOf(price.to)}`] : []
  }
  const changes = [...describe('cena', price_grosze), ...describe('cena promocyjna', reduced_price_grosze)]
  return changes.length > 0 ? `: ${changes.join(', ')}` : ''
}

/** ', o 20,00 zł mniej'; empty when the total stays. */
function describeDifference(grosze: unknown): string {
  if (typeof grosze !== 'number' || grosze === 0) return ''
  return `, o ${amountOf(Math.abs(grosze))} ${grosze > 0 ? 'więcej' : 'mniej'}`
}

/** 'kurier 15,99 zł, za pobraniem 19,99 zł; paczkomat 12,99 zł, za pobraniem 16,99 zł' */
function describeRates({ rates_grosze: rates }: Details): string {
  const amounts = new Map<string, unknown>(typeof rates === 'object' && rates !== null ? Object.entries(rates) : [])
  const payments = (delivery: string) =>
    `${amountOf(amounts.get(`prepaid_${delivery}`))}, za pobraniem ${amountOf(amounts.get(`cash_on_delivery_${delivery}`))}`
  return `kurier ${payments('courier')}; paczkomat ${payments('locker')}`
}

/** '; darmowa od 199,00 zł'; empty when delivery is never free. */
function describeFreeDelivery({ free_delivery_from_grosze: from, cod_limit_grosze: limit }: Details): string {
  const free = typeof from === 'number' ? `; darmowa od ${amountOf(from)}` : ''
  return typeof limit === 'number' ? `${free}; przy odbiorze do ${amountOf(limit)}` : free
}

const STATUSES: Partial<Record<string, string>> = {
  created: 'utworzona',
  processing: 'w realizacji',
  shipped: 'wysłana',
  collected: 'wysłana',
  delivered: 'dostarczona',
  cancelled: 'anulowana',
}
const statusOf = (value: unknown) => STATUSES[String(value)] ?? String(value)

const LABEL_FILES: Partial<Record<string, string>> = {
  'guarantee-notice': 'zawiadomienie o gwarancji prawnej',
  'carrier-consent': 'zgoda przewoźnika',
}
const marksOf = ({ trademarks }: Details) => (Array.isArray(trademarks) ? `„${trademarks.join('”, „')}”` : '?')

const BUYER_ACTS: Partial<Record<string, string>> = {
  change: 'Zmieniono dane do faktury',
  remove: 'Usunięto firmę z faktury',
  correct: 'Poprawiono dane nabywcy na fakturze',
  other_nip: 'Wystawiono fakturę na inny NIP',
}

const numberOf = ({ number }: Details) => (number ? ` nr ${number}` : '')

/** What a person was invited to; entries of earlier builds are about packing. */
const labelWork = (role: unknown) => (role === 'accountant' ? 'księgowości' : 'pakowania')

type Sentence = string | ((details: Details) => string)

/** The sentence of each action. `{}` stands for the name of the subject. */
const SENTENCES = {
  'admin.signed_in': ({ by }) => `Logowanie administratora ${OPENED_BY[String(by)] ?? ''}`.trim(),
  'admin.sign_in_refused': ({ by }) => `Odrzucone logowanie administratora: błędny ${by === 'code' ? 'kod' : 'login'}`,
  'shop.started_clean': ({ orders, people, demo_products }) =>
    `Zaczęto naprawdę: usunięto zamówienia próbne (${orders ?? '?'}), osoby (${people ?? '?'}) i towar pokazowy (${demo_products ?? '?'})`,
  'shop_settings.changed': ({ hide_substitutes }) =>
    hide_substitutes ? 'Ukryto zamienniki w sklepie' : 'Pokazano wszystkie perfumy',
  'shop_profile.changed': ({ fields }) => `Zmieniono dane sklepu: ${Array.isArray(fields) ? fields.join(', ') : '?'}`,
  'own_texts.published': ({ version, texts }) =>
    `Opublikowano teksty sklepu, wersja ${version}: ${Array.isArray(texts) ? texts.join('; ') : '?'}`,
  'look.published': ({ version, accent, dark, logo }) =>
    `Opublikowano wygląd sklepu, wersja ${version}: akcent ${accent ?? 'domyślny'}, ciemny ${dark ?? 'domyślny'}, ${logo ? 'z logo' : 'bez logo'}`,
  'look.logo_uploaded': 'Przesłano logo sklepu',
  'look.picture_changed': ({ place, removed }) => `${removed ? 'Usunięto' : 'Zmieniono'} zdjęcie: ${String(place)}`,
  'guide.created': 'Dodano stronę poradnika{}',
  'guide.saved': 'Zapisano szkic strony poradnika{}',
  'guide.published': 'Opublikowano stronę poradnika{}',
  'guide.deleted': 'Usunięto stronę poradnika{}',
  'shipping_costs.changed': (costs) => `Nowe koszty wysyłki: ${describeRates(costs)}${describeFreeDelivery(costs)}`,
  'unproven_limits.changed': 'Zmieniono limity kont bez potwierdzonego adresu',
  'dispatch_calendar.changed': 'Zmieniono terminy wysyłki i przerwę',
  'invoices.exported': ({ invoices }) => `Pobrano listę faktur do pliku CSV: ${invoices}`,
  'newsletter.exported': ({ count }) => `Pobrano listę newslettera, adresów: ${count}`,
  'buyer.changed': ({ cash_on_delivery: mayPay }) =>
    `Zmieniono notatkę o kliencie (${mayPay === false ? 'bez płatności' : 'może płacić'} przy odbiorze)`,
  'gift_rule.changed': ({ active, gift, stock, with_sample, sample_codes }) =>
    `${active ? `Zapisano regułę +GRATIS: „${gift}”, sztuk: ${stockOf(stock)}` : 'Wyłączono +GRATIS'}${with_sample ? '; próbka z flakonem' : ''}${sample_codes ? '; cena próbki wraca jako kod' : ''}`,
  'code.created': ({ name }) => `Dodano kod rabatowy ${name}`,
  'code.changed': ({ name }) => `Zmieniono kod rabatowy ${name}`,
  'code.deleted': ({ name }) => `Usunięto kod rabatowy ${name}`,
  'person.invited': ({ role }) => `Zaproszono do ${labelWork(role)} osobę{}`,
  'person.invited_again': 'Wysłano ponownie zaproszenie, osoba{}',
  'person.accepted': ({ role }) => `Przyjęto zaproszenie do ${labelWork(role)}`,
  'person.removed': 'Usunięto osobę{}',
  'person.signed_in': ({ by, role }) =>
    `Logowanie do ${labelWork(role)} ${by === 'link' ? 'linkiem z wiadomości' : (OPENED_BY[String(by)] ?? '')}`.trim(),
  'notice_settings.changed': 'Zmieniono powiadomienia',
  'notice_device.added': 'Włączono powiadomienia na urządzeniu{}',
  'notice_device.removed': 'Wyłączono powiadomienia na urządzeniu{}',
  'payment_mode.started': ({ mode }) => `Rozpoczęto przejście na tryb ${modeOf(mode)}`,
  'payment_mode.changed': ({ from, to }) => `Tryb płatności: ${modeOf(from)} → ${modeOf(to)}`,
  'payment_mode.finished': (details) => `Zakończono przenoszenie produktów (${countsOf(details)})`,
  'payment_mode.failed': (details) => `Przenoszenie produktów nie powiodło się (${countsOf(details)})`,
  'payment_means.changed': ({ names }) => `Sposoby płatności online: ${names || 'żadne'}`,
  'product_sync.started': ({ mode }) => `Rozpoczęto synchronizację produktów, tryb ${modeOf(mode)}`,
  'product_sync.finished': (details) => `Zakończono synchronizację produktów (${countsOf(details)})`,
  'product_sync.failed': (details) => `Synchronizacja produktów nie powiodła się (${countsOf(details)})`,
  'moved_pictures.finished': (details) => `Pobrano zdjęcia z innego sklepu (${countsOf(details)})`,
  'product.created': 'Dodano produkt{}',
  'product.updated': (details) => `Zmieniono produkt{}${describePrices(details)}`,
  'product.deleted': 'Usunięto produkt{}',
  'product.stock_set': ({ from, to }) => `Stan produktu{}: ${stockOf(from)} → ${stockOf(to)}`,
  'product.sold_out_set': ({ sold_out }) =>
    sold_out ? 'Oznaczono jako wyprzedany produkt{}' : 'Przywrócono do sprzedaży produkt{}',
  'products.demo_removed': ({ count }) => `Usunięto towar pokazowy: ${count}`,
  'products.exported': ({ products }) => `Pobrano arkusz produktów: ${products}`,
  'products.imported': ({ added, changed }) => `Wczytano arkusz produktów: nowe ${added}, zmienione ${changed}`,
  'stocktake.begun': 'Zaczęto inwentaryzację',
  'stocktake.dropped': 'Porzucono inwentaryzację',
  'stocktake.booked': ({ products, differences }) =>
    `Zamknięto inwentaryzację: policzone produkty ${products}, zmienione stany ${differences}`,
  'batch.recalled': ({ name, batch, letters }) => `Wycofano partię ${batch} produktu ${name}, wiadomości: ${letters}`,
  'brand.created': 'Dodano markę{}',
  'brand.updated': 'Zmieniono markę{}',
  'brand.deleted': 'Usunięto markę{}',
  'product.trademarks_accepted': (details) => `Zapisano mimo ostrzeżenia o cudzym znaku ${marksOf(details)} produkt{}`,
  'brand.trademarks_accepted': (details) => `Zapisano mimo ostrzeżenia o cudzym znaku ${marksOf(details)} markę{}`,
  'review.trademarks_accepted': (details) =>
    `Opublikowano mimo ostrzeżenia o cudzym znaku ${marksOf(details)} opinię albo odpowiedź na nią`,
  'producer.created': ({ name }) => `Dodano producenta ${name}`,
  'producer.updated': ({ name }) => `Zmieniono producenta ${name}`,
  'producer.deleted': ({ name }) => `Usunięto producenta ${name}`,
  'labels.changed': 'Zmieniono zgodę przewoźnika, przegląd dostępności albo listę cudzych znaków',
  'labels.file_stored': ({ kind, name }) => `Wgrano plik ${name}: ${LABEL_FILES[String(kind)] ?? kind}`,
  'labels.file_removed': ({ kind }) => `Usunięto plik: ${LABEL_FILES[String(kind)] ?? kind}`,
  'film.added': 'Dodano film{} na stronę główną',
  'film.removed': 'Usunięto film{} ze strony głównej',
  'picture.uploaded': 'Przesłano zdjęcie produktu',
  'order.cancelled': ({ refundedGrosze }) =>
    `Anulowano zamówienie{}${typeof refundedGrosze === 'number' && refundedGrosze > 0 ? `, zwrot ${amountOf(refundedGrosze)}` : ''}`,
  'order.status_set': 'Zmieniono status zamówienia{}',
  'order.refunded': ({ amountGrosze, outside }) =>
    `${outside ? 'Oddano inną drogą' : 'Zwrócono'} ${amountOf(amountGrosze)} za zamówienie{}`,
  'order.receiver_changed': 'Zmieniono odbiorcę lub miejsce dostawy zamówienia{}',
  'order.buyer_mended': ({ act }) => `${BUYER_ACTS[String(act)] ?? 'Zmieniono dane do faktury'}, zamówienie{}`,
  'order.pieces_changed': ({ differenceGrosze, refundedGrosze }) =>
    `Zmieniono produkty zamówienia{}${describeDifference(differenceGrosze)}${
      typeof refundedGrosze === 'number' ? `, zwrot ${amountOf(refundedGrosze)}` : ''
    }`,
  'order.addition_proposed': ({ differenceGrosze }) =>
    `Poproszono kupującego o dopłatę ${amountOf(differenceGrosze)} do zamówienia{}`,
  'order.addition_given_up': ({ differenceGrosze }) => `Wycofano dopłatę ${amountOf(differenceGrosze)} do zamówienia{}`,
  'order.mail_resent': 'Wysłano ponownie wiadomość o zamówieniu{}',
  'order.note_added': 'Dodano notatkę do zamówienia{}',
  'order.note_deleted': 'Usunięto notatkę z zamówienia{}',
  'prepared_order.created': 'Przygotowano zamówienie przez telefon',
  'prepared_order.withdrawn': 'Wycofano zamówienie przez telefon',
  'orders.exported': 'Pobrano zamówienia do pliku CSV',
  'takings.exported': ({ from, to }) => `Pobrano utarg do pliku CSV: ${from} – ${to}`,
  'shipment.updated': ({ from, to }) =>
    from === undefined ? 'Zmieniono przesyłkę{}' : `Przesyłka{}: ${statusOf(from)} → ${statusOf(to)}`,
  'shipment.archived': 'Zarchiwizowano przesyłkę{}',
  'shipment.restored': 'Przywrócono z archiwum przesyłkę{}',
  'shipment.deleted': 'Trwale usunięto przesyłkę{}',
  'shipment.packed': 'Spakowano przesyłkę{}',
  'shipment.unpacked': 'Cofnięto spakowanie przesyłki{}',
  'shipment.carrier_requested': 'Zlecono InPost przesyłkę{}',
  'shipment.carrier_cancelled': 'Anulowano w InPost przesyłkę{}',
  'carrier_shipments.finished': (details) => `Zakończono tworzenie przesyłek InPost (${countsOf(details)})`,
  'shipment.numbered': 'Zapisano numer śledzenia przesyłki{}',
  'review.approved': 'Zaakceptowano opinię',
  'review.rejected': 'Odrzucono opinię',
  'review.deleted': 'Usunięto opinię',
  'review.answered': 'Odpowiedziano na opinię',
  'review.answer_changed': 'Zmieniono odpowiedź na opinię',
  'review.answer_removed': 'Usunięto odpowiedź na opinię',
  'mail.retried': 'Wysłano ponownie wiadomość',
  'mail.dismissed': 'Odrzucono niewysłaną wiadomość',
  'message.answered': 'Odpowiedziano na wiadomość z formularza',
  'message.done': 'Odłożono wiadomość z formularza bez odpowiedzi',
  'message.reopened': 'Przywrócono wiadomość z formularza',
  'return_case.matched': 'Przypisano do zamówienia sprawę{}',
  'return_case.sent_back': 'Przyjęto dowód odesłania, sprawa{}',
  'return_case.sent_back_undone': 'Cofnięto przyjęcie dowodu odesłania, sprawa{}',
  'return_case.code_given': 'Podano kod nadania zwrotu, sprawa{}',
  'return_case.advantages_waived': 'Zostawiono kupującemu rabat za zwracane sztuki, sprawa{}',
  'return_case.advantages_deducted': 'Potrącono rabat za zwracane sztuki, sprawa{}',
  'return_case.taken_out': ({ amountGrosze }) =>
    `Wyjęto z paczki, czego dotyczy odstąpienie${typeof amountGrosze === 'number' && amountGrosze > 0 ? `, zwrot ${amountOf(amountGrosze)}` : ''}, sprawa{}`,
  'return_case.arrived': ({ pieces }) => `Przyjęto zwrócony towar, sztuk: ${pieces}, sprawa{}`,
  'return_case.settled': ({ amountGrosze, transferred, givenOtherwise }) =>
    amountGrosze === 0
      ? 'Zamknięto bez zwrotu pieniędzy sprawę{}'
      : `${givenOtherwise === true ? 'Oddano bez przelewu' : transferred ? 'Oddano przelewem' : 'Zlecono zwrot'} ${amountOf(amountGrosze)}, sprawa{}`,
  'return_case.answered': ({ decision }) => `${decision === 'accepted' ? 'Uznano' : 'Odrzucono'} sprawę{}`,
  'receipt.printed': (details) => `Oznaczono paragon jako wydrukowany${numberOf(details)}, zamówienie{}`,
  'receipt.undone': (details) => `Cofnięto oznaczenie paragonu${numberOf(details)}, zamówienie{}`,
  'receipt.not_printed': 'Niejasnego paragonu nie ma na rolce, zamówienie{}',
  'receipt.tried_again': 'Drukarka spróbuje jeszcze raz, zamówienie{}',
  'receipt.renamed': ({ names }) => `Zmieniono nazwy na paragonie (${names}), zamówienie{}`,
  'receipt.printed_twice': (details) =>
    `Kasa wydrukowała paragon${numberOf(details)}, choć oznaczono już inny: sprawdź rolkę, zamówienie{}`,
  'receipt.returns_exported': ({ month }) => `Pobrano ewidencję zwrotów do pliku CSV: ${month}`,
  'till_agent.key_made': 'Utworzono klucz kasy',
  'baselinker.key_made': 'Utworzono klucz BaseLinkera',
  'baselinker.changed': ({ enabled, papers_here }) =>
    `BaseLinker ${enabled ? 'włączony' : 'wyłączony'}, paragony i faktury jego zamówień ${papers_here ? 'tutaj' : 'w BaseLinkerze'}`,
  'terms.published': ({ version, accounts }) => `Ogłoszono regulamin od ${version}, powiadomienia: ${accounts}`,
  'mails.retried': ({ mails }) => `Wysłano ponownie niewysłane wiadomości: ${mails}`,
  'failure.resolved': 'Załatwiono awarię',
  'ksef.certificate_stored': ({ kind, serial }) =>
    `Wgrano certyfikat KSeF ${kind === 'offline' ? 'do kodów offline' : 'do logowania'}, numer ${serial}`,
  'ksef.persons_chosen': ({ with_persons }) =>
    with_persons === true ? 'Faktury dla osób idą do KSeF' : 'Faktury dla osób nie idą do KSeF',
  'ksef.invoice_sent_again': (details) => `Wysłano do KSeF jeszcze raz fakturę${numberOf(details)}`,
  'month.amended': ({ month, rows }) => `Oznaczono JPK za ${month} jako poprawiony, zmian: ${rows}`,
  'month.exported': ({ month }) => `Pobrano pliki miesiąca ${month}`,
  'month.closed': ({ month }) => `Zamknięto miesiąc ${month}`,
  'payouts.imported': ({ source, added }) =>
    `Wczytano plik wypłat ${source === 'inpost' ? 'InPost' : 'Stripe'}, nowe wiersze: ${added}`,
  'payouts.undone': ({ source, lines }) =>
    `Wycofano plik wypłat ${source === 'inpost' ? 'InPost' : 'Stripe'}, wiersze: ${lines}`,
  'stray_payment.cleared': 'Wyjaśniono wpłatę bez zamówienia',
} satisfies Record<`${keyof typeof AUDIT_NOUNS}.${string}`, Sentence>

/** Actions of the admin, as '<noun>.<verb>'. */
export type AuditAction = keyof typeof SENTENCES

/** Entries of earlier builds may have other actions. */
const KNOWN: Partial<Record<string, Sentence>> = SENTENCES

/** The sentence of one entry. An action without a sentence of its own is described by its name and values. */
export function describeAudit({ action, details, name }: StoredAudit): string {
  const sentence = KNOWN[action]
  if (sentence === undefined) {
    const values = Object.entries(details).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    return values.length > 0 ? `${action} (${values.join(', ')})` : action
  }
  const words = typeof sentence === 'string' ? sentence : sentence(details)
  const called = typeof details.name === 'string' ? details.name : name
  return words.replace('{}', called === null ? '' : ` „${called}”`)
}
