import { href, Link, type MetaDescriptor, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import { servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { NO_FILTERS, parseFilters } from '#domain/catalog/product-filters.ts'
import { listBrands } from '#domain/catalog/product-queries.server.ts'
import { recallCard, recallGenders, recallProducts } from '#domain/catalog/remembered-queries.server.ts'
import { buildPageHref, countPages } from '#domain/paging.ts'
import { SLOGAN } from '#domain/settings/shop-profile.ts'
import type { Route } from './+types/home'
import { Hero } from './hero.tsx'
import { About, Contact, Quality, ScentStory } from './home-sections.tsx'
import { homeTexts } from './home-texts.server.ts'
import { ScentPicker } from './scent-picker.tsx'

/** Products on one page. */
const PAGE_SIZE = 18

export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicDb, profile } = context.get(servicesContext)
  const { page } = parseFilters(new URL(request.url).searchParams)
  const [list, brands, genders] = await Promise.all([
    recallProducts(publicDb, { ...NO_FILTERS, page }, { pageSize: PAGE_SIZE, order: 'arabic-first' }),
    listBrands(publicDb),
    recallGenders(publicDb, 'all'),
  ])
  const { shopUrl, shopName, sellerEmail, sellerPhone } = profile
  return {
    list: { ...list, items: list.items.map(recallCard) },
    brands,
    genders,
    texts: homeTexts,
    shopUrl,
    shopName,
    sellerEmail,
    sellerPhone,
  }
}

/** Dialogs open and close at the same address: the page stays. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.searchParams.get('page') !== nextUrl.searchParams.get('page')
}

export function meta({ loaderData }: Route.MetaArgs): MetaDescriptor[] {
  if (!loaderData) return []
  const { shopUrl, shopName, list, texts } = loaderData
  const title = `${shopName} | ${SLOGAN}`
  return [
    { title },
    { name: 'description', content: texts.description },
    { tagName: 'link', rel: 'canonical', href: `${shopUrl}${buildPageHref(href('/'), list.page)}` },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: shopName },
    { property: 'og:locale', content: 'pl_PL' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: texts.description },
    { property: 'og:url', content: `${shopUrl}/` },
    { property: 'og:image', content: `${shopUrl}/hero/og.jpg` },
  ]
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { list, brands, genders, texts, sellerEmail, sellerPhone } = loaderData
  return (
    <>
      <Hero texts={texts.hero} />
      <ScentPicker texts={texts.brands} brands={brands} genders={genders} />
      <section id="perfumy" aria-labelledby="perfumy-naglowek" className="page-width pt-4 pb-20 sm:pb-28">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
          <h2 id="perfumy-naglowek" className="font-display text-3xl sm:text-4xl">
            Nasze perfumy
          </h2>
          <Link to={href('/sklep')} className={buttonClass('secondary')}>
            Filtruj i szukaj w sklepie
          </Link>
        </div>
        {list.total === 0 ? <p>Brak produktów</p> : <ProductGrid products={list.items} layout="wall" />}
        <Pagination
          page={list.page}
          lastPage={countPages(list.total, list.pageSize)}
          label="Strony perfum"
          className="mt-14"
          buildHref={(page) => `${buildPageHref(href('/'), page)}#perfumy`}
        />
      </section>
      <Quality texts={texts.quality} />
      <ScentStory texts={texts.media} quotes={texts.quotes} />
      <About texts={texts.about} />
      <Contact texts={texts.contact} email={sellerEmail} phone={sellerPhone} />
    </>
  )
}
