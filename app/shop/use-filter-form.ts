import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { buildShopHref } from '#app/seo/shop-href.ts'
import { type ProductFilters, parseFilters, toSearchParams } from '#domain/catalog/lists/product-filters.ts'

export type FilterFormControl = ReturnType<typeof useFilterForm>

/** The pause in typing after which a field is applied, ms; other fields are applied at once. */
const TYPING_PAUSE: Record<string, number> = { search: 250, minPrice: 500, maxPrice: 500 }

/** Tailwind's lg breakpoint, from which the form is beside the list. */
const BESIDE_LIST = '(min-width: 64rem)'

/**
 * Applies every change of the filter form. The fields keep their own state, so that nothing typed is lost while a list
 * loads. They follow the address only when something else changed it (a chip, Back, a link).
 */
export function useFilterForm(filters: ProductFilters) {
  const navigate = useNavigate()
  const ref = useRef<HTMLFormElement>(null)
  const timer = useRef<number>(undefined)
  const query = toSearchParams(filters).toString()
  /** The list that the fields describe, even while it is loading. */
  const shown = useRef(query)
  /**
   * The field that is typed in, and the addresses that its typing requested: while one of them is the present one, the
   * next letters replace its history entry. The screen can be behind the address.
   */
  const typed = useRef<{ field: string; hrefs: Set<string> }>(undefined)

  useEffect(() => () => window.clearTimeout(timer.current), [])

  useEffect(() => {
    if (query === shown.current) return
    if (ref.current) fillIn(ref.current, new URLSearchParams(query))
    shown.current = query
    typed.current = undefined
  }, [query])

  // After a failed navigation the same choice must request the list again.
  const { state } = useNavigation()
  useEffect(() => {
    if (state === 'idle') shown.current = query
  }, [state, query])

  /** @param typing the field whose typing requests the list. One word makes one history entry, not one per letter. */
  function goTo(typing?: string) {
    window.clearTimeout(timer.current)
    if (!ref.current) return
    const wanted = parseFilters(readForm(ref.current))
    const next = toSearchParams(wanted).toString()
    if (next === shown.current) return
    shown.current = next
    const href = buildShopHref(wanted)
    if (typing === undefined) typed.current = undefined
    else if (typed.current?.field !== typing) typed.current = { field: typing, hrefs: new Set() }
    const isTypedOn = typed.current?.hrefs.has(window.location.pathname + window.location.search) === true
    typed.current?.hrefs.add(href)
    // Beside the list the form stays in view, so a new list starts at its top. Above the list the form must not move
    // while it is used.
    const besideList = window.matchMedia(BESIDE_LIST).matches
    // A return to the list on the screen only cancels the navigation under way.
    void navigate(href, { replace: next === query || isTypedOn, preventScrollReset: !besideList })
  }

  return {
    ref,
    onChange(event: FormEvent<HTMLFormElement>) {
      const { name } = event.target instanceof HTMLInputElement ? event.target : { name: '' }
      const pause = TYPING_PAUSE[name]
      if (pause === undefined) return goTo()
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => goTo(name), pause)
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      goTo()
    },
    /** Applies the present values of the form. */
    apply: () => goTo(),
  }
}

/** The fields of a form as the query that it would send. */
export function readForm(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') params.append(name, value)
  return params
}

/** Puts an address into the fields. Selects without the value (an unknown brand) show their first option. */
function fillIn(form: HTMLFormElement, params: URLSearchParams): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) {
      field.value = params.get(field.name) ?? ''
      if (field.selectedIndex === -1) field.selectedIndex = 0
    } else if (field instanceof HTMLInputElement) {
      const wanted = params.get(field.name) ?? ''
      if (field.type === 'radio' || field.type === 'checkbox') field.checked = field.value === wanted
      else field.value = wanted
    }
  }
}
