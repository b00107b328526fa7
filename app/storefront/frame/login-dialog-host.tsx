import { lazy, Suspense } from 'react'
import { loadLoginDialog, loginDialog } from './dialogs.ts'
import { useDialogEntry } from './use-dialog-entry.ts'
import { useOnceOpen } from './use-once-open.ts'

const LoginDialog = lazy(loadLoginDialog)

/** Opened by PANEL KLIENTA; after success the panel follows (spec 1 §2). */
export function LoginDialogHost() {
  const { open, leaveTo } = useDialogEntry(loginDialog, 'login')
  if (!useOnceOpen(open)) return null
  return (
    <Suspense fallback={null}>
      <LoginDialog
        open={open}
        onOpenChange={(next) => (next ? loginDialog.open() : loginDialog.close())}
        onSuccess={() => leaveTo('/panel-klienta')}
      />
    </Suspense>
  )
}
