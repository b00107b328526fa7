import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatCalendarDay, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { NOTICE_KIND_LABELS, type NoticeKind } from './owner-notices.ts'

type NamedNotice = {
  kind: NoticeKind
  name: string
  amount_grosze: number | null
  count: number | null
  text: string | null
}

/** 'Nowe zamówienie 81293747, 115,99 zł' */
export function labelNotice({ kind, name, amount_grosze, count, text }: NamedNotice): string {
  // Money that matches no payment comes with a sentence about it.
  const label = kind === 'payment' && text !== null ? 'Wpłata bez zamówienia' : NOTICE_KIND_LABELS[kind]
  if (kind === 'stock')
    return `${label}: ${name}, ${count === 0 ? 'brak sztuk' : `zostało ${count ?? 'dużo'}\u00a0szt.`}`
  if (kind === 'message') return `${label}: ${name}`
  const amount = amount_grosze === null ? '' : `, ${formatGrosze(amount_grosze)}`
  const until = kind === 'dispute' && text !== null ? `, odpowiedz do ${formatCalendarDay(text)}` : ''
  return `${label}${name && ` ${name}`}${amount}${until}`
}

/** '3 zdarzenia w sklepie' */
export function labelEvents(count: number): string {
  return `${count}\u00a0${pluralize(count, { one: 'zdarzenie', few: 'zdarzenia', many: 'zdarzeń' })} w\u00a0sklepie`
}

/** The admin page about its subject. */
export function pathOfNotice({ kind, target_id }: { kind: NoticeKind; target_id: string | null }): string {
  if (target_id === null) return '/admin'
  if (kind === 'message') return `/admin/wiadomosci/${target_id}`
  return kind === 'stock' ? `/admin/produkty?produkt=${target_id}` : `/admin/zamowienia/${target_id}`
}
