import { useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { onSessionEvent, signOut } from './session.ts'

/**
 * 'Wyloguj'. Once signed out, here or in another tab, the page is left for `to`; without `to` it stays and loads anew,
 * as a stranger sees it.
 */
export function SignOutButton({ to, variant = 'secondary' }: { to?: string; variant?: 'primary' | 'secondary' }) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event === 'SIGNED_OUT') void (to === undefined ? revalidate() : navigate(to))
      }),
    [to, navigate, revalidate],
  )

  async function leave() {
    setBusy(true)
    const told = await signOut()
    toast(told ? { title: 'Wylogowano', tone: 'success' } : { title: 'Błąd wylogowania', tone: 'error' })
    setBusy(false)
  }

  return (
    <Button variant={variant} busy={busy} onClick={() => void leave()}>
      Wyloguj
    </Button>
  )
}
