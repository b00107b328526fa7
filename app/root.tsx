import { useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
} from 'react-router'
import { ToastHost } from '#app/shell/toast-host.tsx'
import type { Route } from './+types/root'
import ebGaramondLatin from './ui/fonts/eb-garamond-latin.woff2?url'
import ebGaramondPolish from './ui/fonts/eb-garamond-polish.woff2?url'
import figtreeLatin from './ui/fonts/figtree-latin.woff2?url'
import figtreePolish from './ui/fonts/figtree-polish.woff2?url'
import theme from './ui/theme.css?url'

export const links: LinksFunction = () => [
  ...[ebGaramondLatin, ebGaramondPolish, figtreeLatin, figtreePolish].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'stylesheet', href: theme },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="pl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#F7F2E8" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <Outlet />
      <ToastHost />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <UnknownPath />
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-start justify-center gap-4 px-6">
      <title>Unexpected Application Error!</title>
      <h1 className="font-display text-3xl">Unexpected Application Error!</h1>
      <p>Coś poszło nie tak po naszej stronie. Odśwież stronę albo wróć za chwilę. Koszyk jest bezpieczny.</p>
      <a className="underline underline-offset-4" href="/">
        Wróć na stronę główną
      </a>
    </main>
  )
}

function UnknownPath() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404: nieznany adres', pathname)
  }, [pathname])
  return <NotFoundScreen />
}

/** spec 2 §2: the page of an unknown address. */
export function NotFoundScreen() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-start justify-center gap-4 px-6">
      <title>Oops! Page not found</title>
      <meta name="robots" content="noindex" />
      <p className="font-display text-6xl text-oud">404</p>
      <h1 className="font-display text-3xl">Oops! Page not found</h1>
      <p>Tej strony nie ma albo zmieniła adres.</p>
      <a className="inline-flex min-h-11 items-center underline underline-offset-4" href="/">
        Wróć na stronę główną
      </a>
    </main>
  )
}
