import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { GoogleButton } from './google-button.tsx'
import { LOGIN_TITLES, type LoginStep, LoginSteps, TermsNote } from './login-steps.tsx'

type LoginDialogProps = {
  open: boolean
  /** The visitor opened the panel, which requires a login. */
  sent?: boolean
  onClose: () => void
  onSuccess: () => void
}

/** Login, registration and login without a password in one dialog. Closing it forgets what was typed. */
export default function LoginDialog({ open, sent, onClose, onSuccess }: LoginDialogProps) {
  const [step, setStep] = useState<LoginStep>('login')
  return (
    <Dialog open={open} onClose={onClose} title={LOGIN_TITLES[step]} size="sm">
      <div className="px-5 pt-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:px-7">
        {sent && step === 'login' && (
          <p className="mb-4 text-sm">
            Zaloguj się, aby zobaczyć panel klienta. Zamówienie bez konta otworzysz linkiem z e-maila o zamówieniu.
          </p>
        )}
        <LoginSteps step={step} onStep={setStep} onSuccess={onSuccess} />
        {(step === 'login' || step === 'register') && <OtherWaysIn saysTerms={step === 'login'} />}
      </div>
    </Dialog>
  )
}

const providersQuery = queryOptions({
  queryKey: ['sign-in-providers'],
  queryFn: async ({ signal }) => orThrow(await callApi('get', '/api/auth/providers', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** `saysTerms`: shows the terms when the form above does not, because signing in with Google may create an account. */
function OtherWaysIn({ saysTerms }: { saysTerms: boolean }) {
  // A failure is not shown: signing in by e-mail and password still works.
  const { data: providers } = useQuery(providersQuery, queryClient)
  if (!providers?.google) return null
  return (
    <div className="mt-2 space-y-3 border-t border-night/15 pt-4">
      <GoogleButton purpose="sign-in" size="lg" className="w-full">
        Zaloguj się przez Google
      </GoogleButton>
      {saysTerms && <TermsNote />}
    </div>
  )
}
