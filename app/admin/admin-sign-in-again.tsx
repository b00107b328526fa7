import { useEffect, useRef, useState } from 'react'
import { isSignedOut } from '#app/account/session.ts'
import SignInAgain from '#app/account/sign-in/sign-in-again-dialog.tsx'
import { callAdminSignIn } from '#app/account/sign-in/sign-in-calls.ts'
import { setSignInAgain } from '#app/api-client.ts'

/**
 * Asks for the password over the page when a call finds that the session is over. The call is then repeated, and
 * nothing that was typed is lost.
 */
export function AdminSignInAgain({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const waiting = useRef<((signedIn: boolean) => void)[]>([])
  useEffect(() => {
    setSignInAgain(async () => {
      if (isSignedOut()) return false
      setOpen(true)
      return new Promise((resolve) => waiting.current.push(resolve))
    })
    return () => setSignInAgain(null)
  }, [])
  function settle(signedIn: boolean) {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(signedIn)
  }
  if (!open) return null
  return (
    <SignInAgain
      open
      email={email}
      signIn={callAdminSignIn}
      onClose={() => settle(false)}
      onSignedIn={() => settle(true)}
    />
  )
}
