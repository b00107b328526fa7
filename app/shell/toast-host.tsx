import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { onFirstToast } from '#app/ui/toast.ts'

const Toaster = lazyPart(() => import('#app/ui/toaster.tsx'), {
  skeleton: null,
  frame: (content) => <div className="fixed inset-x-3 bottom-3 z-100 sm:right-auto sm:w-96">{content}</div>,
})

/** Where a success is read at leisure: the customer's panel and the admin's pages. */
const CALM_PAGES = /^\/(?:panel-klienta|admin)/
const SUCCESS_MS = { shop: 4000, calm: 5000 }

/** Stands once in every layout; brings the toaster when there is something to show. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false)
  const { pathname } = useLocation()
  const next = useNavigation().location
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  if (!wanted) return null
  return <Toaster successMs={CALM_PAGES.test(next?.pathname ?? pathname) ? SUCCESS_MS.calm : SUCCESS_MS.shop} />
}
