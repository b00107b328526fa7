import { href, Link } from 'react-router'
import { callApi } from '#app/api-client.ts'
import { isObject } from '#app/browser-storage.ts'
import { NearbyReturn } from '#app/returns/nearby-return.tsx'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { accountFormSchema } from '#domain/kernel/numbers/account-number.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { formatCalendarDay, formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { LinkedCase } from '#domain/returns/admin-case.ts'
import { beginRefund, CASE_KIND_LABELS } from '#domain/returns/return-case.ts'

type OrderCasesProps = {
  cases: readonly LinkedCase[]
  /** See NearbyReturn. */
  nearbyReturnUrl: string | null
  token: string
  onChanged: () => void
}

/** The withdrawals and complaints of an order with their deadlines, and links to make another. */
export function OrderCases({ cases, nearbyReturnUrl, token, onChanged }: OrderCasesProps) {
  return (
    <section aria-labelledby="zwroty" className="card px-5 py-4">
      <h2 id="zwroty" className="font-display text-lg">
        Zwroty i reklamacje
      </h2>
      {cases.map((each) => (
        <OneCase key={each.number} of={each} nearbyReturnUrl={nearbyReturnUrl} token={token} onChanged={onChanged} />
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

type OneCaseProps = Omit<OrderCasesProps, 'cases'> & { of: LinkedCase }

function OneCase({ of: each, nearbyReturnUrl, token, onChanged }: OneCaseProps) {
  const { number, kind, items, account, answer } = each
  return (
    <article aria-label={`${CASE_KIND_LABELS[kind]} ${number}`} className="mt-3 rounded-xl bg-sand px-4 py-3 text-sm">
      <h3 className="font-semibold">
        {CASE_KIND_LABELS[kind]} <span className="tabular-nums">{number}</span>
      </h3>
      <p className="text-oud">Złożono {formatDateTime(new Date(each.received_at))}</p>
      <p className="mt-1 font-medium">{describeStanding(each)}</p>
      {items.length > 0 && (
        <p className="mt-1 wrap-anywhere">{items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</p>
      )}
      {each.deduction_grosze > 0 && (
        <p className="mt-1">{`Potrącenie ${formatGrosze(each.deduction_grosze)}: ${each.deduction_reason ?? ''}`}</p>
      )}
      {each.advantages.map((sentence) => (
        <p key={sentence} className="mt-1 wrap-anywhere">{`Potrącenie. ${sentence}`}</p>
      ))}
      {answer !== null && <p className="mt-2 whitespace-pre-line wrap-anywhere">{answer}</p>}
      {each.awaits_goods && (
        <div className="mt-2 grid gap-2">
          {each.drop_off_code !== null && (
            <p>
              Kod nadania: <strong className="tabular-nums">{each.drop_off_code}</strong>. Podaj go w punkcie albo
              automacie.
            </p>
          )}
          <NearbyReturn url={nearbyReturnUrl} />
        </div>
      )}
      {kind === 'withdrawal' && each.awaits_goods && <ReturnSlip number={number} token={token} />}
      {account !== null && <AccountForm number={number} ending={account.ending} token={token} onChanged={onChanged} />}
    </article>
  )
}

/** The state of the case, and until when the shop has to act. */
function describeStanding(found: LinkedCase): string {
  const accepted = found.kind === 'complaint' && found.decision === 'accepted' ? 'Uznaliśmy reklamację.' : ''
  return `${accepted} ${describeStage(found)}`.trim()
}

function describeStage({ kind, stage, decision, ...found }: LinkedCase): string {
  const day = formatCalendarDay(found.due_day)
  const amount = found.amount_grosze ? ` ${formatGrosze(found.amount_grosze)}` : ''
  const refund = `${beginRefund(found.late)}${amount || ' pieniądze'} do ${day}.`
  const isUnsent = found.dispatch === 'not_sent'
  switch (stage) {
    case 'waiting_for_goods':
      return found.is_paid ? `${refund} Czekamy na towar albo dowód jego nadania.` : NOT_PAID_YET
    case 'to_settle':
      return `${isUnsent ? 'Paczka jeszcze nie wyszła: niczego nie odsyłaj. ' : ''}${found.is_paid ? refund : NOT_PAID}`
    case 'settled':
      if (amount) {
        const goods = found.awaits_goods ? ' Jeśli towar nie jest jeszcze w drodze do nas, odeślij go.' : ''
        return `${isUnsent ? 'Paczka nie wyszła: niczego nie odsyłaj. ' : ''}Oddaliśmy${amount}.${goods}`
      }
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

/** How long the shop may take to write the return slip, ms. */
const SLIP_TIMEOUT_MS = 20_000

type SlipFailure = { reason: 'failed'; message: string }

/** Downloads the return slip of a withdrawal. Not a link, because the token may not be part of a requested address. */
async function saveReturnSlip(of: { number: string; token: string }): Promise<Result<null, SlipFailure>> {
  try {
    const answer = await fetch('/api/order-link/return-slip', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(of),
      signal: AbortSignal.timeout(SLIP_TIMEOUT_MS),
    })
    if (!answer.ok) return fail({ reason: 'failed', message: readSentence(await answer.json()) })
    const address = URL.createObjectURL(await answer.blob())
    const link = Object.assign(document.createElement('a'), { href: address, download: `zwrot-${of.number}.pdf` })
    link.click()
    // Some browsers begin the download a moment after the press.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return ok(null)
  } catch (cause) {
    console.warn('The return slip was not downloaded', cause)
    return fail({ reason: 'failed', message: NO_ANSWER })
  }
}

const NO_ANSWER = 'Sklep nie odpowiada. Spróbuj ponownie za chwilę.'

function readSentence(content: unknown): string {
  const error = isObject(content) ? content.error : null
  return isObject(error) && typeof error.message === 'string' ? error.message : NO_ANSWER
}

type AccountFormProps = { number: string; ending: string | null; token: string; onChanged: () => void }

/** The bank account for the refund of money that was paid on delivery. */
function AccountForm({ number, ending, token, onChanged }: AccountFormProps) {
  const form = useForm({
    schema: accountFormSchema,
    initial: { iban: '' },
    async onSubmit({ iban }) {
      const answer = await callApi('post', '/api/order-link/account-number', { json: { token, number, iban } })
      if (!answer.ok) {
        const { failure } = answer
        if (failure.reason === 'refused' && Object.keys(failure.fields).length > 0) return { fields: failure.fields }
        const description = failure.reason === 'refused' ? failure.message : 'Sklep nie odpowiada. Spróbuj ponownie.'
        return { toast: { title: 'Nie udało się zapisać', description } }
      }
      form.replace({ iban: '' })
      toast({ title: 'Numer konta zapisany', tone: 'success' })
      onChanged()
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
