import { href, Link, type MetaDescriptor } from 'react-router'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { servicesContext } from '#app/services-context.ts'
import type { Route } from './+types/withdrawal-page'
import { OrderByLink } from './order-by-link.tsx'
import { WithdrawalForm } from './withdrawal-form.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { profile } = context.get(servicesContext)
  const { returnAddress, nearbyReturnUrl, sellerEmail, shopName } = profile
  const description = `Odstąp od umowy zawartej w sklepie ${shopName}: bez podawania przyczyny i bez logowania.`
  const page = { title: 'Odstąpienie od umowy', description, path: href('/odstapienie') }
  return { goodsTo: { returnAddress, nearbyReturnUrl }, sellerEmail, meta: buildPageMeta(profile, page) }
}

export const shouldRevalidate = () => false

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

/** The page on which anybody withdraws from a contract, in two steps and without signing in. */
export default function WithdrawalPage({ loaderData: { goodsTo, sellerEmail } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 pb-16 sm:px-8 sm:pt-10">
      <h1 className="font-display text-3xl">Odstąpienie od umowy</h1>
      <p className="mt-3 mb-6 print:hidden">
        Masz 14 dni od odebrania przesyłki, aby odstąpić od umowy bez podawania przyczyny. Wypełnij formularz i
        potwierdź go w drugim kroku. Jeśli produkt ma wadę, możesz zamiast tego złożyć{' '}
        <Link to={href('/reklamacja')} className="underline underline-offset-4">
          reklamację
        </Link>
        .
      </p>
      <div className="noscript:hidden">
        <OrderByLink>{(order) => <WithdrawalForm order={order} goodsTo={goodsTo} />}</OrderByLink>
      </div>
      <noscript>
        {`Włącz JavaScript, aby skorzystać z formularza, albo napisz na adres ${sellerEmail}: wystarczy imię i nazwisko, numer zamówienia i zdanie „odstępuję od umowy”.`}
      </noscript>
    </div>
  )
}
