import { data, Form, href, Link, type MetaDescriptor, redirect, useNavigation } from 'react-router'
import { PRIVATE_HEADERS } from '#app/page-access.ts'
import { readFormBody } from '#app/read-form.server.ts'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { clientAddressContext, servicesContext } from '#app/services-context.ts'
import { composeShopTexts } from '#app/shop-texts.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { checkForm } from '#app/ui/form/form.tsx'
import { CONTACT_TEXTS, contactMessageSchema, summarizeContact } from '#domain/contact/contact.ts'
import { sendContactMessage } from '#domain/flows/contact/send-message.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { Route } from './+types/contact-page'
import { CONTACT_FIELDS, ContactFields } from './contact-fields.tsx'

const SENT = 'wyslano'

export function loader({ request, context }: Route.LoaderArgs) {
  const { profile, ownTexts } = context.get(servicesContext)
  const description = `Napisz do sklepu ${profile.shopName}.`
  return {
    texts: composeShopTexts(ownTexts).contact,
    isSent: new URL(request.url).searchParams.has(SENT),
    meta: buildPageMeta(profile, { title: 'Kontakt', description, path: href('/kontakt') }),
  }
}

/** Sends the message of a visitor without scripts, the same text once a day. Errors appear at the filled fields. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const form = await readFormBody(request)
  const text = (name: string) => String(form.get(name) ?? '')
  const typed = Object.fromEntries(CONTACT_FIELDS.map((name) => [name, text(name)]))
  const { data: message, errors: fields } = checkForm(contactMessageSchema, typed)
  if (message === undefined) {
    const summary = summarizeContact(fields, typed)?.title ?? 'Popraw zaznaczone pola.'
    return data({ typed, fields, summary }, { status: 422, headers: PRIVATE_HEADERS })
  }
  const sent = services.isDatabaseFull()
    ? null
    : await sendContactMessage(
        services,
        { ...message, website: text('website') },
        { key: readWarsawClock(services.now()).day, clientAddress: context.get(clientAddressContext) },
      )
  if (sent?.ok) return redirect(`${href('/kontakt')}?${SENT}=tak`, 303)
  const reason = sent?.failure.reason
  const isLimited = reason === 'too_many_attempts'
  const summary = isLimited ? 'Zbyt wiele wiadomości. Spróbuj ponownie za jakiś czas.' : CONTACT_TEXTS.failed
  const status = isLimited ? 429 : reason === 'looks_automated' ? 422 : 503
  return data({ typed, fields: {}, summary }, { status, headers: PRIVATE_HEADERS })
}

/** An answer with what was typed is kept nowhere. */
export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

/** The contact form on a page of its own: where the landing page sends it without scripts. */
export default function ContactPage({ loaderData: { texts, isSent }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction !== undefined
  const fields: Partial<Record<string, string>> = actionData?.fields ?? {}
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 pb-16 sm:px-8 sm:pt-10">
      <h1 className="font-display text-3xl">{texts.title}</h1>
      <p className="mt-3 mb-6">{texts.text}</p>
      {isSent && actionData === undefined ? (
        <p role="status" className="font-semibold text-leaf">
          {texts.success}
        </p>
      ) : (
        <Form aria-label="Formularz kontaktowy" method="post" noValidate className="relative">
          {actionData && <Alert className="mb-4">{actionData.summary}</Alert>}
          <ContactFields
            text={(name) => ({
              name,
              defaultValue: actionData?.typed[name] ?? '',
              ...(fields[name] !== undefined && { error: fields[name] }),
            })}
          />
          <Button type="submit" size="lg" busy={busy} className="mt-4">
            Wyślij wiadomość
          </Button>
        </Form>
      )}
      <Link to={href('/newsletter')} className="mt-8 inline-flex min-h-11 items-center underline underline-offset-4">
        Zapisz się do newslettera
      </Link>
    </div>
  )
}
