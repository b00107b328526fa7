import { useState } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { LOGIN_TITLES, type LoginStep, LoginSteps } from './login-steps.tsx'

type LoginDialogProps = { open: boolean; onClose: () => void; onSuccess: () => void }

/** Login, registration and the ways in without a password, in one dialog. Closing it forgets what was typed. */
export default function LoginDialog({ open, onClose, onSuccess }: LoginDialogProps) {
  const [step, setStep] = useState<LoginStep>('login')
  return (
    <Dialog open={open} onClose={onClose} title={LOGIN_TITLES[step]} size="sm">
      <div className="px-5 pt-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:px-7">
        <LoginSteps step={step} onStep={setStep} onSuccess={onSuccess} />
      </div>
    </Dialog>
  )
}
