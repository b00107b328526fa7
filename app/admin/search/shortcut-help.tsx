import { Dialog } from '#app/ui/dialog.tsx'

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

/** What can be done without a mouse. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Skróty klawiszowe" size="sm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 px-5 py-4 text-sm sm:px-7">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-md border border-night/30 bg-white px-2 py-0.5 text-center font-sans text-xs font-semibold"
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
