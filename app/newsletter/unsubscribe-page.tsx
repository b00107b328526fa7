import { data, Form, useNavigation } from 'react-router'
import { FocusedNote, MAILED_LINK_HEADERS, MailedLinkPage } from '#app/account/sign-in/mailed-link-page.tsx'
import { servicesContext } from '#app/services-context.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { endAlert } from '#domain/alerts/request-alert.server.ts'
import { endSubscription } from '#domain/newsletter/subscribe.server.ts'
import type { Route } from './+types/unsubscribe-page'

export const headers = () => MAILED_LINK_HEADERS

export function loader({ params, context }: Route.LoaderArgs) {
  const { linkTokens } = context.get(servicesContext)
  return { isAlert: linkTokens.read('product-alert', params.token) !== null }
}

/**
 * The way out that mails name in their head (List-Unsubscribe): mail programs post to it without a visit (RFC 8058), a
 * person who opens it is asked first, because programs also open links.
 */
export async function action({ params: { token }, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const [consent, alert] = [await endSubscription(services, token), await endAlert(services, token)]
  return data({ isEnded: consent.ok || alert.ok }, { status: consent.ok || alert.ok ? 200 : 404 })
}

export default function UnsubscribePage({ loaderData: { isAlert }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction !== undefined
  const [title, question, done] = isAlert
    ? ['Powiadomienie o produkcie', 'Usunąć Twój adres z tego powiadomienia?', 'Adres jest usunięty. Nie napiszemy.']
    : ['Newsletter', 'Wypisać Twój adres z newslettera?', 'Wypisaliśmy ten adres z newslettera.']
  return (
    <MailedLinkPage title={title}>
      {actionData?.isEnded ? (
        <FocusedNote>{done}</FocusedNote>
      ) : (
        <Form method="post" className="space-y-4">
          {actionData && (
            <Alert title="Nie udało się">Ten link jest niepełny. Skopiuj go z wiadomości w całości.</Alert>
          )}
          <p>{question}</p>
          <Button type="submit" size="lg" className="w-full" busy={busy}>
            Wypisz mnie
          </Button>
        </Form>
      )}
    </MailedLinkPage>
  )
}
