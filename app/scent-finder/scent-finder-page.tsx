import { useEffect, useRef } from 'react'
import { type MetaDescriptor, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { EmptyShop } from '#app/catalog/empty-shop.tsx'
import { buildVersion, servicesContext } from '#app/services-context.ts'
import { NO_QUESTION, parseQuestion, toQuestionParams } from '#domain/catalog/lists/scent-question.ts'
import type { Route } from './+types/scent-finder-page'
import { Answers } from './answers.tsx'
import { type Finder, loadFinder } from './load-finder.server.ts'
import { QuestionForm } from './question-form.tsx'
import { ANSWERS_ID, buildFinderHref } from './question-words.ts'
import { ScentList } from './scent-list.tsx'
import { ScentMap } from './scent-map.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalog, profile } = context.get(servicesContext)
  const { searchParams } = new URL(request.url)
  return { build: context.get(buildVersion), ...loadFinder(await catalog.read(), searchParams, profile) }
}

/** Not when a dialog opens or closes at the same address. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return normalizeQuestion(currentUrl.search) !== normalizeQuestion(nextUrl.search)
}

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

/** Scents by nose: three questions, what answers them with reasons, and a map of all scents by their notes. */
export default function ScentFinderPage({ loaderData }: { loaderData: Omit<Finder, 'meta'> }) {
  const { question, own, asked, items, total, instead, found, points, isCut, known, families, address } = loaderData
  const query = toQuestionParams(question).toString()
  const { location } = useNavigation()
  const loading = location !== undefined && normalizeQuestion(location.search) !== query
  const heading = useRef<HTMLHeadingElement>(null)
  const answered = useRef(query)
  // Whoever has asked is led to the answers, which are below the questions on a phone.
  useEffect(() => {
    if (answered.current === query) return
    answered.current = query
    heading.current?.focus()
  }, [query])

  return (
    <div className="page-width pt-6 pb-20 sm:pt-8">
      <h1 className="font-display text-3xl sm:text-4xl">Znajdź zapach</h1>
      <p className="mt-2 max-w-2xl text-night/85">
        Odpowiedz na trzy pytania albo poszukaj na mapie. Podpowiadamy z samych nut: lekkie i świeże częściej nosi się
        latem i w dzień, ciepłe i wyraziste zimą i wieczorem. Twoich odpowiedzi nigdzie nie zapisujemy.
      </p>
      {known.length === 0 ? (
        <div className="mt-8">
          <EmptyShop />
        </div>
      ) : (
        <div className="mt-6 grid gap-x-10 gap-y-10 lg:grid-cols-[24rem_minmax(0,1fr)]">
          {/* New fields for each question, so that they follow Back and chips. */}
          <QuestionForm
            key={query}
            {...{ question, families, known }}
            like={own?.slug ?? null}
            isAnswered={asked.length > 0}
          />
          <div className="space-y-10">
            {(asked.length > 0 || loading) && (
              <section aria-labelledby={ANSWERS_ID}>
                <h2
                  ref={heading}
                  id={ANSWERS_ID}
                  tabIndex={-1}
                  className="mb-3 scroll-mt-28 font-display text-2xl outline-none"
                >
                  {own ? `Podobne do: ${own.name}` : 'Zapachy dla Ciebie'}
                </h2>
                <Answers {...{ asked, items, total, instead, address, loading }} anew={buildFinderHref(NO_QUESTION)} />
              </section>
            )}
            <section aria-labelledby="mapa">
              <h2 id="mapa" className="mb-2 scroll-mt-28 font-display text-2xl">
                Mapa zapachów
              </h2>
              {points.length === 0 ? (
                <p>Na mapie pojawią się zapachy, których nuty są podane.</p>
              ) : (
                <>
                  {isCut && (
                    <p className="mb-2 text-sm">{`Na mapie jest ${points.length} zapachów, które kupowano najczęściej.`}</p>
                  )}
                  <ScentMap
                    key={query}
                    points={points}
                    found={found}
                    own={own?.onMap ?? null}
                    buildLikeHref={(slug) => buildFinderHref({ ...NO_QUESTION, like: slug })}
                  />
                  <ScentList points={points} />
                </>
              )}
            </section>
          </div>
        </div>
      )}
    </div>
  )
}

const normalizeQuestion = (search: string): string =>
  toQuestionParams(parseQuestion(new URLSearchParams(search))).toString()
