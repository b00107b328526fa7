import { useState } from 'react'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField } from '#app/ui/form/text-field.tsx'
import { ACCOUNT_TEXTS, linkRequestSchema } from '#domain/accounts/account.ts'

const PURPOSES = {
  'password-reset': {
    path: '/api/recover',
    intro: 'Podaj adres e-mail swojego konta. Wyślemy na niego link, którym ustawisz nowe hasło.',
    button: 'Wyślij link do nowego hasła',
  },
  'login-link': {
    path: '/api/login-link',
    intro: 'Podaj adres e-mail swojego konta. Wyślemy na niego link, którym zalogujesz się bez hasła.',
    button: 'Wyślij link do logowania',
  },
} as const
export type RequestedLink = keyof typeof PURPOSES

type LinkRequestFormProps = {
  purpose: RequestedLink
  /** The address that was typed before. */
  email: string
  /** Leads back to e-mail and password. */
  onBack?(): void
}

/** Requests a mailed link. The answer is the same whether or not an account has the address. */
export function LinkRequestForm({ purpose, email, onBack }: LinkRequestFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { path, intro, button } = PURPOSES[purpose]
  const form = useForm({
    schema: linkRequestSchema,
    initial: { email },
    async onSubmit(json) {
      const answer = await callApi('post', path, { json })
      if (!answer.ok)
        return { toast: { title: 'Nie wysłaliśmy linku', description: describeApiFailure(answer.failure) } }
      setSentTo(form.values.email.trim())
    },
  })
  const back = onBack && (
    <Button variant="quiet" className="w-full" disabled={form.busy} onClick={onBack}>
      Wróć do logowania
    </Button>
  )
  if (sentTo !== null) {
    return (
      <div className="space-y-4">
        <LinkSent to={sentTo} />
        {back}
      </div>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p className="text-sm">{intro}</p>
      <EmailField {...form.text('email')} label="E-mail" autoComplete="username" required />
      <Button type="submit" size="lg" className="w-full" busy={form.busy}>
        {button}
      </Button>
      {back}
    </form>
  )
}

/** Says that a link may arrive. */
export function LinkSent({ to }: { to: string }) {
  return (
    <div role="status" className="space-y-2 rounded-xl bg-sand px-4 py-4">
      <p className="font-display text-lg">Sprawdź skrzynkę</p>
      <p className="text-sm wrap-anywhere">
        Jeśli mamy konto z adresem <strong>{to}</strong>, za chwilę przyjdzie na niego wiadomość z linkiem.
      </p>
      <p className="text-sm">Link działa raz i przez 30 minut. Nie widzisz wiadomości? Zajrzyj do folderu spam.</p>
    </div>
  )
}

/** The sentence for a failure: the shop's, or that the shop did not answer. */
export function describeApiFailure(failure: ApiFailure): string {
  return failure.reason === 'refused' ? failure.message : ACCOUNT_TEXTS.noConnection
}
