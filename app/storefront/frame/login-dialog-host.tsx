import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { loadLoginDialog, loginDialog } from './dialogs.ts'
import { useOnceOpen } from './use-once-open.ts'

const LoginDialog = lazy(loadLoginDialog)

/** Opened by PANEL KLIENTA; after success the panel follows (spec 1 §2). */
export function LoginDialogHost() {
  const open = loginDialog.useOpen()
  const navigate = useNavigate()
  if (!useOnceOpen(open)) return null
  return (
    <Suspense fallback={null}>
      <LoginDialog
        open={open}
        onOpenChange={(next) => (next ? loginDialog.open() : loginDialog.close())}
        onSuccess={() => {
          loginDialog.close()
          void navigate('/panel-klienta')
        }}
      />
    </Suspense>
  )
}
