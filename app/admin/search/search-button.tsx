import { Keyboard, Search } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { isDialogOpen, isTyping } from '#app/admin/list-keys.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { SearchDialog } from './search-dialog.tsx'

/** Buttons and keys for the search (/ and Ctrl+K) and for the list of shortcuts (?). */
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
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full border border-night/30 text-sm
          hover:border-night/60 lg:flex-1 lg:justify-start lg:px-4"
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
        title="Skróty klawiszowe"
        className="hidden size-11 place-items-center rounded-full text-oud hover:bg-ivory lg:grid"
      >
        <Keyboard aria-hidden="true" className="size-5" />
        <span className="sr-only">Skróty klawiszowe</span>
      </button>
      {search.subject !== null && <SearchDialog onClose={search.close} />}
      {help.subject !== null && <ShortcutHelp onClose={help.close} />}
    </>
  )
}

const SHORTCUTS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Szukaj wszędzie'],
  [['Ctrl', 'K'], 'Szukaj wszędzie, także z pola'],
  [['?'], 'Ta lista skrótów'],
  [['j'], 'Następny wiersz listy'],
  [['k'], 'Poprzedni wiersz listy'],
  [['x'], 'Zaznacz wiersz listy przesyłek'],
  [['Enter', 'e'], 'Otwórz zaznaczony wiersz'],
  [['↑', '↓'], 'Wyniki wyszukiwania'],
  [['Esc'], 'Zamknij okno'],
]

function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Skróty klawiszowe" size="sm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 px-5 py-4 text-sm sm:px-7">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-md border border-night/30 bg-white px-2 py-0.5 text-center font-sans
                    text-xs font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
