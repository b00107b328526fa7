import { useEffect, useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { sessionChanged, useSession } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { SECRET_ADDRESS_HEADERS } from '#app/page-access.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { describeApiFailure } from './link-request-form.tsx'
import { MailedLinkPage } from './mailed-link-page.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

export const headers = () => SECRET_ADDRESS_HEADERS

const CANCELLED = 'Logowanie przez Google zostało przerwane. Nic się nie zmieniło.'

type Step = 'waiting' | 'code' | { problem: string }

/** The page to which Google returns. Removes the code from the address at once and uses it once. */
export default function ReturnFromGoogle() {
  const [step, setStep] = useState<Step>('waiting')
  const navigate = useNavigate()
  const begun = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the address at which the page was opened
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const { search, pathname } = window.location
    void navigate(pathname, { replace: true, defaultShouldRevalidate: false })
    void finish(new URLSearchParams(search))
  }, [])

  async function finish(given: URLSearchParams) {
    const [code, state] = [given.get('code'), given.get('state')]
    if (code === null || state === null) return setStep({ problem: CANCELLED })
    const answer = await callApi('post', '/api/auth/callback/google', { json: { code, state } })
    if (!answer.ok) {
      const { failure } = answer
      const asksCode = failure.reason === 'refused' && failure.code === 'second_factor_required'
      return setStep(asksCode ? 'code' : { problem: describeApiFailure(failure) })
    }
    if (answer.value.outcome === 'linked') {
      toast({ title: 'Połączono z Google', tone: 'success' })
      return leave('#konto')
    }
    await sessionChanged('SIGNED_IN')
    await enter()
  }

  /** The same steps as after the login dialog. */
  function enter() {
    toast({ title: 'Zalogowano', tone: 'success' })
    return leave()
  }

  async function leave(tab = '') {
    await navigate(href('/panel-klienta') + tab, { replace: true })
  }

  return (
    <MailedLinkPage title="Logowanie przez Google">
      {step === 'waiting' && (
        <div role="status" aria-label="Sprawdzamy odpowiedź Google" className="space-y-4">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-13 w-full rounded-full" />
        </div>
      )}
      {step === 'code' && <SecondFactorForm onSuccess={() => void enter()} />}
      {typeof step === 'object' && <Problem message={step.problem} />}
    </MailedLinkPage>
  )
}

/** What went wrong, with a link to the panel for a signed-in customer and to the login for others. */
function Problem({ message }: { message: string }) {
  const { user } = useSession()
  const { open } = useDialogs()
  return (
    <div className="space-y-5">
      <Alert title="Nie udało się">{message}</Alert>
      <div className="grid gap-3">
        {user ? (
          <Link to={`${href('/panel-klienta')}#konto`} className={buttonClass('primary', 'lg')}>
            Wróć do panelu klienta
          </Link>
        ) : (
          <Button size="lg" onClick={() => open({ name: 'login' })}>
            Zaloguj się
          </Button>
        )}
        <Link to={href('/sklep')} className={buttonClass('quiet')}>
          Wróć do zakupów
        </Link>
      </div>
    </div>
  )
}
