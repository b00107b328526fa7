import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { href, Link } from 'react-router'
import { HolidayNotice } from '#app/catalog/delivery-promise.tsx'
import { EmptyShop } from '#app/catalog/empty-shop.tsx'
import { ProductGrid } from '#app/catalog/product-grid.tsx'
import { ContactSection } from '#app/contact/contact-section.tsx'
import type { ShopTexts } from '#app/shop-texts.server.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { CHEVRON_DOWN, Icon } from '#app/ui/icon.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SectionHeading, SectionText } from '#app/ui/section-heading.tsx'
import { buildPageHref, countPages } from '#domain/kernel/lists/paging.ts'
import { BrandPicker, Quality, ScentFamilies, ScentStory } from './deferred-sections.tsx'
import { Hero } from './hero.tsx'
import type { loadLandingPage } from './load-landing-page.server.ts'

/** What the landing page shows: its loader's data without those of the head. */
type LandingPageProps = Omit<Awaited<ReturnType<typeof loadLandingPage>>, 'meta' | 'build'>

export function LandingPage(page: LandingPageProps) {
  const { list, brands, families, texts, sellerEmail, sellerPhone, calendar, films, quotes, questions, today } = page
  const { isDemo, guides, frontPictures } = page
  return (
    <>
      <HolidayNotice calendar={calendar} today={today} />
      <Hero texts={texts.hero} picture={frontPictures.hero} isDemo={isDemo} />
      {list.total > 0 && <BrandPicker texts={texts.brands} brands={brands} />}
      {families.length > 0 && <ScentFamilies texts={texts.families} families={families} />}
      <section id="perfumy" aria-labelledby="perfumy-naglowek" className="page-width py-10 sm:py-20">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
          <SectionHeading id="perfumy-naglowek" eyebrow={texts.perfumes.eyebrow}>
            {texts.perfumes.title}
          </SectionHeading>
          {list.total > 0 && (
            <Link to={href('/sklep')} className={buttonClass('secondary')}>
              Filtruj i szukaj w sklepie
            </Link>
          )}
        </div>
        {list.total === 0 ? <EmptyShop /> : <PerfumeWall key={list.page} list={list} />}
      </section>
      <Quality texts={texts.quality} picture={frontPictures.quality} isDemo={isDemo} />
      <ScentStory texts={texts.media} quotes={quotes} films={films} isDemo={isDemo} />
      <About texts={texts.about} />
      <Faq texts={texts.questions} questions={questions} guides={guides} />
      <ContactSection texts={texts.contact} email={sellerEmail} phone={sellerPhone} />
    </>
  )
}

/** Cards of the first page on a phone, before a press shows the others. */
const FIRST_CARDS = 8

function PerfumeWall({ list }: Pick<LandingPageProps, 'list'>) {
  const wall = useRef<HTMLDivElement>(null)
  const [isFolded, setFolded] = useState(list.page === 1 && list.items.length > FIRST_CARDS)
  return (
    <div ref={wall} data-folded={isFolded || undefined} className="group/wall">
      <ProductGrid
        products={list.items}
        layout="wall"
        className="max-sm:not-noscript:group-data-folded/wall:[&>:nth-child(n+9)]:hidden"
      />
      {isFolded && (
        <Button
          variant="secondary"
          size="lg"
          className="mt-9 w-full noscript:hidden sm:hidden"
          onClick={() => {
            flushSync(() => setFolded(false))
            wall.current?.querySelectorAll('h3')[FIRST_CARDS]?.querySelector('a')?.focus({ preventScroll: true })
          }}
        >
          Zobacz wszystkie
        </Button>
      )}
      <Pagination
        page={list.page}
        lastPage={countPages(list.total, list.pageSize)}
        label="Strony perfum"
        className="mt-14 max-sm:not-noscript:group-data-folded/wall:hidden"
        buildHref={(page) => `${buildPageHref(href('/'), page)}#perfumy`}
      />
    </div>
  )
}

function About({ texts }: { texts: ShopTexts['about'] }) {
  return (
    <section id="ofirmie" aria-labelledby="ofirmie-naglowek" className="bg-sand">
      <div className="page-width grid gap-10 py-12 sm:py-24 lg:grid-cols-[3fr_2fr] lg:gap-20">
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

type FaqProps = Pick<LandingPageProps, 'questions' | 'guides'> & { texts: ShopTexts['questions'] }

/** Common questions. They open without JavaScript, and the browser's search finds closed answers. */
function Faq({ texts, questions, guides }: FaqProps) {
  return (
    <section id="pytania" aria-labelledby="pytania-naglowek" className="page-width py-12 sm:py-24">
      <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1fr_2fr]">
        <div>
          <SectionHeading id="pytania-naglowek" eyebrow={texts.eyebrow}>
            {texts.title}
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
