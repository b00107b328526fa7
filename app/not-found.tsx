import { useEffect } from 'react'
import { data, href, Link, useLocation } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { SmallPage } from '#app/ui/small-page.tsx'

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
    <SmallPage title="Nie ma takiej strony">
      <title>Nie ma takiej strony</title>
      <meta name="robots" content="noindex" />
      <p lang="en" className="text-sm text-oud">
        <span aria-hidden="true">404 · </span>
        Oops! Page not found
      </p>
      <p className="mt-2 mb-6">Adres jest błędny albo strona została usunięta.</p>
      <div className="grid gap-3">
        <Link to={href('/sklep')} className={buttonClass('primary', 'lg')}>
          Zobacz perfumy
        </Link>
        <Link to={href('/')} className={buttonClass('secondary', 'lg')}>
          Wróć na stronę główną
        </Link>
      </div>
    </SmallPage>
  )
}
