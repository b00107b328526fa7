import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'
import { HEART } from '#app/saved/save-button.tsx'
import { Icon, SEARCH } from '#app/ui/icon.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const SearchSuggestions = lazyPart(() => import('#app/search/search-suggestions.tsx'))

/** Search and the saved products, for the header. */
export function HeaderFinding() {
  const dialogs = useDialogs()
  const preload = () => preloadDialog('saved')
  return (
    <div className="flex">
      <HeaderSearch />
      <button
        type="button"
        aria-label="Ulubione"
        aria-haspopup="dialog"
        className="grid size-12 place-items-center rounded-full noscript:hidden hover:bg-sand max-sm:-ml-2"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => dialogs.open({ name: 'saved' })}
      >
        <Icon d={HEART} className="size-6" strokeWidth={1.6} />
      </button>
    </div>
  )
}

/** A form to /sklep that works without JavaScript. Hover or focus loads the code of its suggestions. */
function HeaderSearch() {
  const { details, close, onKeyDown } = useHeaderPanel()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  // The visitor may have opened the search before this code was loaded.
  useEffect(() => setOpen(!!details.current?.open), [details])
  return (
    <details
      ref={details}
      onPointerEnter={SearchSuggestions.preload}
      onFocus={SearchSuggestions.preload}
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
        if (event.currentTarget.open) input?.focus()
      }}
      onKeyDown={onKeyDown}
    >
      <summary
        aria-label="Szukaj"
        className="grid size-12 list-none place-items-center rounded-full hover:bg-sand [&::-webkit-details-marker]:hidden"
      >
        <Icon d={SEARCH} className="size-6" strokeWidth={1.6} />
      </summary>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Zamknij wyszukiwanie"
        className="fixed inset-0 cursor-default bg-night/40"
        onClick={close}
      />
      <search className="absolute inset-x-0 top-full max-h-[calc(100dvh-6rem)] overflow-y-auto border-b border-night/10 bg-ivory shadow-lift">
        <form
          action={href('/sklep')}
          className="page-width relative max-w-3xl py-4"
          onSubmit={(event) => {
            // Otherwise a suggestion has opened another page.
            if (event.defaultPrevented) return
            event.preventDefault()
            void navigate(`${href('/sklep')}?${new URLSearchParams({ search: input?.value.trim() ?? '' })}`)
          }}
        >
          <Icon d={SEARCH} className="pointer-events-none absolute top-10 ml-4 size-5 -translate-y-1/2 text-oud" />
          <input
            ref={setInput}
            type="search"
            name="search"
            aria-label="Szukaj perfum, marki lub nuty"
            placeholder="Perfumy, marka lub nuta"
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            className="pill min-h-12 w-full py-2 pr-4 pl-12 text-base placeholder:text-night/70"
          />
          <button type="submit" className="sr-only">
            Szukaj w sklepie
          </button>
          {isOpen && input && <SearchSuggestions input={input} onLeave={close} />}
        </form>
      </search>
    </details>
  )
}

/** A `<details>` of the header, which opens without JavaScript; Escape and every navigation close it. */
export function useHeaderPanel() {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)
  const close = () => details.current?.removeAttribute('open')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with every navigation.
  useEffect(() => {
    // Not at hydration, because the visitor may have opened it before.
    if (shownAt.current !== key) close()
    shownAt.current = key
  }, [key])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    close()
    details.current?.querySelector('summary')?.focus()
  }
  return { details, close, onKeyDown }
}
