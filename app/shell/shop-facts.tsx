import type { PageFacts as Facts } from '#domain/settings/page-facts.ts'

const ID = 'page-facts'

/** What code outside of components needs to know of the shop, in the document of every page of the storefront. */
export function PageFacts(facts: Facts) {
  return (
    <script type="application/json" id={ID}>
      {JSON.stringify(facts)}
    </script>
  )
}

/** Null outside the storefront, and in a page that the shop could not write whole. */
export function readPageFacts(): Facts | null {
  const text = document.getElementById(ID)?.textContent
  return text ? JSON.parse(text) : null
}
