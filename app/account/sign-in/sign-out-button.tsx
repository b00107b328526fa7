import { useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { onSessionEvent, signOut } from '#app/account/session.ts'
import { Button } from '#app/ui/button.tsx'
import { SUCCESS_MS, toast } from '#app/ui/toast.ts'

/** Signs out and shows how it went, for `successMs`; what the page does then is its own affair. */
export function useSignOut(successMs?: number): { busy: boolean; leave(): Promise<void> } {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async leave() {
      setBusy(true)
      const reached = await signOut()
      toast(
        reached
          ? { title: 'Wylogowano', tone: 'success', durationMs: successMs }
          : { title: 'Błąd wylogowania', tone: 'error' },
      )
      setBusy(false)
    },
  }
}

/**
 * 'Wyloguj' of the customer's panel and the admin's pages. Once signed out, here or in another tab, the page is left for
 * `to`; without `to` it stays and loads anew as visitors see it.
 */
export function SignOutButton({ to, variant = 'secondary' }: { to?: string; variant?: 'primary' | 'secondary' }) {
  // By the time the toast stands, the page it was pressed on is left.
  const { busy, leave } = useSignOut(SUCCESS_MS.private)
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
