import { type ReactNode, useEffect } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useFocusWhenShown } from '#app/ui/focus-when-shown.ts'
import { formatSecond } from '#domain/kernel/text/dates-and-plurals.ts'
import type { StatementReceipt } from '#domain/returns/statement.ts'
import { type ChosenPieces, labelChosenOrders, labelPieces } from './chosen-pieces.tsx'
import type { OrderOfLink } from './order-by-link.tsx'
import type { StatementValues } from './statement-draft.ts'

/** The declaration, as labels with their lines. */
export type Declared = { term: string; lines: string[] }[]

type TypedSubject = Pick<StatementValues, 'name' | 'order_number' | 'email' | 'items_note'>

/** Who declares, and for which pieces of which order. */
export function declareSubject(order: OrderOfLink | null, typed: TypedSubject, chosen: ChosenPieces): Declared {
  const note = typed.items_note.trim()
  return [
    { term: 'Imię i nazwisko', lines: [order?.name ?? typed.name] },
    { term: 'Numer zamówienia', lines: [order ? labelChosenOrders(order, chosen) : typed.order_number] },
    { term: 'E-mail', lines: [order?.email ?? typed.email] },
    {
      term: 'Dotyczy',
      lines: order ? labelPieces(order.items, chosen) : note ? note.split('\n') : ['Całego zamówienia'],
    },
  ]
}

export function DeclaredList({ of: declared }: { of: Declared }) {
  return (
    <dl className="grid gap-3 text-sm">
      {declared.map(({ term, lines }) => (
        <div key={term} className="min-w-0">
          <dt className="text-oud">{term}</dt>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text may be equal
            <dd key={index} className="font-medium wrap-anywhere">
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

type StatementReceiptViewProps = {
  title: string
  /** With the declaration, and the address of the confirmation. */
  receipt: StatementReceipt & { declared: Declared; email: string }
  /** What happens next. */
  children: ReactNode
}

/** The receipt of a statement: number, time to the second and the whole text, to keep or print. */
export function StatementReceiptView({ title, receipt, children }: StatementReceiptViewProps) {
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  useEffect(() => heading.current?.scrollIntoView({ block: 'center' }), [heading])
  return (
    <section aria-labelledby="potwierdzenie" className="grid gap-5">
      <div className="rounded-2xl bg-sand px-5 py-5">
        <h2 id="potwierdzenie" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
          {title}
        </h2>
        <p className="mt-2">
          Numer sprawy: <strong className="tabular-nums">{receipt.number}</strong>
        </p>
        <p>
          Złożono: <strong className="tabular-nums">{formatSecond(new Date(receipt.received_at))}</strong>
        </p>
        <p className="mt-2 text-sm">{`Potwierdzenie z całą treścią wysyłamy na adres ${receipt.email}. Możesz też wydrukować tę stronę.`}</p>
      </div>
      <div className="card px-5 py-4">
        <h3 className="mb-3 font-display text-lg">Treść oświadczenia</h3>
        <DeclaredList of={receipt.declared} />
      </div>
      <div className="grid gap-2">{children}</div>
      <Button variant="secondary" className="justify-self-start print:hidden" onClick={() => window.print()}>
        Drukuj lub zapisz jako PDF
      </Button>
    </section>
  )
}
