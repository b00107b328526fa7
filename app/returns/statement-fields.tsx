import type { ComponentProps } from 'react'
import type { TextProps } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { EmailField, TextField } from '#app/ui/form/text-field.tsx'
import { labelOrders, MAX_ITEMS_NOTE_LENGTH } from '#domain/returns/statement.ts'
import { ChosenPiecesField } from './chosen-pieces.tsx'
import type { OrderOfLink } from './order-by-link.tsx'

export const NO_ANSWER = 'Sklep nie odpowiada. Nic z tego, co wpisano, nie zginęło: spróbuj ponownie za chwilę.'

type StatementSubjectProps = {
  /** The order, if the form was opened by its link; null: the buyer types the pieces. */
  order: OrderOfLink | null
  text: (name: 'name' | 'order_number' | 'email' | 'items_note') => TextProps
  pieces: Pick<ComponentProps<typeof ChosenPiecesField>, 'legend' | 'chosen' | 'error' | 'onChange'>
  /** The label of the pieces where they are typed. */
  noteLabel: string
}

/** Who declares, and for which pieces of which order. */
export function StatementSubject({ order, text, pieces, noteLabel }: StatementSubjectProps) {
  return order ? (
    <>
      <KnownOrder order={order} />
      <ChosenPiecesField items={order.items} {...pieces} />
    </>
  ) : (
    <>
      <TypedOrderFields text={text} />
      <TextAreaField {...text('items_note')} label={noteLabel} most={MAX_ITEMS_NOTE_LENGTH} rows={2} />
    </>
  )
}

function TypedOrderFields({ text }: Pick<StatementSubjectProps, 'text'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...text('name')} label="Imię i nazwisko" autoComplete="name" maxLength={100} required />
      <TextField
        {...text('order_number')}
        label="Numer zamówienia"
        hint="8 cyfr z e-maila o zamówieniu"
        autoComplete="off"
        maxLength={50}
        required
      />
      <EmailField
        {...text('email')}
        label="E-mail"
        hint="Na ten adres wyślemy potwierdzenie"
        autoComplete="email"
        required
        className="sm:col-span-2"
      />
    </div>
  )
}

function KnownOrder({ order: { order_number, name, email, items } }: { order: OrderOfLink }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 rounded-xl bg-sand px-4 py-4 text-sm sm:grid-cols-3">
      <KnownFact term="Zamówienie">
        <span className="tabular-nums">
          #{labelOrders(items.map((item) => item.order_number)).replaceAll(', ', ', #') || order_number}
        </span>
      </KnownFact>
      <KnownFact term="Imię i nazwisko">{name}</KnownFact>
      <KnownFact term="E-mail">{email}</KnownFact>
    </dl>
  )
}

function KnownFact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-oud">{term}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
