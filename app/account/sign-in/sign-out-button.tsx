import { useEffect } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { onSessionEvent, signOut } from '#app/account/session.ts'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { SUCCESS_MS, toast } from '#app/ui/toast.ts'

/** Signs out and shows the outcome in a toast; a success toast stays for `successMs`. */
export function useSignOut(successMs?: number) {
  return useAct(async () => {
    const reached = await signOut()
    toast(
      reached
        ? { title: 'Wylogowano', tone: 'success', durationMs: successMs }
        : { title: 'Błąd wylogowania', tone: 'error' },
    )
  })
}

/**
 * 'Wyloguj' of the customer's panel and the admin's pages. After signing out, here or in another tab, it leads to
 * `to`; without `to` the page is loaded again as visitors see it.
 */
export function SignOutButton({ to }: { to?: string }) {
  // Its own duration, because the toast is shown on the next page.
  const [busy, leave] = useSignOut(SUCCESS_MS.private)
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
    <Button variant="secondary" busy={busy} onClick={() => void leave()}>
      Wyloguj
    </Button>
  )
}
