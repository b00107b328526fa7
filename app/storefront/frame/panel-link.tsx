import { useNavigate } from 'react-router'
import { useSession } from '#app/session/session-store.ts'
import { loadLoginDialog, loginDialog } from './dialogs.ts'

/** PANEL KLIENTA: the panel for who is signed in, the login dialog for everyone else (spec 1 §2). */
export function PanelLink({ className, onNavigate }: { className: string; onNavigate?: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  return (
    <a
      href="/panel-klienta"
      className={className}
      onPointerEnter={() => void loadLoginDialog()}
      onFocus={() => void loadLoginDialog()}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onNavigate?.()
        if (session.user) void navigate('/panel-klienta')
        else loginDialog.open()
      }}
    >
      PANEL KLIENTA
    </a>
  )
}
