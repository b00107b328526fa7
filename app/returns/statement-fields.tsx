import { EmailField, TextField } from '#app/ui/form/text-field.tsx'
import type { LinkedOrder } from './order-by-link.tsx'

type FieldState = {
  name: string
  value: string
  error?: string
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

/** Who declares, and for which order, typed by hand. */
export function TypedOrderFields({ text }: { text: (name: 'name' | 'order_number' | 'email') => FieldState }) {
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

/** The same of an order that was opened by its link. */
export function KnownOrder({ order: { order_number, name, email } }: { order: LinkedOrder }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 rounded-xl bg-sand px-4 py-4 text-sm sm:grid-cols-3">
      <KnownFact term="Zamówienie">
        <span className="tabular-nums">#{order_number}</span>
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
