import { useState } from 'react'
import { href, Link } from 'react-router'
import { describeApiFailure } from '#app/account/sign-in/link-request-form.tsx'
import {
  FocusedNote,
  MAILED_LINK_HEADERS,
  MailedLinkPage,
  useLinkToken,
} from '#app/account/sign-in/mailed-link-page.tsx'
import { ConfirmAddress } from '#app/alerts/confirm-address.tsx'
import { callApi } from '#app/api-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField } from '#app/ui/form/text-field.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { describeConsent, newsletterRequestSchema } from '#domain/newsletter/subscriber.ts'
import type { Route } from './+types/newsletter-page'

export function loader({ context }: Route.LoaderArgs) {
  return { consent: describeConsent(context.get(servicesContext).profile.shopName) }
}

export const headers = () => MAILED_LINK_HEADERS

/** Asks for an address for the newsletter; with a token in the fragment, confirms the consent or withdraws it. */
export default function Newsletter({ loaderData: { consent } }: Route.ComponentProps) {
  const token = useLinkToken()
  return (
    <MailedLinkPage title="Newsletter">
      <noscript>Włącz JavaScript, aby się zapisać. Możesz też do nas napisać.</noscript>
      {token === null && <Skeleton className="h-40 rounded-xl noscript:hidden" />}
      {token === '' && <SubscriptionForm consent={consent} />}
      {token !== null && token !== '' && (
        <ConfirmAddress
          question="Potwierdź, że chcesz dostawać newsletter, albo wypisz się."
          confirm={['Potwierdzam zapis', 'Dziękujemy, zapis jest potwierdzony.']}
          refuse={['Wypisz mnie', 'Wypisaliśmy ten adres z newslettera.']}
          send={(wanted, json) => callApi('post', `/api/newsletter/${wanted ? 'confirm' : 'end'}`, { json })}
        />
      )}
    </MailedLinkPage>
  )
}

function SubscriptionForm({ consent }: { consent: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    schema: newsletterRequestSchema,
    initial: { email: '', agreed: false },
    async onSubmit(json) {
      const answer = await callApi('post', '/api/newsletter', { json })
      if (!answer.ok) return { toast: { title: 'Nie udało się', description: describeApiFailure(answer.failure) } }
      setSentTo(json.email)
    },
  })
  if (sentTo !== null) {
    return <FocusedNote>{`Sprawdź skrzynkę ${sentTo} i potwierdź zapis linkiem z wiadomości.`}</FocusedNote>
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p>Nowości i promocje, prosto na e-mail.</p>
      <EmailField {...form.text('email')} label="E-mail" autoComplete="email" required />
      <CheckboxField {...form.checkbox('agreed')} label={consent} />
      <Button type="submit" size="lg" className="w-full" busy={form.busy}>
        Zapisz mnie
      </Button>
      <p className="text-sm text-night/80">
        Jak dbamy o dane:{' '}
        <Link to={href('/polityka-prywatnosci')} className="underline underline-offset-4">
          polityka prywatności
        </Link>
      </p>
    </form>
  )
}
