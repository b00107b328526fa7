import { href, Link } from 'react-router'
import { HolidayNotice } from '#app/catalog/delivery-promise.tsx'
import { EmptyShop } from '#app/catalog/empty-shop.tsx'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import { ContactSection } from '#app/contact/contact-section.tsx'
import type { ShopTexts } from '#app/shop-texts.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { CHEVRON_DOWN, Icon } from '#app/ui/icon.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SectionHeading, SectionText } from '#app/ui/section-heading.tsx'
import { buildPageHref, countPages } from '#domain/kernel/paging.ts'
import { BrandPicker, Quality, ScentFamilies, ScentStory } from './deferred-sections.tsx'
import { Hero } from './hero.tsx'
import type { loadLandingPage } from './load-landing-page.server.ts'

/** What the landing page shows: its loader's data without those of the head. */
type LandingPageProps = Omit<Awaited<ReturnType<typeof loadLandingPage>>, 'meta' | 'build'>

export function LandingPage(page: LandingPageProps) {
  const { list, brands, families, texts, sellerEmail, sellerPhone, calendar, films, quotes, questions, today } = page
  const { isDemo, guides } = page
  return (
    <>
      <HolidayNotice calendar={calendar} today={today} />
      <Hero texts={texts.hero} isDemo={isDemo} />
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
      <Quality texts={texts.quality} isDemo={isDemo} />
      <ScentStory texts={texts.media} quotes={quotes} films={films} isDemo={isDemo} />
      <About texts={texts.about} />
      <Faq questions={questions} guides={guides} />
      <ContactSection texts={texts.contact} email={sellerEmail} phone={sellerPhone} />
    </>
  )
}

function About({ texts }: { texts: ShopTexts['about'] }) {
  return (
    <section id="ofirmie" aria-labelledby="ofirmie-naglowek" className="bg-sand">
      <div className="page-width grid gap-10 py-16 sm:py-24 lg:grid-cols-[3fr_2fr] lg:gap-20">
        <SectionText id="ofirmie-naglowek" texts={texts} className="max-w-prose" />
        <ul className="space-y-6 self-center">
          {texts.points.map((point) => (
            <li key={point.title} className="border-l-2 border-gold pl-5">
              <h3 className="font-display text-xl">{point.title}</h3>
              <p className="mt-1 text-sm">{point.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Common questions. They open without JavaScript, and the browser's search finds closed answers. */
function Faq({ questions, guides }: Pick<LandingPageProps, 'questions' | 'guides'>) {
  return (
    <section id="pytania" aria-labelledby="pytania-naglowek" className="page-width py-16 sm:py-24">
      <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1fr_2fr]">
        <div>
          <SectionHeading id="pytania-naglowek" eyebrow="Zanim kupisz">
            Częste pytania
          </SectionHeading>
          {guides.length > 0 && (
            <nav aria-label="Poradnik" className="mt-6 flex flex-col items-start">
              <p className="font-semibold">Z poradnika</p>
              {[...guides, null].map((guide) => (
                <Link
                  key={guide?.slug ?? ''}
                  to={guide ? href('/poradnik/:slug', guide) : href('/poradnik')}
                  className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere"
                >
                  {guide?.title ?? 'Cały poradnik'}
                </Link>
              ))}
            </nav>
          )}
        </div>
        <div className="border-t border-night/15">
          {questions.map(({ question, answer }) => (
            <details key={question} className="group border-b border-night/15">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
                <h3 className="font-display text-lg sm:text-xl">{question}</h3>
                <Icon
                  d={CHEVRON_DOWN}
                  className="size-5 shrink-0 text-oud transition-transform duration-150 group-open:rotate-180"
                />
              </summary>
              <p className="max-w-prose pb-5 text-night/90">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
