import { href, Link } from 'react-router'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { accountFormSchema } from '#domain/kernel/account-number.ts'
import { formatGrosze } from '#domain/kernel/money.ts'
import { formatCalendarDay, formatDateTime } from '#domain/kernel/text.ts'
import type { LinkedCase } from '#domain/returns/admin-case.ts'
import { CASE_KIND_LABELS } from '#domain/returns/return-case.ts'
import { saveReturnSlip } from './save-return-slip.ts'

type OrderCasesProps = { cases: readonly LinkedCase[]; token: string; onChanged: () => void }

/** The withdrawals and complaints of an order with their deadlines, and links to make another. */
export function OrderCases({ cases, token, onChanged }: OrderCasesProps) {
  return (
    <section aria-labelledby="zwroty" className="card px-5 py-4">
      <h2 id="zwroty" className="font-display text-lg">
        Zwroty i reklamacje
      </h2>
      {cases.map((each) => (
        <OneCase key={each.number} of={each} token={token} onChanged={onChanged} />
      ))}
      <p className="mt-2 flex flex-wrap gap-x-6">
        <Link to={`${href('/odstapienie')}#${token}`} className={LINK}>
          Odstąp od umowy tutaj
        </Link>
        <Link to={`${href('/reklamacja')}#${token}`} className={LINK}>
          Złóż reklamację
        </Link>
      </p>
    </section>
  )
}

const LINK = 'inline-flex min-h-11 items-center text-sm underline underline-offset-4'

function OneCase({ of: each, token, onChanged }: { of: LinkedCase; token: string; onChanged: () => void }) {
  const {
    number,
    kind,
    received_at: receivedAt,
    items,
    account,
    answer,
    deduction_grosze: deductionGrosze,
    deduction_reason: deductionReason,
  } = each
  return (
    <article aria-label={`${CASE_KIND_LABELS[kind]} ${number}`} className="mt-3 rounded-xl bg-sand px-4 py-3 text-sm">
      <h3 className="font-semibold">
        {CASE_KIND_LABELS[kind]} <span className="tabular-nums">{number}</span>
      </h3>
      <p className="text-oud">Złożono {formatDateTime(new Date(receivedAt))}</p>
      <p className="mt-1 font-medium">{describeStanding(each)}</p>
      {items.length > 0 && (
        <p className="mt-1 wrap-anywhere">{items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</p>
      )}
      {deductionGrosze > 0 && (
        <p className="mt-1">{`Potrącenie ${formatGrosze(deductionGrosze)}: ${deductionReason ?? ''}`}</p>
      )}
      {answer !== null && <p className="mt-2 whitespace-pre-line wrap-anywhere">{answer}</p>}
      {kind === 'withdrawal' && each.stage === 'waiting_for_goods' && <ReturnSlip number={number} token={token} />}
      {account !== null && <AccountForm number={number} ending={account.ending} token={token} onChanged={onChanged} />}
    </article>
  )
}

/** The state of the case, and until when the shop has to act. */
function describeStanding(found: LinkedCase): string {
  const accepted = found.kind === 'complaint' && found.decision === 'accepted' ? 'Uznaliśmy reklamację.' : ''
  return `${accepted} ${describeStage(found)}`.trim()
}

function describeStage({
  kind,
  stage,
  dispatch,
  is_paid: isPaid,
  due_day: dueDay,
  amount_grosze: amountGrosze,
  decision,
}: LinkedCase): string {
  const day = formatCalendarDay(dueDay)
  const amount = amountGrosze === null || amountGrosze === 0 ? '' : ` ${formatGrosze(amountGrosze)}`
  const isUnsent = dispatch === 'not_sent'
  switch (stage) {
    case 'waiting_for_goods':
      return isPaid
        ? `Oddamy${amount || ' pieniądze'} do ${day}. Czekamy na towar albo dowód jego nadania.`
        : NOT_PAID_YET
    case 'to_settle':
      if (!isUnsent) return isPaid ? `Oddamy${amount || ' pieniądze'} do ${day}.` : NOT_PAID
      return `Paczka jeszcze nie wyszła: niczego nie odsyłaj. ${isPaid ? `Oddamy${amount || ' pieniądze'} do ${day}.` : NOT_PAID}`
    case 'settled':
      if (amount) return `${isUnsent ? 'Paczka nie wyszła: niczego nie odsyłaj. ' : ''}Oddaliśmy${amount}.`
      if (isUnsent) return 'Tych sztuk nie wysłaliśmy. Sprawa zakończona.'
      return kind === 'withdrawal' ? 'Sprawa zakończona.' : ''
    case 'refused':
      return 'Nie możemy przyjąć tego odstąpienia.'
    case 'to_answer':
      return `Odpowiemy do ${day}.`
    case 'answered':
      return decision === 'accepted' ? '' : 'Nie uznaliśmy reklamacji.'
  }
}

const NOT_PAID = 'Nic za nie nie zapłacono, więc nie ma czego oddawać.'
const NOT_PAID_YET =
  'Paczka jest w drodze, a pobranie nie jest zapłacone. Możesz jej nie przyjąć: wróci do nas. Jeśli ją przyjmiesz, odeślij towar, a pieniądze oddamy.'

/** The completed return slip for the parcel, as PDF. */
function ReturnSlip({ number, token }: { number: string; token: string }) {
  const [busy, download] = useAct(async () => {
    const saved = await saveReturnSlip({ number, token })
    if (!saved.ok) toast({ title: 'Nie udało się pobrać kartki', description: saved.failure.message, tone: 'error' })
  })
  return (
    <Button variant="secondary" busy={busy} className="mt-3" onClick={() => void download()}>
      Pobierz kartkę do paczki (PDF)
    </Button>
  )
}

type AccountFormProps = { number: string; ending: string | null; token: string; onChanged: () => void }

/** The bank account for the refund of money that was paid on delivery. */
function AccountForm({ number, ending, token, onChanged }: AccountFormProps) {
  const form = useForm({
    schema: accountFormSchema,
    initial: { iban: '' },
    async onSubmit({ iban }) {
      const answer = await callApi('post', '/api/order-link/account-number', { json: { token, number, iban } })
      if (answer.ok) {
        form.replace({ iban: '' })
        toast({ title: 'Numer konta zapisany', tone: 'success' })
        onChanged()
        return undefined
      }
      const { failure } = answer
      if (failure.reason === 'unreachable') {
        return { toast: { title: 'Nie udało się zapisać', description: 'Sklep nie odpowiada. Spróbuj ponownie.' } }
      }
      return Object.keys(failure.fields).length > 0
        ? { fields: failure.fields }
        : { toast: { title: 'Nie udało się zapisać', description: failure.message } }
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} aria-label="Numer konta" className="mt-3 grid gap-3">
      {ending !== null && <p>{`Pieniądze wyślemy na konto kończące się na ${ending}. Możesz je zmienić:`}</p>}
      <TextField
        {...form.text('iban')}
        label="Numer konta do zwrotu pieniędzy"
        hint="26 cyfr; zagraniczny razem z literami kraju"
        inputMode="text"
        autoComplete="off"
        maxLength={60}
        required
      />
      <Button type="submit" variant="secondary" busy={form.busy} className="justify-self-start">
        Zapisz numer konta
      </Button>
    </form>
  )
}
