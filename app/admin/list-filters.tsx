import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { SEARCH_MAX_LENGTH } from '#domain/catalog/lists/product-filters.ts'
import { useIsCovered } from './history-dialog.ts'

/** Pause after the last keystroke before the search starts, ms. */
const SEARCH_DELAY_MS = 250

type SearchFieldProps = {
  label: string
  placeholder: string
  /** What the address asks for. */
  search: string
  onSearch: (search: string) => void
  className?: string
}

/** The search of a list, kept in the address. It is applied after a pause, and never while a dialog is open. */
export function SearchField({ label, placeholder, search, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(search)
  const reported = useRef(search)
  const isCovered = useIsCovered()
  // Follows the address (Back, a link, 'Wyczyść wszystko'), unless the change came from this field.
  useEffect(() => {
    if (search !== reported.current) setTyped(search)
    reported.current = search
  }, [search])

  /** An effect event: it uses the other filters as they are when the pause is over. */
  const apply = useEffectEvent(() => {
    const text = typed.trim()
    if (text === reported.current) return
    reported.current = text
    onSearch(text)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key restarts the pause
  useEffect(() => {
    if (isCovered) return undefined
    const timer = setTimeout(apply, SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, isCovered])

  return (
    <div className={classNames('relative min-w-52 flex-1', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2 text-oud"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        className="pill min-h-11 w-full py-2 pr-4 pl-10 text-base placeholder:text-night/60 lg:text-sm"
      />
    </div>
  )
}

/**
 * The filters of a list, kept in the address. Each change builds on the change before, even before that one is
 * rendered, so that no choice is lost while the search waits.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const asked = useRef(params)
  useEffect(() => {
    asked.current = params
  }, [params])

  function changeParams(change: (params: URLSearchParams) => URLSearchParams, options?: NavigateOptions) {
    asked.current = change(new URLSearchParams(asked.current))
    setParams(asked.current, { preventScrollReset: true, ...options })
  }
  return [params, changeParams] as const
}

type Changed = Readonly<Record<string, string | null | undefined>>

/** The parameters of an address with some changed. An empty value removes its parameter. */
export function withParams(params: URLSearchParams, changed: Changed): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changed)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** The address of a page with these parameters; without '?' when all are empty. */
export function buildAddress(path: string, params: Changed): string {
  const search = withParams(new URLSearchParams(), params).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The page in an address; none for the first one. */
export const writePage = (page: number) => (page > 1 ? String(page) : null)
