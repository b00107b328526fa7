import { useEffect, useState } from 'react'
import { callApi } from '#app/api-client.ts'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { describeApiFailure } from './link-request-form.tsx'

const PATHS = { 'sign-in': '/api/auth/sign-in/google', link: '/api/auth/link-google' } as const

type GoogleButtonProps = Pick<ButtonProps, 'size' | 'className'> & { purpose: keyof typeof PATHS; children: string }

/** Leads to Google, to sign in or to link the account. Google returns to /logowanie/google. */
export function GoogleButton({ purpose, size, className, children }: GoogleButtonProps) {
  const [busy, setBusy] = useState(false)
  // The Back button may restore this page from the back/forward cache, with the button still busy.
  useEffect(() => {
    const stop = () => setBusy(false)
    window.addEventListener('pageshow', stop)
    return () => window.removeEventListener('pageshow', stop)
  }, [])

  async function leave() {
    setBusy(true)
    const begun = await callApi('post', PATHS[purpose], { json: {} })
    if (begun.ok) return window.location.assign(begun.value.url)
    toast({ title: 'Błąd', description: describeApiFailure(begun.failure), tone: 'error' })
    setBusy(false)
  }

  return (
    <Button variant="secondary" size={size} className={className} busy={busy} onClick={() => void leave()}>
      <GoogleMark />
      {children}
    </Button>
  )
}

/** Google's own mark, in the colours it prescribes. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" className="size-5 shrink-0" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M45.12 24.5c0-1.56-.14-3.06-.4-4.5H24v8.51h11.84c-.51 2.75-2.06 5.08-4.39 6.64v5.52h7.11
          c4.16-3.83 6.56-9.47 6.56-16.17z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.94 0 10.92-1.97 14.56-5.33l-7.11-5.52
          c-1.97 1.32-4.49 2.1-7.45 2.1-5.73 0-10.58-3.87-12.31-9.07H4.34v5.7C7.96 41.07 15.4 46 24 46z"
      />
      <path
        fill="#FBBC05"
        d="M11.69 28.18C11.25 26.86 11 25.45 11 24s.25-2.86.69-4.18v-5.7H4.34C2.85 17.09 2 20.45 2 24
          s.85 6.91 2.34 9.88l7.35-5.7z"
      />
      <path
        fill="#EA4335"
        d="M24 10.75c3.23 0 6.13 1.11 8.41 3.29l6.31-6.31C34.91 4.18 29.93 2 24 2 15.4 2 7.96 6.93 4.34 14.12
          l7.35 5.7c1.73-5.2 6.58-9.07 12.31-9.07z"
      />
    </svg>
  )
}
