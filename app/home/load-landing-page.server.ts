import { href, type RouterContextProvider } from 'react-router'
import { describeFaq, describeShop } from '#app/seo/json-ld.server.ts'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { buildVersion, servicesContext } from '#app/services-context.ts'
import { composeShopTexts } from '#app/shop-texts.server.ts'
import { hasDemoGoods } from '#domain/catalog/catalog-queries.server.ts'
import { NO_FILTERS } from '#domain/catalog/lists/product-filters.ts'
import { listPickerBrands, listProducts, listScentFamilies } from '#domain/catalog/lists/product-list.ts'
import { listShownFilms } from '#domain/films/films-queries.server.ts'
import { readShownGiftOffer } from '#domain/gifts/shown-gift-offer.server.ts'
import { listPublishedGuides } from '#domain/guides/guide-queries.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { buildPageHref } from '#domain/kernel/lists/paging.ts'
import { listPraise } from '#domain/reviews/praise-queries.server.ts'
import type { OwnTexts } from '#domain/settings/own-texts.ts'
import { readDispatchCalendar } from '#domain/settings/settings-queries.server.ts'
import { listQuestions, listQuotes } from './home-texts.server.ts'

/** The newest guides, beside the common questions. */
const GUIDES = 3

/**
 * The data of the landing page, with the shop's texts or those that the owner previews. The scripts contain no texts.
 * @param page of the list of perfumes
 */
export async function loadLandingPage(context: Readonly<RouterContextProvider>, page: number, ownTexts: OwnTexts) {
  const services = context.get(servicesContext)
  const { catalog: live, publicDb, profile, now, frontPictures } = services
  const [catalog, calendar, films, praise, isDemo, guides] = await Promise.all([
    live.read(),
    readDispatchCalendar(publicDb),
    listShownFilms(publicDb),
    listPraise(publicDb),
    hasDemoGoods(publicDb),
    listPublishedGuides(publicDb),
  ])
  const list = listProducts(catalog, { ...NO_FILTERS, page }, { pageSize: PAGE_SIZES.home, order: 'arabic-first' })
  const { menu, footer, promo_titles, faq, shop, ...texts } = composeShopTexts(ownTexts)
  const questions = listQuestions(faq, await readShownGiftOffer(services))
  const { shopName, sellerEmail, sellerPhone } = profile
  return {
    build: context.get(buildVersion),
    list: { ...list, items: list.items.map(({ card }) => card) },
    brands: listPickerBrands(catalog),
    families: listScentFamilies(catalog),
    texts,
    questions,
    guides: guides.slice(0, GUIDES).map(({ slug, title }) => ({ slug, title })),
    calendar,
    films,
    frontPictures,
    isDemo,
    quotes: listQuotes(praise, { shopUrl: profile.shopUrl, hasDemoGoods: isDemo }),
    today: readWarsawClock(now()).day,
    meta: buildPageMeta(profile, {
      title: `${shopName} | ${texts.hero.title}`,
      description: shop.seo_description,
      path: buildPageHref(href('/'), list.page),
      jsonLd: list.page === 1 ? [...describeShop(profile), describeFaq(questions)] : [],
    }),
    sellerEmail,
    sellerPhone,
  }
}
