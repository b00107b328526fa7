import { useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { onSessionEvent, signOut } from './session.ts'

/** Signs out and shows how it went; what the page does then is its own affair. */
export function useSignOut(): { busy: boolean; leave(): Promise<void> } {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async leave() {
      setBusy(true)
      const reached = await signOut()
      toast(reached ? { title: 'Wylogowano', tone: 'success' } : { title: 'Błąd wylogowania', tone: 'error' })
      setBusy(false)
    },
  }
}

/**
 * 'Wyloguj'. Once signed out, here or in another tab, the page is left for `to`; without `to` it stays and loads anew,
 * as a stranger sees it.
 */
export function SignOutButton({ to, variant = 'secondary' }: { to?: string; variant?: 'primary' | 'secondary' }) {
  const { busy, leave } = useSignOut()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event === 'SIGNED_OUT') void (to === undefined ? revalidate() : navigate(to))
      }),
    [to, navigate, revalidate],
  )

  return (
    <Button variant={variant} busy={busy} onClick={() => void leave()}>
      Wyloguj
    </Button>
  )
}
