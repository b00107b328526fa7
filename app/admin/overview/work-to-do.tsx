import { href, Link } from 'react-router'
import { ARROW_RIGHT, Icon } from '#app/ui/icon.tsx'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { PendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'

type Task = { kind: keyof PendingWork; to: string; forms: PolishForms }

/** The most urgent first. */
const TASKS: readonly Task[] = [
  {
    kind: 'strayPayments',
    to: `${href('/admin')}#wplaty-bez-zamowienia`,
    forms: {
      one: 'wpłata bez zamówienia: sprawdź ją',
      few: 'wpłaty bez zamówienia: sprawdź je',
      many: 'wpłat bez zamówienia: sprawdź je',
    },
  },
  {
    kind: 'failedRefunds',
    to: `${href('/admin/zamowienia')}?money=refund_failed`,
    forms: {
      one: 'zwrot pieniędzy się nie udał: oddaj je inną drogą',
      few: 'zwroty pieniędzy się nie udały: oddaj je inną drogą',
      many: 'zwrotów pieniędzy się nie udało: oddaj je inną drogą',
    },
  },
  {
    kind: 'unreturnedPayments',
    to: `${href('/admin/zamowienia')}?status=cancelled&money=paid`,
    forms: {
      one: 'anulowane zamówienie z pieniędzmi klienta: zwróć je',
      few: 'anulowane zamówienia z pieniędzmi klientów: zwróć je',
      many: 'anulowanych zamówień z pieniędzmi klientów: zwróć je',
    },
  },
  {
    kind: 'unclearPayments',
    to: `${href('/admin/zamowienia')}?money=unclear`,
    forms: { one: 'płatność niejasna', few: 'płatności niejasne', many: 'płatności niejasnych' },
  },
  {
    kind: 'disputes',
    to: `${href('/admin/zamowienia')}?money=disputed`,
    forms: {
      one: 'spór w banku czeka na odpowiedź',
      few: 'spory w banku czekają na odpowiedź',
      many: 'sporów w banku czeka na odpowiedź',
    },
  },
  {
    kind: 'returns',
    to: href('/admin/zwroty'),
    forms: { one: 'zwrot lub reklamacja', few: 'zwroty i reklamacje', many: 'zwrotów i reklamacji' },
  },
  {
    kind: 'shipments',
    to: href('/admin/pakowanie'),
    forms: { one: 'przesyłka do spakowania', few: 'przesyłki do spakowania', many: 'przesyłek do spakowania' },
  },
  {
    kind: 'receipts',
    to: href('/admin/kasa'),
    forms: {
      one: 'sprzedaż czeka na paragon',
      few: 'sprzedaże czekają na paragon',
      many: 'sprzedaży czeka na paragon',
    },
  },
  {
    kind: 'reviews',
    to: `${href('/admin')}#komentarze`,
    forms: { one: 'opinia czeka', few: 'opinie czekają', many: 'opinii czeka' },
  },
  {
    kind: 'messages',
    to: href('/admin/wiadomosci'),
    forms: {
      one: 'wiadomość czeka na odpowiedź',
      few: 'wiadomości czekają na odpowiedź',
      many: 'wiadomości czeka na odpowiedź',
    },
  },
  {
    kind: 'mails',
    to: href('/admin/niewyslane-emaile'),
    forms: { one: 'e-mail nie wyszedł', few: 'e-maile nie wyszły', many: 'e-maili nie wyszło' },
  },
  {
    kind: 'failures',
    to: href('/admin/awarie'),
    forms: { one: 'awaria do obejrzenia', few: 'awarie do obejrzenia', many: 'awarii do obejrzenia' },
  },
]

const NEW: PolishForms = { one: 'nowa', few: 'nowe', many: 'nowych' }

/** The admin's tasks, with numbers and links. */
export function WorkToDo({ work, newFailures }: { work: PendingWork; newFailures: number }) {
  const tasks = TASKS.filter(({ kind }) => work[kind] > 0)
  if (tasks.length === 0) {
    return <p className="card px-5 py-4">Wszystko zrobione. Nic na Ciebie nie czeka.</p>
  }
  return (
    <section aria-labelledby="do-zrobienia" className="card pb-2">
      <h2 id="do-zrobienia" className="px-5 pt-4 pb-2 font-display text-xl">
        Do zrobienia
      </h2>
      <ul className="divide-y divide-night/10">
        {tasks.map(({ kind, to, forms }) => (
          <li key={kind}>
            <Link to={to} className="flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-ivory lg:min-h-10 lg:py-1">
              <span className="min-w-8 text-right text-lg font-semibold tabular-nums">{work[kind]}</span>
              <span className="flex-1">
                <span>{pluralize(work[kind], forms)}</span>
                {kind === 'failures' && newFailures > 0 && (
                  <span className="text-wine">
                    , dzisiaj {newFailures} {pluralize(newFailures, NEW)}
                  </span>
                )}
              </span>
              <Icon d={ARROW_RIGHT} className="size-5 shrink-0 text-oud" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
