import { href, type MetaDescriptor } from 'react-router'
import { privacy } from '#app/copy.json'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { servicesContext } from '#app/services-context.ts'
import { addFeatures } from '#domain/terms/shop-features.ts'
import type { Route } from './+types/privacy-page'
import { fillPlaceholders } from './fill-placeholders.ts'
import { LegalDocument } from './legal-document.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { profile, features } = context.get(servicesContext)
  const sections = addFeatures(privacy.sections, 'privacy', features)
  const text = fillPlaceholders({ ...privacy, sections }, profile)
  const description = `Jakie dane zbiera sklep ${profile.shopName}, po co, komu je przekazuje i jak je usunąć.`
  const page = { title: text.title, description, path: href('/polityka-prywatnosci'), type: 'article' } as const
  return { text, meta: buildPageMeta(profile, page) }
}

export const shouldRevalidate = () => false

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData.text} />
}
