import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { SEARCH_MAX_LENGTH } from '#domain/catalog/lists/product-filters.ts'
import { useIsCovered } from './history-dialog.ts'

/** After the last key, ms. */
const SEARCH_DELAY_MS = 250

type SearchFieldProps = {
  label: string
  placeholder: string
  /** What the address asks for. */
  search: string
  onSearch: (search: string) => void
  className?: string
}

/** The search of a list, which stands in the address: what was typed is asked for after a moment, never under a dialog. */
export function SearchField({ label, placeholder, search, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(search)
  const told = useRef(search)
  const isCovered = useIsCovered()
  // Back, a link, 'Wyczyść wszystko': the address is what counts, unless it only follows what was typed here.
  useEffect(() => {
    if (search !== told.current) setTyped(search)
    told.current = search
  }, [search])

  /** With the other filters as they are when the wait is over. */
  const apply = useEffectEvent(() => {
    const text = typed.trim()
    if (text === told.current) return
    told.current = text
    onSearch(text)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed begins the wait anew
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
