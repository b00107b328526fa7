import { deferredPart } from '#app/ui/deferred-part.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

export const SAFETY_ID = 'bezpieczenstwo'

/** Texts only, which work without scripts. The server's version of this part is set in app/entry.server.tsx. */
export const SafetyAndGuarantee = deferredPart(() => import('./safety-and-guarantee.tsx'), {
  id: SAFETY_ID,
  skeleton: <Skeleton className="h-40" />,
  isText: true,
})
