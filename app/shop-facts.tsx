import type { PageFacts as Facts } from '#domain/settings/page-facts.ts'

const ID = 'page-facts'

/** Facts for code outside of components, written into every page of the storefront. */
export function PageFactsScript(facts: Facts) {
  return (
    <script type="application/json" id={ID}>
      {JSON.stringify(facts)}
    </script>
  )
}

/** Null outside the storefront, and on an incomplete page. */
export function readPageFacts(): Facts | null {
  const text = document.getElementById(ID)?.textContent
  return text ? JSON.parse(text) : null
}
