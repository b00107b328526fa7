import { useState } from 'react'
import { data, href, Link, useLocation } from 'react-router'
import { describeApiFailure } from '#app/account/sign-in/link-request-form.tsx'
import {
  FocusedNote,
  MAILED_LINK_HEADERS,
  MailedLinkPage,
  useLinkToken,
} from '#app/account/sign-in/mailed-link-page.tsx'
import { callApi } from '#app/api-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField } from '#app/ui/form/text-field.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ALERT_DAYS, type AlertKind, alertRequestSchema, REFILL_SEARCH } from '#domain/alerts/alert.ts'
import { findLearntDays } from '#domain/alerts/alert-queries.server.ts'
import { describeRefillTime, findRefillDays } from '#domain/alerts/refill.ts'
import { findProduct } from '#domain/catalog/catalog.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { Route } from './+types/alert-page'
import { ConfirmAddress } from './confirm-address.tsx'
import { MailedProduct, ProductGone } from './mailed-product.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { catalog, publicDb } = context.get(servicesContext)
  const found = findProduct(await catalog.read(), params.slug)
  if (!found) return data(null, { status: 404 })
  const { id, slug, name, brand, image_key, out_of_stock, current_price_cents, volume_ml } = found.product
  const shown = { id, slug, name, brandName: brand.name, imageKey: image_key, priceGrosze: current_price_cents }
  const days = findRefillDays(volume_ml, await findLearntDays(publicDb, volume_ml))
  return { ...shown, kind: out_of_stock ? ('stock' as const) : ('price' as const), days }
}

export const headers = () => MAILED_LINK_HEADERS

const TITLE = 'Powiadomienie o produkcie'
const GONE = 'Jeśli podano u nas Twój adres, aby dostać o nich wiadomość, możesz go usunąć.'
const REFUSE = ['Nie chcę, usuń mój adres', 'Adres jest usunięty. Nie napiszemy.'] as const

const sendChoice = (wanted: boolean, json: { token: string }) =>
  callApi('post', `/api/product-alerts/${wanted ? 'confirm' : 'end'}`, { json })

/** Asks for one mail about a product; with a token in the fragment, confirms the address that was given. */
export default function AlertPage({ loaderData: product }: Route.ComponentProps) {
  const token = useLinkToken()
  const isRefill = useLocation().search === `?${REFILL_SEARCH}`
  if (!product) {
    return (
      <MailedLinkPage title={TITLE}>
        <ProductGone />
        {token !== null && token !== '' && (
          <ConfirmAddress question={GONE} confirm={null} refuse={REFUSE} send={sendChoice} />
        )}
      </MailedLinkPage>
    )
  }
  return (
    <MailedLinkPage title={TITLE}>
      <MailedProduct {...product} />
      <noscript>Włącz JavaScript, aby poprosić o powiadomienie. Możesz też do nas napisać albo zadzwonić.</noscript>
      {token === null && <Skeleton className="h-40 rounded-xl noscript:hidden" />}
      {token === '' && (
        <RequestForm key={String(isRefill)} product={product} kind={isRefill ? 'refill' : product.kind} />
      )}
      {token !== null && token !== '' && (
        <ConfirmAddress
          question="Naciśnij przycisk, a napiszemy na Twój adres jeden raz."
          confirm={['Włącz powiadomienie', 'Powiadomienie jest włączone. Napiszemy raz.']}
          refuse={REFUSE}
          send={sendChoice}
        />
      )}
      {token === '' && !isRefill && (
        <p className="mt-6 text-sm">
          {'Masz już te perfumy? '}
          <Link
            to={`${href('/powiadom/:slug', { slug: product.slug })}?${REFILL_SEARCH}`}
            replace
            className="underline underline-offset-4"
          >
            Przypomnij, gdy będą się kończyć
          </Link>
        </p>
      )}
      <p className="mt-6">
        <Link to={href('/produkt/:slug', { slug: product.slug })} className={buttonClass('quiet')}>
          Wróć do produktu
        </Link>
      </p>
    </MailedLinkPage>
  )
}

type AlertedProduct = NonNullable<Route.ComponentProps['loaderData']>

function describeRequest(kind: AlertKind, { priceGrosze, days }: Pick<AlertedProduct, 'priceGrosze' | 'days'>): string {
  switch (kind) {
    case 'stock':
      return 'Podaj e-mail, a napiszemy, gdy te perfumy wrócą do sprzedaży.'
    case 'price':
      return `Podaj e-mail, a napiszemy, gdy te perfumy będą kosztować mniej niż ${formatGrosze(priceGrosze)}.`
    case 'refill':
      return `Podaj e-mail, a przypomnimy o tych perfumach, gdy będą się kończyć: ${describeRefillTime(days)}.`
  }
}

function RequestForm({ product: { id, priceGrosze, days }, kind }: { product: AlertedProduct; kind: AlertKind }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    schema: alertRequestSchema.pick({ email: true }),
    initial: { email: '' },
    async onSubmit({ email }) {
      const answer = await callApi('post', '/api/product-alerts', { json: { product_id: id, kind, email } })
      if (!answer.ok) return { toast: { title: 'Nie udało się', description: describeApiFailure(answer.failure) } }
      setSentTo(email)
    },
  })
  if (sentTo !== null) {
    return (
      <FocusedNote>
        {`Sprawdź skrzynkę ${sentTo}. Wysłaliśmy na nią link: powiadomienie włączy się, gdy go otworzysz i potwierdzisz adres.`}
      </FocusedNote>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p>{describeRequest(kind, { priceGrosze, days })}</p>
      <EmailField {...form.text('email')} label="E-mail" autoComplete="email" required />
      <Button type="submit" size="lg" className="w-full" busy={form.busy}>
        Powiadom mnie
      </Button>
      <p className="text-sm text-night/80">
        {kind === 'refill'
          ? 'Wyślemy jedną wiadomość i usuniemy adres. '
          : `Wyślemy jedną wiadomość, najpóźniej w ciągu ${ALERT_DAYS} dni, i usuniemy adres. `}
        <Link to={href('/polityka-prywatnosci')} className="underline underline-offset-4">
          Polityka prywatności
        </Link>
      </p>
    </form>
  )
}
