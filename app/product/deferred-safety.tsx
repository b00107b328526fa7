import type { ComponentProps } from 'react'
import { deferredPart } from '#app/ui/deferred-part.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type Part from './safety-and-guarantee.tsx'

export const SAFETY_ID = 'bezpieczenstwo'

/** Texts only, which work without scripts. The server's version of this part is set in app/entry.server.tsx. */
export const SafetyAndGuarantee = deferredPart<ComponentProps<typeof Part>>(
  () => import('./safety-and-guarantee.tsx'),
  {
    id: SAFETY_ID,
    skeleton: <Skeleton className="h-40" />,
    isText: true,
  },
)
