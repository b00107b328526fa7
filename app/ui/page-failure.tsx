import { type ReactNode, useEffect } from 'react'
import { createPath, href, isRouteErrorResponse, Link, useLocation, useRevalidator } from 'react-router'
import { Button, buttonClass } from './button.tsx'
import { PageUnreachable, SHOP_AWAY } from './failed-navigation.tsx'
import { reloadAfterDeploy } from './page-reload.ts'
import { useRetryOnline } from './retry-online.ts'

/** Replaces a page that cannot be shown. */
export function PageFailure({ error }: { error: unknown }) {
  if (error instanceof PageUnreachable) return <UnreachablePage why={error.message} />
  if (isRouteErrorResponse(error) && error.status === 503) return <ShopAway />
  return <BrokenPage />
}

function BrokenPage() {
  // Code from before a deploy cannot always read the data of the new build.
  useEffect(() => void reloadAfterDeploy(), [])
  return (
    <FailurePage title="Unexpected Application Error!">
      <p>Coś poszło nie tak po naszej stronie. Odśwież stronę albo wróć za chwilę. Koszyk jest bezpieczny.</p>
      <HomeLink />
    </FailurePage>
  )
}

/** Also rendered by the server, so it offers the retry as a link, which needs no script. */
function ShopAway() {
  return (
    <FailurePage title="Chwilowa przerwa">
      <p>{SHOP_AWAY} Koszyk jest bezpieczny.</p>
      <a href={createPath(useLocation())} className={buttonClass('primary', 'lg', 'mt-3')}>
        Spróbuj ponownie
      </a>
    </FailurePage>
  )
}

function UnreachablePage({ why }: { why: string }) {
  const { revalidate, state } = useRevalidator()
  useRetryOnline(state === 'idle' ? true : null, () => void revalidate())
  return (
    <FailurePage title="Nie udało się wczytać strony">
      <p>{why}</p>
      <Button size="lg" busy={state === 'loading'} className="mt-3" onClick={() => void revalidate()}>
        Spróbuj ponownie
      </Button>
    </FailurePage>
  )
}

/** A title and a sentence in the middle of the page. */
export function FailurePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-3 px-6 py-20 text-center sm:py-28">
      <title>{title}</title>
      <h1 className="font-display text-3xl">{title}</h1>
      {children}
    </div>
  )
}

export function HomeLink() {
  return (
    <Link to={href('/')} className={buttonClass('primary', 'lg', 'mt-3')}>
      Wróć na stronę główną
    </Link>
  )
}
