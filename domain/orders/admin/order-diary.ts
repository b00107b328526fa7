import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import type { MailFailure } from '#domain/kernel/mail.ts'
import { CANCELLED_BY_BUYER } from '#domain/kernel/order-words/order-status.ts'
import { describeMadeChange } from '#domain/orders/changes/parcel-change.ts'
import type { CaseKind } from '#domain/returns/return-case.ts'
import type { DiaryTone } from './order-money-words.ts'
import {
  type DiaryEvent,
  type DiaryPayments,
  describeDisputeEvent,
  describeOutside,
  describePayment,
  describeRefundEvent,
  endSentence,
  type Told,
} from './order-money-words.ts'

/** The rows that the diary is written from. */
export type DiaryRows = {
  /** The total of the order when it was placed. */
  totalGrosze: Grosze
  changes: readonly DiaryChange[]
  events: readonly DiaryEvent[]
  payments: DiaryPayments
  /** Money that was transferred back for an order paid on delivery. */
  transfers: readonly { amountGrosze: Grosze; reason: string; createdAt: Date }[]
  mails: readonly DiaryMail[]
  /** Withdrawals and complaints about its pieces. */
  cases: readonly { number: string; kind: CaseKind; names: string; at: Date }[]
  notes: readonly { id: string; note: string; createdAt: Date }[]
}
type DiaryChange = Parameters<typeof describeMadeChange>[0] & { at: Date }
type DiaryMail = {
  name: string
  recipient: string
  isResent: boolean
  createdAt: Date
  sentAt: Date | null
  failedAt: Date | null
  failureReason: MailFailure['reason'] | null
}

type Entry = { at: Date; sentence: string; tone: DiaryTone; noteId?: string }

