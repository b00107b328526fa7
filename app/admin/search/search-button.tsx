import { Keyboard, Search } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useHistoryDialog } from '../history-dialog.ts'
import { isDialogOpen, isTyping } from '../list-keys.ts'
import { SearchDialog } from './search-dialog.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'

/** Opens the search over everything, as '/' and Ctrl+K do, and the list of shortcuts, as '?' does. */
export function SearchButton() {
  const search = useHistoryDialog('search')
  const help = useHistoryDialog('shortcuts')
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    if (isSearch && !isDialogOpen()) {
      event.preventDefault()
      search.open()
    }
    if (isTyping(event) || (event.key !== '/' && event.key !== '?')) return
    event.preventDefault()
    if (event.key === '/') search.open()
    else help.open()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="/ Control+K"
        onClick={() => search.open()}
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full border border-night/30 text-sm hover:border-night/60 lg:w-full lg:justify-start lg:px-4"
      >
        <Search aria-hidden="true" className="size-5 shrink-0 lg:size-4" />
        <span className="max-lg:sr-only">Szukaj</span>
        <span aria-hidden="true" className="ml-auto hidden text-xs text-oud lg:inline">
          /
        </span>
      </button>
      <button
        type="button"
        aria-keyshortcuts="?"
        onClick={() => help.open()}
        className="mt-1 hidden min-h-9 items-center gap-2 px-4 text-xs text-oud underline-offset-4 hover:underline lg:inline-flex"
      >
        <Keyboard aria-hidden="true" className="size-4" /> Skróty klawiszowe
      </button>
      {search.subject !== null && <SearchDialog onClose={search.close} />}
      {help.subject !== null && <ShortcutHelp onClose={help.close} />}
    </>
  )
}
