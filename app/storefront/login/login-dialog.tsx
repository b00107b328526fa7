import { useState } from 'react'
import { SecondFactorForm } from '#app/session/second-factor-form.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { LoginForm } from './login-form.tsx'
import type { LoginMode } from './use-login.ts'

type LoginDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onSuccess: () => void }

const TITLES = { login: 'Zaloguj się', register: 'Zarejestruj się', code: 'Potwierdź logowanie' } as const

/** Login and registration in one dialog (spec 1 §2, §4). Closing it forgets what was typed. */
export default function LoginDialog({ open, onOpenChange, onSuccess }: LoginDialogProps) {
  const [step, setStep] = useState<LoginMode | 'code'>('login')
  const change = (next: boolean) => {
    if (!next) setStep('login')
    onOpenChange(next)
  }
  const succeed = () => {
    setStep('login')
    onSuccess()
  }
  return (
    <Dialog open={open} onOpenChange={change} title={TITLES[step]} size="sm">
      <div className="px-5 pt-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:px-7">
        {step === 'code' ? (
          <SecondFactorForm
            onSuccess={() => {
              toast({ title: 'Zalogowano', tone: 'success' })
              succeed()
            }}
          />
        ) : (
          <LoginForm mode={step} onModeChange={setStep} onSecondFactor={() => setStep('code')} onSuccess={succeed} />
        )}
      </div>
    </Dialog>
  )
}
