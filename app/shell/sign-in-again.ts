import { useEffect, useEffectEvent, useRef } from 'react'
import { onSessionEvent, useSession } from '#app/account/session.ts'
import { setSignInAgain } from '#app/api-client.ts'
import type { useDialogs } from '#app/dialogs/dialogs.ts'

/**
 * Opens the sign-in dialog when the session ends while a customer saves something; the call is then repeated. Closing
 * the dialog, also by Back, cancels it.
 */
export function useSignInAgain({ dialogs, open }: ReturnType<typeof useDialogs>): void {
  const { user } = useSession()
  const isOpen = dialogs.some(({ name }) => name === 'sign-in-again')
  const waiting = useRef<((signedIn: boolean) => void)[]>([])
  const isSignedIn = useRef(false)
  const wasOpen = useRef(false)

  const ask = useEffectEvent((): Promise<boolean> => {
    if (!user) return Promise.resolve(false)
    if (waiting.current.length === 0) {
      isSignedIn.current = false
      open({ name: 'sign-in-again', email: user.email })
    }
    return new Promise((resolve) => waiting.current.push(resolve))
  })
  const isKnown = user !== null
  useEffect(() => {
    // Visitors without an account can sign in on the page itself.
    if (!isKnown) return
    setSignInAgain(() => ask())
    return () => setSignInAgain(null)
  }, [isKnown])

  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event === 'SIGNED_IN' || event === 'MFA_CHALLENGE_VERIFIED') isSignedIn.current = true
      }),
    [],
  )

  useEffect(() => {
    if (!isOpen && wasOpen.current) for (const resolve of waiting.current.splice(0)) resolve(isSignedIn.current)
    wasOpen.current = isOpen
  }, [isOpen])
}
