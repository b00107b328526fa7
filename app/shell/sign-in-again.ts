import { useEffect, useEffectEvent, useRef } from 'react'
import { onSessionEvent, useSession } from '#app/account/session.ts'
import { setSignInAgain } from '#app/api-client.ts'
import type { useDialogs } from '#app/dialogs/dialogs.ts'

/**
 * The session is over while something is being saved in the shop: the password is asked for over what stands there, and the call is
 * made once more. Back, or closing the dialog, calls it off.
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
    // Whoever is not signed in is told to sign in by the screen itself.
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
