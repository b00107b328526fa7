import type { PageFacts } from '#domain/settings/page-facts.ts'

/** Where every document holds what its lazily loaded parts need to know of the shop (app/document.server.ts). */
export const PAGE_FACTS_ID = 'page-facts'

/** Null in a page that the shop could not write whole. */
export function readPageFacts(): PageFacts | null {
  const text = document.getElementById(PAGE_FACTS_ID)?.textContent
  return text ? JSON.parse(text) : null
}
