import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstToast } from '#app/ui/toast.ts'

const Toaster = lazy(() => import('#app/ui/toaster.tsx'))

/** Stands once in every layout; brings the toaster when there is something to show. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )
}
