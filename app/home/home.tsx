import { href, Link, type MetaDescriptor, type ShouldRevalidateFunctionArgs } from 'react-router'
import { HolidayNotice } from '#app/catalog/delivery-promise.tsx'
import { EmptyShop } from '#app/catalog/empty-shop.tsx'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import { ContactSection } from '#app/contact/contact-section.tsx'
import { shop } from '#app/copy.json'
import { describeFaq, describeShop } from '#app/seo/json-ld.server.ts'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { buildVersion, servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { NO_FILTERS, parseFilters } from '#domain/catalog/lists/product-filters.ts'
import { listPickerBrands, listProducts, listScentFamilies } from '#domain/catalog/lists/product-list.ts'
import { listShownFilms } from '#domain/films/films-queries.server.ts'
import { buildPageHref, countPages } from '#domain/kernel/paging.ts'
import { readDispatchCalendar } from '#domain/settings/settings-queries.server.ts'
import { SLOGAN } from '#domain/settings/shop-profile.ts'
import { readWarsawClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import type { Route } from './+types/home'
import { About } from './about.tsx'
import { BrandPicker, fetchSections, Quality, ScentFamilies, ScentStory } from './deferred-sections.tsx'
import { Faq } from './faq.tsx'
import { Hero } from './hero.tsx'
import { homeTexts } from './home-texts.server.ts'

/** Products on one page. */
const PAGE_SIZE = 18

export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalog: live, publicDb, profile, now } = context.get(servicesContext)
  const { page } = parseFilters(new URL(request.url).searchParams)
  const [catalog, calendar, films] = await Promise.all([
    live.read(),
    readDispatchCalendar(publicDb),
    listShownFilms(publicDb),
  ])
  const list = listProducts(catalog, { ...NO_FILTERS, page }, { pageSize: PAGE_SIZE, order: 'arabic-first' })
  const { shopName, sellerEmail, sellerPhone } = profile
  return {
    build: context.get(buildVersion),
    list: { ...list, items: list.items.map(({ card }) => card) },
    brands: listPickerBrands(catalog),
    families: listScentFamilies(catalog),
    texts: homeTexts,
    calendar,
    films,
    today: readWarsawClock(now()).day,
    meta: buildPageMeta(profile, {
      title: `${shopName} | ${SLOGAN}`,
      description: shop.seo_description,
      path: buildPageHref(href('/'), list.page),
      jsonLd: list.page === 1 ? [...describeShop(profile), describeFaq()] : [],
    }),
    sellerEmail,
    sellerPhone,
  }
}

export const clientMiddleware = [fetchSections]

/** Dialogs open and close at the same address: the page stays. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.searchParams.get('page') !== nextUrl.searchParams.get('page')
}

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

export default function Home({ loaderData }: Route.ComponentProps) {
  const { list, brands, families, texts, sellerEmail, sellerPhone, calendar, films, today } = loaderData
  return (
    <>
      <HolidayNotice calendar={calendar} today={today} />
      <Hero texts={texts.hero} />
      {list.total > 0 && <BrandPicker texts={texts.brands} brands={brands} />}
      {families.length > 0 && <ScentFamilies families={families} />}
      <section id="perfumy" aria-labelledby="perfumy-naglowek" className="page-width py-14 sm:py-20">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
          <SectionHeading id="perfumy-naglowek" eyebrow="Wszystkie zapachy">
            Nasze perfumy
          </SectionHeading>
          {list.total > 0 && (
            <Link to={href('/sklep')} className={buttonClass('secondary')}>
              Filtruj i szukaj w sklepie
            </Link>
          )}
        </div>
        {list.total === 0 ? <EmptyShop /> : <ProductGrid products={list.items} layout="wall" />}
        <Pagination
          page={list.page}
          lastPage={countPages(list.total, list.pageSize)}
          label="Strony perfum"
          className="mt-14"
          buildHref={(page) => `${buildPageHref(href('/'), page)}#perfumy`}
        />
      </section>
      <Quality texts={texts.quality} />
      <ScentStory texts={texts.media} quotes={texts.quotes} films={films} />
      <About texts={texts.about} />
      <Faq questions={texts.faq} />
      <ContactSection texts={texts.contact} email={sellerEmail} phone={sellerPhone} />
    </>
  )
}
