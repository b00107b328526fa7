import type { MetaDescriptor, ShouldRevalidateFunctionArgs } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { parseFilters } from '#domain/catalog/lists/product-filters.ts'
import type { Route } from './+types/home'
import { fetchSections } from './deferred-sections.tsx'
import { LandingPage } from './landing-page.tsx'
import { loadLandingPage } from './load-landing-page.server.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  const { page } = parseFilters(new URL(request.url).searchParams)
  return loadLandingPage(context, page, context.get(servicesContext).ownTexts)
}

export const clientMiddleware = [fetchSections]

/** Not when a dialog opens or closes at the same address. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.searchParams.get('page') !== nextUrl.searchParams.get('page')
}

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

export default function Home({ loaderData }: Route.ComponentProps) {
  return <LandingPage {...loaderData} />
}
