import { CircleUserRound } from 'lucide-react'
import type { Session } from '#app/account/session.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { FormField } from './form-field.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'
import { canSubmitCredentials } from './validate-form.ts'

type AccountBlockProps = { form: CheckoutForm; session: Session; busy: boolean; onSignIn: () => void }

/** Who orders: the signed-in account, or the guest's login and registration in one. */
export function AccountBlock({ form, session, busy, onSignIn }: AccountBlockProps) {
  if (session.status === 'unknown') return <Skeleton className="h-24 rounded-xl" />
  if (session.user) return <SignedInAccount email={session.user.email} />
  return (
    <form
      aria-labelledby="guest-account"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSignIn()
      }}
    >
      <div>
        <h3 id="guest-account" className="font-display text-lg">
          Logowanie lub rejestracja
        </h3>
        <p className="text-sm text-oud">Masz konto? Zalogujemy Cię. Nie masz? Założymy je z tym hasłem.</p>
      </div>
      <CredentialsFields form={form} />
      <Button type="submit" variant="secondary" busy={busy} disabled={!canSubmitCredentials(form)}>
        Zaloguj się lub załóż konto
      </Button>
    </form>
  )
}

/** E-mail, password and terms: signs in who has an account, creates one for who has none. */
export function CredentialsFields({ form }: { form: CheckoutForm }) {
  return (
    <>
      <FormField
        form={form}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
      />
      <PasswordField
        label="Hasło"
        name="password"
        autoComplete="current-password"
        placeholder="Minimum 6 znaków"
        required
        value={form.password}
        error={form.errors.password}
        onChange={(event) => form.setPassword(event.target.value)}
        onBlur={() => form.leave('password')}
      />
      <CheckboxField
        name="acceptedTerms"
        checked={form.draft.acceptedTerms}
        error={form.errors.acceptedTerms}
        onChange={(event) => form.change({ acceptedTerms: event.target.checked })}
        label={
          <>
            Akceptuję <LegalLink href="/regulamin">regulamin</LegalLink> i{' '}
            <LegalLink href="/polityka-prywatnosci">politykę prywatności</LegalLink>
          </>
        }
      />
    </>
  )
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="font-medium underline underline-offset-4">
      {children}
      <span className="sr-only"> (nowa karta)</span>
    </a>
  )
}

export function SignedInAccount({ email }: { email: string }) {
  return (
    <section aria-label="Konto" className="flex items-center gap-3 rounded-xl bg-sand px-4 py-3">
      <CircleUserRound aria-hidden="true" className="size-6 shrink-0 text-oud" />
      <p className="min-w-0 text-sm">
        <span className="block font-semibold">Zalogowany</span>
        <span className="block wrap-anywhere">{email}</span>
      </p>
    </section>
  )
}
