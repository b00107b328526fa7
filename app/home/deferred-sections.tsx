import { deferredPart } from '#app/ui/deferred-part.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

// Sections below the first screen of the landing page. Their server versions are set in app/entry.server.tsx.

const skeleton = <Skeleton className="h-[40rem] rounded-none" />

export const BrandPicker = deferredPart(() => import('./brand-picker.tsx'), { id: 'marki', skeleton })
export const ScentFamilies = deferredPart(() => import('./scent-families-section.tsx'), { id: 'zapachy', skeleton })
export const Quality = deferredPart(() => import('./quality.tsx'), { id: 'jakosc', skeleton })
export const ScentStory = deferredPart(() => import('./scent-story.tsx'), { id: 'nuty', skeleton })

/** Loads the sections with the page when the browser renders it, because later ones would move the target of a link. */
export async function fetchSections(_: unknown, next: () => Promise<unknown>): Promise<unknown> {
  const code = [BrandPicker, ScentFamilies, Quality, ScentStory].map((section) => section.preload())
  const data = await next()
  await Promise.all(code)
  return data
}
