import { href, type MetaDescriptor } from 'react-router'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { servicesContext } from '#app/services-context.ts'
import type { Route } from './+types/complaint-page'
import { ComplaintForm } from './complaint-form.tsx'
import { OrderByLink } from './order-by-link.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { profile } = context.get(servicesContext)
  const { sellerEmail, shopName } = profile
  const description = `Złóż reklamację produktu kupionego w sklepie ${shopName}: odpowiedź w ciągu 14 dni.`
  const page = { title: 'Reklamacja', description, path: href('/reklamacja') }
  return { sellerEmail, meta: buildPageMeta(profile, page) }
}

export const shouldRevalidate = () => false

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

/** The page for a complaint about goods, with pictures and a demand. */
export default function ComplaintPage({ loaderData: { sellerEmail } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 pb-16 sm:px-8 sm:pt-10">
      <h1 className="font-display text-3xl">Reklamacja</h1>
      <p className="mt-3 mb-6 print:hidden">
        Produkt ma wadę albo nie zgadza się z opisem? Opisz, co się stało. Odpowiemy e-mailem w ciągu 14 dni; brak
        odpowiedzi w tym czasie oznacza, że uznajemy reklamację.
      </p>
      <div className="noscript:hidden">
        <OrderByLink>{(order) => <ComplaintForm order={order} />}</OrderByLink>
      </div>
      <noscript>
        {`Włącz JavaScript, aby skorzystać z formularza, albo napisz na adres ${sellerEmail}: podaj numer zamówienia, opis i czego oczekujesz.`}
      </noscript>
    </div>
  )
}