/** Describes every event of an order, newest first, in one sentence each. No sentence assumes a person's gender. */
export function writeDiary(rows: DiaryRows) {
  const entries: Entry[] = [
    ...rows.events.flatMap((event) => {
      const told = describeEvent(event, rows)
      return told ? [{ at: event.at, tone: 'plain' as const, ...told }] : []
    }),
    ...rows.changes.map((change) => ({ at: change.at, sentence: describeMadeChange(change), tone: 'plain' as const })),
    ...rows.transfers.map(({ amountGrosze, reason, createdAt }) => ({
      at: createdAt,
      sentence: describeOutside(amountGrosze, reason),
      tone: 'plain' as const,
    })),
    ...rows.mails.map(describeMail),
    ...rows.cases.map(({ number, kind, names, at }) => ({
      at,
      sentence: kind === 'withdrawal' ? `Odstąpienie od ${names} (${number}).` : `Reklamacja ${number}: ${names}.`,
      tone: 'bad' as const,
    })),
    ...rows.notes.map(({ id, note, createdAt }) => ({
      at: createdAt,
      sentence: note,
      tone: 'note' as const,
      noteId: id,
    })),
  ]
  return entries
    .map((entry, index) => ({ ...entry, index }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.index - a.index)
    .map(({ at, sentence, tone, noteId }) => ({ at: at.toISOString(), sentence, tone, note_id: noteId ?? null }))
}
export type DiaryEntry = ReturnType<typeof writeDiary>[number]

function describeEvent(event: DiaryEvent, rows: DiaryRows): Told {
  const told = TELL[event.subject]?.(event, rows)
  if (told === undefined) return { sentence: `Zmiana (${event.subject}): ${event.from ?? 'początek'} → ${event.to}.` }
  if (told === null || event.reason !== 'before events were recorded') return told
  return { ...told, sentence: `${told.sentence} (Zapisane później, dokładny czas nie jest znany.)` }
}

/**
 * Descriptions by the event's subject. Null: another event of the same moment describes it. Undefined: the event is
 * unknown.
 */
const TELL: Record<string, (event: DiaryEvent, rows: DiaryRows) => Told | undefined> = {
  order: describeOrder,
  payment: (event, { payments }) => describePayment(event, payments),
  refund: (event, { payments }) => describeRefundEvent(event, payments),
  shipment: describeShipment,
  dispute: (event, { payments }) => describeDisputeEvent(event, payments),
}

function describeOrder(
  { from, to, actor, reason }: DiaryEvent,
  { totalGrosze, payments }: DiaryRows,
): Told | undefined {
  switch (to) {
    case 'pending':
      if (from === null) return { sentence: `Złożono zamówienie na ${formatGrosze(totalGrosze)}.` }
      return actor === 'admin'
        ? { sentence: 'Przywrócono zamówienie. Sztuki znów są odłożone.' }
        : { sentence: 'Zamówienie wznowiono, aby zapłacić jeszcze raz. Sztuki znów są odłożone.' }
    case 'paid':
      if (actor === 'admin' && from === 'cancelled')
        return { sentence: 'Przywrócono zamówienie. Sztuki znów są odłożone.' }
      if (actor === 'admin') return { sentence: 'Oznaczono jako opłacone.', tone: 'good' }
      if (reason === 'paid late') {
        return {
          sentence: 'Pieniądze przyszły po czasie; zamówienie przyjęto, bo produkty są na miejscu.',
          tone: 'good',
        }
      }
      return payments.length > 0 ? null : { sentence: 'Opłacono zamówienie.', tone: 'good' }
    case 'completed':
      return { sentence: 'Zakończono zamówienie.', tone: 'good' }
    case 'reduced':
      return { sentence: `Wyjęto z paczki: ${endSentence(reason ?? 'część zamówienia')}`, tone: 'bad' }
    case 'not_restocked':
      return { sentence: `Nie wraca do sprzedaży: ${endSentence(reason ?? 'część zamówienia')}`, tone: 'bad' }
    // The row of the change itself says what changed.
    case 'changed':
      return null
    case 'cancelled':
      return { sentence: `${describeCancelling(actor, reason)} Sztuki wróciły do magazynu.`, tone: 'bad' }
  }
}

function describeCancelling(actor: string, reason: string | null): string {
  if (actor === 'admin') return reason ? `Anulowano zamówienie: ${endSentence(reason)}` : 'Anulowano zamówienie.'
  if (reason === CANCELLED_BY_BUYER) return 'Zamówienie anulowano na życzenie kupującego.'
  if (actor === 'customer') return 'Zamówienie anulowano, bo zrezygnowano z płatności.'
  if (reason === 'refunded') return 'Zamówienie anulowano, bo wpłata wróciła w całości.'
  return 'Zamówienie anulowano, bo nie zapłacono na czas.'
}

function describeShipment({ from, to, actor, reason }: DiaryEvent): Told | undefined {
  const why = actor === 'admin' && reason ? `: ${endSentence(reason)}` : '.'
  switch (to) {
    case 'created':
      return { sentence: from === null ? 'Utworzono przesyłkę.' : `Przesyłka znów czeka na spakowanie${why}` }
    case 'processing':
      return { sentence: `Przesyłka jest w realizacji${why}` }
    case 'shipped':
      return { sentence: actor === 'provider' ? 'InPost przyjął przesyłkę.' : 'Wysłano przesyłkę.', tone: 'good' }
    case 'delivered':
      return { sentence: actor === 'provider' ? 'InPost doręczył przesyłkę.' : 'Przesyłkę dostarczono.', tone: 'good' }
    case 'cancelled':
      return { sentence: 'Anulowano przesyłkę.', tone: 'bad' }
    case 'numbered':
      return { sentence: actor === 'provider' ? 'InPost nadał numer śledzenia.' : 'Zapisano numer śledzenia.' }
    case 'sent_again':
      return { sentence: `Paczka jedzie jeszcze raz, z nową etykietą.${reason ? ` Poprzedni numer: ${reason}.` : ''}` }
    case 'packed':
      return { sentence: 'Spakowano przesyłkę.' }
    case 'unpacked':
      return { sentence: 'Przesyłka znów jest do spakowania.' }
    case 'archived':
      return { sentence: 'Przesyłkę przeniesiono do archiwum.' }
    case 'restored':
      return { sentence: 'Przesyłkę wyjęto z archiwum.' }
    case 'deleted':
      return { sentence: 'Przesyłkę usunięto trwale.' }
  }
}

const MAIL_FAILURES: Record<MailFailure['reason'], string> = {
  refused: 'serwer odbiorcy jej nie przyjął',
  deferred: 'przez dobę się nie udało',
  server_away: 'serwer pocztowy był przez dobę niedostępny',
}

function describeMail({ name, recipient, isResent, createdAt, sentAt, failedAt, failureReason }: DiaryMail): Entry {
  const mail = `„${name}” na adres ${recipient}`
  if (sentAt) return { at: sentAt, sentence: `Wysłano ${isResent ? 'ponownie ' : ''}${mail}.`, tone: 'plain' }
  if (!failedAt) return { at: createdAt, sentence: `Wiadomość ${mail} czeka na wysłanie.`, tone: 'plain' }
  const why = failureReason ? `: ${MAIL_FAILURES[failureReason]}` : ''
  return { at: failedAt, sentence: `Nie udało się wysłać ${mail}${why}.`, tone: 'bad' }
}
