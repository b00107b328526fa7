import { Keyboard, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isDialogOpen, isTyping } from '../list-keys.ts'
import { SearchDialog } from './search-dialog.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'

/** Opens the search over everything, as '/' and Ctrl+K do, and the list of shortcuts, as '?' does. */
export function SearchButton() {
  const [open, setOpen] = useState<'search' | 'help' | null>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (isSearch && !isDialogOpen()) {
        event.preventDefault()
        setOpen('search')
      }
      if (isTyping(event) || (event.key !== '/' && event.key !== '?')) return
      event.preventDefault()
      setOpen(event.key === '/' ? 'search' : 'help')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen('search')}
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
        onClick={() => setOpen('help')}
        className="mt-1 hidden min-h-9 items-center gap-2 px-4 text-xs text-oud underline-offset-4 hover:underline lg:inline-flex"
      >
        <Keyboard aria-hidden="true" className="size-4" /> Skróty klawiszowe
      </button>
      {open === 'search' && <SearchDialog onClose={() => setOpen(null)} />}
      {open === 'help' && <ShortcutHelp onClose={() => setOpen(null)} />}
    </>
  )
}
