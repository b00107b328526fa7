import { href, type MetaDescriptor } from 'react-router'
import { terms } from '#app/copy.json'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { servicesContext } from '#app/services-context.ts'
import { readShownGiftOffer } from '#domain/gifts/shown-gift-offer.server.ts'
import type { Route } from './+types/terms'
import { fillPlaceholders } from './fill-placeholders.ts'
import { selectTerms } from './gift-terms.ts'
import { LegalDocument } from './legal-document.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { profile } = services
  const text = fillPlaceholders(selectTerms(terms, (await readShownGiftOffer(services)) !== null), profile)
  const description = `Zasady zakupów w sklepie ${profile.shopName}: zamówienia, płatności, dostawa, zwrot w 14 dni, reklamacje i opinie.`
  const page = { title: text.title, description, path: href('/regulamin'), type: 'article' } as const
  return { text, meta: buildPageMeta(profile, page) }
}

export const shouldRevalidate = () => false

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { withdrawal_form: form, ...document } = loaderData.text
  return (
    <LegalDocument {...document}>
      <section id="formularz-odstapienia" className="mt-12 rounded-2xl border border-night/20 p-5 sm:p-8">
        <h2 className="font-display text-xl sm:text-2xl">{form.title}</h2>
        <p className="mt-1 text-sm italic">{form.note}</p>
        <ul className="mt-5 space-y-4">
          {form.lines.map((line) => (
            <li key={line} className={line.endsWith(':') ? 'border-b border-dotted border-night/50 pb-6' : undefined}>
              {line}
            </li>
          ))}
        </ul>
      </section>
    </LegalDocument>
  )
}
