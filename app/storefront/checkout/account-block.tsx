import type { Session } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { canSubmitCredentials } from './guest-sign-in.ts'
import { SignedInBlock } from './signed-in-block.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'

type AccountBlockProps = { form: CheckoutForm; session: Session; busy: boolean; onSignIn: () => void }

/** Who orders: the signed-in account, or the guest's login and registration in one. */
export function AccountBlock({ form, session, busy, onSignIn }: AccountBlockProps) {
  if (session.status === 'unknown') return <Skeleton className="h-24 rounded-xl" />
  if (session.user) return <SignedInBlock email={session.user.email} />
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
