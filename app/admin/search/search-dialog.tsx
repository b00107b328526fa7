import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { pagedQuery } from '#app/admin/panel-calls.ts'
import { findSettings } from '#app/admin/settings/find-settings.ts'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { useDebounced } from '#app/ui/use-debounced.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { ORDER_STATUS_LABELS } from '#domain/kernel/order-words/order-status.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { AdminSearch } from '#domain/search/search-everything.server.ts'

/** Pause after the last key, ms. */
const TYPED_MS = 150

const RESULTS: PolishForms = { one: 'wynik', few: 'wyniki', many: 'wyników' }

/** The results for a text of at least two characters. */
const searchQuery = (q: string) => ({
  ...pagedQuery(['admin', 'search', q], (signal) => callApi('get', '/api/admin/search', { query: { q }, signal })),
  enabled: q.length > 1,
  gcTime: 60_000,
})

/** One search for orders, parcels, products, brands, sections and settings. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const asked = useDebounced(typed.trim(), TYPED_MS)
  const input = useRef<HTMLInputElement>(null)
  const { data, error, isFetching } = useQuery(searchQuery(asked), queryClient)
  const navigate = useNavigate()
  const id = useId()
  const groups = asked.length > 1 ? [...(data ? toGroups(data) : []), ...groupSettings(asked)] : []
  const items = groups.flatMap((group) => group.items)
  const [chosen, setChosen] = useState(0)
  const current = items[Math.min(chosen, items.length - 1)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search begins at its first result
  useEffect(() => setChosen(0), [asked])

  function open(item: FoundItem): void {
    // Replaces the dialog's entry of the history: Back leads to the page on which it was opened.
    void navigate(item.to, { replace: true })
  }

  function press(event: KeyboardEvent): void {
    const last = items.length - 1
    if (event.key === 'ArrowDown') setChosen(chosen >= last ? 0 : chosen + 1)
    else if (event.key === 'ArrowUp') setChosen(chosen <= 0 ? last : chosen - 1)
    else if (event.key === 'Enter' && current && asked === typed.trim()) open(current)
    else return
    event.preventDefault()
  }

  const isEmpty = asked.length > 1 && !isFetching && !error && items.length === 0
  return (
    <Dialog open onClose={onClose} title="Szukaj wszędzie" initialFocus={input}>
      <div className="sticky top-0 z-10 border-b border-night/10 bg-ivory px-5 py-3 sm:px-7">
        <label
          className="flex items-center gap-2 rounded-full border border-night/45 bg-white px-4
            has-focus-visible:outline-3 has-focus-visible:outline-gold"
        >
          <Search aria-hidden="true" className="size-5 shrink-0 text-oud" />
          <span className="sr-only">
            Numer zamówienia, e-mail, telefon, nazwisko, produkt, marka, numer przesyłki, dział, ustawienie
          </span>
          <input
            ref={input}
            type="search"
            role="combobox"
            aria-expanded={items.length > 0}
            aria-controls={`${id}-results`}
            aria-activedescendant={current && `${id}-${current.id}`}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            placeholder="Zamówienie, telefon, produkt, ustawienie..."
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={press}
            className="min-h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-night/60"
          />
        </label>
        <p role="status" className="sr-only">
          {isEmpty
            ? 'Nic nie znaleziono'
            : items.length > 0
              ? `${items.length} ${pluralize(items.length, RESULTS)}`
              : ''}
        </p>
      </div>
      <div id={`${id}-results`} role="listbox" aria-label="Wyniki" className="min-h-40 px-2 py-2 sm:px-4">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group.title} role="group" aria-label={group.title} className="mb-2">
            <p aria-hidden="true" className="px-3 py-1 text-xs font-semibold text-oud">
              {group.title}
            </p>
            {group.items.map((item) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the chosen option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={item.id}
                id={`${id}-${item.id}`}
                role="option"
                aria-selected={item === current}
                onClick={() => open(item)}
                onPointerMove={() => setChosen(items.indexOf(item))}
                className={classNames(
                  'flex min-h-11 cursor-pointer flex-col justify-center rounded-lg px-3 py-1.5',
                  item === current && 'bg-sand',
                )}
              >
                <span className="truncate text-sm font-semibold">{item.title}</span>
                <span className="truncate text-xs text-oud">{item.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {(isEmpty || error || asked.length < 2) && (
        <p className="px-5 pb-6 text-center text-sm text-oud sm:px-7">
          {error
            ? `Nie udało się wyszukać. ${error.message}`
            : isEmpty
              ? `Nic nie pasuje do „${asked}”. Spróbuj krótszego fragmentu.`
              : 'Wpisz co najmniej dwa znaki.'}
        </p>
      )}
    </Dialog>
  )
}

/** One result: its name, what tells it apart from others, and its page. */
type FoundItem = { id: string; title: string; detail: string; to: string }
type FoundGroup = { title: string; items: FoundItem[] }

/** The sections and settings that fit; the panel knows them itself. */
function groupSettings(asked: string): FoundGroup[] {
  const items = findSettings(asked).map((setting) => ({ ...setting, id: `setting-${setting.to}` }))
  return items.length > 0 ? [{ title: 'Panel', items }] : []
}

/** The results by kind, without empty kinds. */
function toGroups({ orders, parcels, products, brands }: AdminSearch): FoundGroup[] {
  const orderPage = (id: string) => href('/admin/zamowienia/:id', { id })
  const groups: FoundGroup[] = [
    {
      title: 'Zamówienia',
      items: orders.map(({ id, number, name, email, phone, status, placed_at, total_grosze }) => ({
        id: `order-${id}`,
        title: `${number} · ${name}`,
        detail: [
          formatShortMoment(placed_at),
          ORDER_STATUS_LABELS[status],
          formatGrosze(total_grosze),
          email,
          formatPhone(phone),
        ].join(' · '),
        to: orderPage(id),
      })),
    },
    {
      title: 'Przesyłki',
      items: parcels.map(({ order_id, number, tracking_number, name }) => ({
        id: `parcel-${order_id}`,
        title: tracking_number,
        detail: `zamówienie ${number} · ${name}`,
        to: orderPage(order_id),
      })),
    },
    {
      title: 'Produkty',
      items: products.map(({ id, name, brand }) => ({
        id: `product-${id}`,
        title: name,
        detail: brand,
        to: `${href('/admin/produkty')}?${new URLSearchParams({ search: name })}`,
      })),
    },
    {
      title: 'Marki',
      items: brands.map(({ id, name }) => ({
        id: `brand-${id}`,
        title: name,
        detail: 'marka',
        to: href('/admin/marki'),
      })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
