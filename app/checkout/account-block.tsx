import { CircleUserRound } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { href } from 'react-router'
import { endGuestSession, type Session } from '#app/account/session.ts'
import { describeApiFailure, LinkSent } from '#app/account/sign-in/link-request-form.tsx'
import { SecondFactorForm } from '#app/account/sign-in/second-factor-form.tsx'
import { useSignOut } from '#app/account/sign-in/sign-out-button.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { EmailField, PasswordField } from '#app/ui/form/text-field.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { guestCredentialsSchema, guestWithoutAccountSchema } from '#domain/checkout/checkout-form.ts'
import { type CheckoutForm, findBuyer } from './use-checkout-form.ts'
import type { Ordering } from './use-ordering.ts'

type AccountBlockProps = { form: CheckoutForm; session: Session; ordering: Ordering }

/** The signed-in account, or login and registration of a guest in one form. */
export function AccountBlock({ form, session, ordering }: AccountBlockProps) {
  if (session.status === 'unknown') return <Skeleton className="h-24 rounded-xl" />
  if (findBuyer(session)) return <BuyersAccount session={session} />
  return (
    <section aria-labelledby="guest-account" className="grid gap-4">
      <div>
        <h3 id="guest-account" className="font-display text-lg">
          {ordering.codeRequired ? 'Potwierdź logowanie' : 'Twój e-mail'}
        </h3>
        {!ordering.codeRequired && <GuestNote />}
      </div>
      {ordering.codeRequired ? (
        <SecondFactorForm onSuccess={ordering.codeAccepted} onCancel={ordering.codeCancelled} />
      ) : (
        <form
          aria-labelledby="guest-account"
          noValidate
          className="grid gap-4"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void ordering.signIn()
          }}
        >
          <CredentialsFields form={form} />
          <Button type="submit" variant="secondary" busy={form.busy} disabled={!canSubmitCredentials(form)}>
            {form.values.password === '' ? 'Dalej bez konta' : 'Zaloguj się lub załóż konto'}
          </Button>
        </form>
      )}
    </section>
  )
}

/** What the form asks for. */
export function GuestNote() {
  return <p className="text-sm text-oud">Podaj e-mail, na który wyślemy potwierdzenie z linkiem do zamówienia.</p>
}

const LEGAL_LINK = 'font-medium underline underline-offset-4'

/** E-mail and terms, and between them the password of an account, which nobody has to type. */
export function CredentialsFields({ form }: { form: CheckoutForm }) {
  const heading = useId()
  return (
    <>
      <EmailField {...form.text('email')} label="E-mail" autoComplete="username" required />
      <section aria-labelledby={heading} className="grid gap-3 rounded-xl bg-sand/60 p-4">
        <div>
          <h4 id={heading} className="font-semibold">
            Załóż konto przy okazji (możesz pominąć)
          </h4>
          <p className="text-xs text-oud">Masz już konto? Wpisz jego hasło, a zamówienie trafi do Twojego panelu.</p>
        </div>
        <PasswordField
          {...form.text('password')}
          label="Hasło"
          autoComplete="current-password"
          placeholder="Minimum 6 znaków"
        />
        <ForgottenPassword
          readEmail={() => form.validate(guestCredentialsSchema.pick({ email: true }))?.email ?? null}
        />
      </section>
      <CheckboxField
        {...form.checkbox('acceptedTerms')}
        label={
          <>
            Akceptuję{' '}
            <NewTabLink href={href('/regulamin')} className={LEGAL_LINK}>
              regulamin
            </NewTabLink>{' '}
            i{' '}
            <NewTabLink href={href('/polityka-prywatnosci')} className={LEGAL_LINK}>
              politykę prywatności
            </NewTabLink>
          </>
        }
      />
    </>
  )
}

/** Sends a link to a new password. `readEmail` returns the address typed in the form; null after showing its error. */
function ForgottenPassword({ readEmail }: { readEmail(): string | null }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [busy, send] = useAct(async () => {
    const email = readEmail()
    if (email === null) return
    const answer = await callApi('post', '/api/recover', { json: { email } })
    if (answer.ok) setSentTo(email)
    else toast({ title: 'Nie wysłaliśmy linku', description: describeApiFailure(answer.failure), tone: 'error' })
  })

  if (sentTo !== null) return <LinkSent to={sentTo} />
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      className="-my-2 min-h-11 justify-self-start text-left text-sm font-semibold underline underline-offset-4"
      onClick={() => void send()}
    >
      Nie pamiętasz hasła? Wyślij link do nowego
    </button>
  )
}

/** Whether a password is typed that is too short; the button waits for a longer one, or for none. */
export function hasShortPassword({ values: { password } }: CheckoutForm): boolean {
  return password !== '' && !guestCredentialsSchema.pick({ password: true }).safeParse({ password }).success
}

/** Enables the button for a valid e-mail and password; the terms are checked when it is pressed. */
function canSubmitCredentials({ values }: CheckoutForm): boolean {
  const schema = values.password === '' ? guestWithoutAccountSchema : guestCredentialsSchema
  return schema.omit({ acceptedTerms: true }).safeParse(values).success
}

/** Says who orders, with a button to sign out. */
export function BuyersAccount({ session }: { session: Session }) {
  const [busy, leave] = useSignOut()
  const buyer = findBuyer(session)
  if (buyer === null) return null
  return (
    <section aria-label="Konto" className="flex flex-wrap items-center rounded-xl bg-sand py-1.5 pr-2 pl-4">
      <div className="flex min-w-0 flex-auto items-center gap-3">
        <CircleUserRound aria-hidden="true" className="size-6 shrink-0 text-oud" />
        <p className="min-w-0 py-1.5 text-sm">
          <span className="block font-semibold">{session.user ? 'Zalogowany' : 'Kupujesz bez konta'}</span>
          <span className="block wrap-anywhere">{buyer.email}</span>
        </p>
      </div>
      <Button
        variant="quiet"
        className="ml-4"
        busy={busy}
        onClick={() => void (session.user ? leave() : endGuestSession())}
      >
        {session.user ? (
          <span>
            To nie Ty? <span className="underline">Wyloguj</span>
          </span>
        ) : (
          <span className="underline">Zmień adres</span>
        )}
      </Button>
    </section>
  )
}
