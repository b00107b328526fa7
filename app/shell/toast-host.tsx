import { useEffect, useState } from 'react'
import { href, useLocation, useNavigation } from 'react-router'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { onFirstToast, SUCCESS_MS } from '#app/ui/toast.ts'

const Toaster = lazyPart(() => import('#app/ui/toaster.tsx'), {
  frame: (content) => <div className="fixed inset-x-3 bottom-3 z-100 sm:right-auto sm:w-96">{content}</div>,
})

const PRIVATE_PATHS = [href('/panel-klienta'), href('/admin'), '/payment-']

/** Once on every page: loads the toaster with the first toast. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false)
  const { pathname } = useLocation()
  const next = useNavigation().location
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  if (!wanted) return null
  const isPrivate = PRIVATE_PATHS.some((path) => (next?.pathname ?? pathname).startsWith(path))
  return <Toaster successMs={isPrivate ? SUCCESS_MS.private : SUCCESS_MS.shop} />
}
