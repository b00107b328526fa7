import { useState } from 'react'
import { sessionChanged, sessionEnded, useSession } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { describeApiFailure } from './link-request-form.tsx'
import { LOGIN_TITLES, type LoginStep, LoginSteps } from './login-steps.tsx'
import {
  FocusedNote,
  FurtherLinks,
  isLinkProblem,
  MAILED_LINK_HEADERS,
  MailedLinkPage,
  useLinkToken,
} from './mailed-link-page.tsx'

export const headers = () => MAILED_LINK_HEADERS

type Step = 'button' | 'done' | { problem: string; sendsAnother: boolean }

/** Confirms the address of the signed-in account by a mailed link; without a session it asks for the login first. */
export default function VerifyEmail() {
  const token = useLinkToken()
  const session = useSession()
  const [step, setStep] = useState<Step>('button')
  const [login, setLogin] = useState<LoginStep>('login')

  const [busy, confirm] = useAct(async () => {
    const answer = await callApi('post', '/api/me/verify-email', { json: { token: token ?? '' } })
    if (answer.ok) {
      await sessionChanged('USER_UPDATED')
      setStep('done')
    } else if (answer.failure.reason === 'refused') {
      const { code, message } = answer.failure
      if (code === 'sign_in_required') sessionEnded()
      else if (isLinkProblem(code)) setStep({ problem: message, sendsAnother: true })
      else if (code === 'link_of_other_account') setStep({ problem: message, sendsAnother: false })
      else toast({ title: 'Błąd', description: message, tone: 'error' })
    } else toast({ title: 'Błąd', description: describeApiFailure(answer.failure), tone: 'error' })
  })

  const problem =
    typeof step === 'object' ? step : token === '' ? { problem: ACCOUNT_TEXTS.linkInvalid, sendsAnother: true } : null
  return (
    <MailedLinkPage title={step === 'done' ? 'Adres potwierdzony' : 'Potwierdź adres e-mail'}>
      {session.status === 'unknown' && <Skeleton className="h-40 rounded-xl" />}
      {session.status === 'known' && session.user === null && (
        <div className="space-y-5">
          <p>Zaloguj się na konto, którego adres potwierdzasz.</p>
          <h2 className="font-display text-xl">{LOGIN_TITLES[login]}</h2>
          <LoginSteps step={login} onStep={setLogin} onSuccess={() => setLogin('login')} />
        </div>
      )}
      {session.user && problem && (
        <div className="space-y-5">
          <Alert title="Nie udało się potwierdzić adresu">{problem.problem}</Alert>
          {problem.sendsAnother && <SendAnother email={session.user.email} />}
        </div>
      )}
      {session.user && !problem && step === 'button' && (
        <div className="space-y-5">
          <p className="wrap-anywhere">
            Potwierdź, że <strong>{session.user.email}</strong> to Twój adres.
          </p>
          <Button size="lg" className="w-full" busy={busy} onClick={() => void confirm()}>
            Potwierdź adres
          </Button>
        </div>
      )}
      {session.user && step === 'done' && (
        <div className="space-y-5">
          <FocusedNote>Dziękujemy. Możesz już zamawiać bez ograniczeń dla nowych kont.</FocusedNote>
          <FurtherLinks />
        </div>
      )}
    </MailedLinkPage>
  )
}

function SendAnother({ email }: { email: string }) {
  const [isSent, setSent] = useState(false)
  const [busy, send] = useAct(async () => {
    const answer = await callApi('post', '/api/me/request-verification', { json: {} })
    if (!answer.ok) {
      toast({ title: 'Nie wysłaliśmy linku', description: describeApiFailure(answer.failure), tone: 'error' })
    }
    setSent(answer.ok)
  })
  if (isSent) {
    return (
      <p role="status" className="wrap-anywhere">
        Wysłaliśmy nowy link na adres {email}.
      </p>
    )
  }
  return (
    <Button variant="secondary" busy={busy} onClick={() => void send()}>
      Wyślij nowy link
    </Button>
  )
}
