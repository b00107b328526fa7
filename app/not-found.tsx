import { useEffect } from 'react'
import { data, useLocation } from 'react-router'
import { FailurePage, HomeLink } from '#app/ui/page-failure.tsx'

/** Answers every unknown address. Returned, not thrown, because the browser repeats the request for a thrown answer. */
export function loader() {
  return data(null, { status: 404 })
}

export default function UnknownPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404: nieznany adres', pathname)
  }, [pathname])
  return (
    <FailurePage title="Nie ma takiej strony">
      <meta name="robots" content="noindex" />
      <p aria-hidden="true" className="order-first font-display text-4xl text-oud">
        404
      </p>
      <p lang="en" className="text-sm text-oud">
        Oops! Page not found
      </p>
      <p>Adres jest błędny albo strona została usunięta.</p>
      <HomeLink />
    </FailurePage>
  )
}
