import type { Session } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { SignedInBlock } from './signed-in-block.tsx'
import { StepHeading } from './step-heading.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'

type AccountStepProps = {
  form: CheckoutForm
  session: Session
  progress: string
  busy: boolean
  onNext: () => void
}

/** Step 1: e-mail, password and terms; back here after signing in, the account. */
export function AccountStep({ form, session, progress, busy, onNext }: AccountStepProps) {
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <StepHeading title="Twoje konto" progress={progress} />
      {session.user ? (
        <SignedInBlock email={session.user.email} />
      ) : (
        <>
          <p className="text-sm text-oud">Masz konto? Zalogujemy Cię. Nie masz? Założymy je z tym hasłem.</p>
          <CredentialsFields form={form} />
        </>
      )}
      <Button type="submit" size="lg" busy={busy}>
        Dalej
      </Button>
    </form>
  )
}
