import { href, Link, type MetaDescriptor } from 'react-router'
import { GuaranteeNotice } from '#app/product/guarantee-notice-card.tsx'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { servicesContext } from '#app/services-context.ts'
import { readGuaranteeNotice } from '#domain/labels/label-queries.server.ts'
import type { Route } from './+types/guarantee-page'

export async function loader({ context }: Route.LoaderArgs) {
  const { profile, publicDb } = context.get(servicesContext)
  const { shopName, sellerEmail, sellerPhone, returnAddress } = profile
  const page = {
    title: `Gwarancja prawna | ${shopName}`,
    description: `Co najmniej 2 lata gwarancji prawnej na każdy produkt ze sklepu ${shopName}: co obejmuje i jak ją zgłosić.`,
    path: href('/gwarancja-prawna'),
    type: 'article',
  } as const
  return {
    official: await readGuaranteeNotice(publicDb),
    sellerEmail,
    sellerPhone,
    returnAddress,
    meta: buildPageMeta(profile, page),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

/** The notice of the legal guarantee, and how to use it in this shop. */
export default function Guarantee({ loaderData }: Route.ComponentProps) {
  const { official, sellerEmail, sellerPhone, returnAddress } = loaderData
  return (
    <article className="page-width pt-10 pb-20 sm:pt-16">
      <div className="max-w-3xl space-y-6">
        <h1 className="font-display text-3xl sm:text-4xl">Gwarancja prawna</h1>
        <GuaranteeNotice official={official} whole />
        <section className="space-y-3">
          <h2 className="font-display text-xl sm:text-2xl">Jak z niej skorzystać</h2>
          <p>
            Napisz na{' '}
            <a href={`mailto:${sellerEmail}`} className="break-all underline underline-offset-4">
              {sellerEmail}
            </a>{' '}
            albo zadzwoń: {sellerPhone}. Podaj numer zamówienia i opisz, co jest nie tak; zdjęcie pomoże. Odpowiemy w
            ciągu 14 dni.
          </p>
          <p className="break-words">Adres do odesłania produktu: {returnAddress}.</p>
          <p>
            Gwarancja prawna działa niezależnie od 14 dni na zwrot bez podawania przyczyny. Szczegóły są w{' '}
            <Link to={href('/regulamin')} className="underline underline-offset-4">
              regulaminie
            </Link>
            .
          </p>
        </section>
      </div>
    </article>
  )
}
