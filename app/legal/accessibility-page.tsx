import { href, type MetaDescriptor } from 'react-router'
import { accessibility } from '#app/copy.json'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { servicesContext } from '#app/services-context.ts'
import { readAccessibilityReview } from '#domain/labels/label-queries.server.ts'
import type { Route } from './+types/accessibility-page'
import { fillPlaceholders, formatLegalDay } from './fill-placeholders.ts'
import { LegalDocument } from './legal-document.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { profile, publicDb } = context.get(servicesContext)
  const reviewed = await readAccessibilityReview(publicDb)
  const { exempt_sections, ...declaration } = accessibility
  const sections = declaration.sections.map((section) => ({ ...section, items: findItems(section) }))
  const text = fillPlaceholders({ ...declaration, sections }, profile)
  const effective = reviewed === null ? '' : `Ostatni przegląd: ${formatLegalDay(reviewed)}`
  const description = `Jak sklep ${profile.shopName} dba o dostępność, czego jeszcze brakuje i gdzie zgłosić barierę.`
  const page = { title: text.title, description, path: href('/dostepnosc'), type: 'article' } as const

  /** A shop whose services are exempt has different items. */
  function findItems({ heading, items }: (typeof declaration.sections)[number]): string[] {
    const exempt: Partial<Record<string, string[]>> = profile.isMicroEntrepreneur ? exempt_sections : {}
    return exempt[heading] ?? items
  }
  return { text: { ...text, effective }, meta: buildPageMeta(profile, page) }
}

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData.text} />
}
