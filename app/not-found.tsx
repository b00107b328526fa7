import { useEffect } from 'react'
import { data, isRouteErrorResponse, useLocation } from 'react-router'
import { Failure, HomeLink, PageFailure } from '#app/shell/page-failure.tsx'
import type { Route } from './+types/not-found'

/** Every address that no route knows. */
export function loader(): never {
  throw data(null, { status: 404 })
}

export default function UnknownRoute() {
  return null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <UnknownPage /> : <PageFailure error={error} />
}

function UnknownPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404: nieznany adres', pathname)
  }, [pathname])
  return (
    <Failure title="Oops! Page not found">
      <meta name="robots" content="noindex" />
      <p aria-hidden="true" className="order-first font-display text-4xl text-oud">
        404
      </p>
      <p>Tej strony nie ma albo zmieniła adres.</p>
      <HomeLink />
    </Failure>
  )
}
