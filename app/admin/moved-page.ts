import { href, type LoaderFunctionArgs, redirect } from 'react-router'
import { PRIVATE_HEADERS } from '#app/page-access.ts'

/** Pages of the panel that moved, by their earlier address. The browser keeps the fragment of the address. */
const MOVED: Partial<Record<string, string>> = {
  [href('/admin/powiadomienia')]: href('/admin/ustawienia/powiadomienia'),
  [href('/admin/etykiety')]: href('/admin/ustawienia/sklad-i-producenci'),
}

export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const to = `${MOVED[pathname] ?? href('/admin/ustawienia')}${search}`
  throw redirect(to, { status: 301, headers: PRIVATE_HEADERS })
}

/** A page, so that people without access see the panel's own refusal. */
export default function MovedPage() {
  return null
}
