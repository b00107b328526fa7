import { href } from 'react-router'
import { privacy } from '#app/copy.json'
import { servicesContext } from '#app/services-context.ts'
import type { Route } from './+types/privacy'
import { fillPlaceholders } from './fill-placeholders.ts'
import { buildLegalMeta, LegalDocument } from './legal-document.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { profile } = context.get(servicesContext)
  return { ...fillPlaceholders(privacy, profile), url: `${profile.shopUrl}${href('/polityka-prywatnosci')}` }
}

/** Dialogs open and close at the same address: the text stays. */
export const shouldRevalidate = () => false

export const meta = ({ loaderData }: Route.MetaArgs) => buildLegalMeta(loaderData)

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData} />
}
