import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { SearchField, useListParams, withParams } from '#app/admin/list-filters.tsx'
import { Options } from '#app/admin/ui/form-parts.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ORDER_STATUS_LABELS, ORDER_STATUSES } from '#domain/kernel/order-words/order-status.ts'
import { DELIVERY_METHODS, DELIVERY_NAMES } from '#domain/kernel/order-words/shipping-method.ts'
import {
  isFiltered,
  MONEY_STATE_LABELS,
  MONEY_STATES,
  PARCEL_STATE_LABELS,
  PARCEL_STATES,
} from '#domain/orders/admin/order-filters.ts'
import { type FilterName, parseOrderFilters } from './orders-data.ts'

const CHOICES: readonly { name: FilterName; label: string; options: readonly (readonly [string, string])[] }[] = [
  { name: 'status', label: 'Status', options: ORDER_STATUSES.map((status) => [status, ORDER_STATUS_LABELS[status]]) },
  { name: 'parcel', label: 'Przesyłka', options: PARCEL_STATES.map((state) => [state, PARCEL_STATE_LABELS[state]]) },
  {
    name: 'payment',
    label: 'Płatność',
    options: [
      ['prepaid', 'Z góry'],
      ['cash_on_delivery', 'Za pobraniem'],
      ['elsewhere', 'Poza sklepem'],
    ],
  },
  { name: 'money', label: 'Pieniądze', options: MONEY_STATES.map((state) => [state, MONEY_STATE_LABELS[state]]) },
  {
    name: 'delivery',
    label: 'Dostawa',
    options: DELIVERY_METHODS.map((delivery) => [delivery, DELIVERY_NAMES[delivery]]),
  },
]

/** Search and filters of the list of orders, kept in the address. */
export function OrderFilterBar() {
  const [params, changeParams] = useListParams()
  const filters = parseOrderFilters(params)

  const set = (name: FilterName, value: string, replace = false) =>
    changeParams((present) => withParams(present, { [name]: value, page: null }), { replace })

  return (
    <search className="mb-4 space-y-3">
      <SearchField
        label="Szukaj zamówień"
        placeholder="Numer, e-mail, telefon lub nazwisko"
        search={filters.search ?? ''}
        onSearch={(text) => set('search', text, true)}
        className="max-w-xl"
      />
      {/* On the phone the chips are one row that scrolls sideways. */}
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
        {CHOICES.map(({ name, label, options }) => (
          <Chip key={name} label={label} value={filters[name] ?? ''} onClear={() => set(name, '')}>
            {(id) => (
              <>
                <select
                  id={id}
                  value={filters[name] ?? ''}
                  onChange={(event) => set(name, event.target.value)}
                  className="field-sizing-content min-h-11 cursor-pointer appearance-none rounded-full bg-transparent
                    py-1 pr-8 pl-4 text-sm lg:min-h-9"
                >
                  <option value="">{label}</option>
                  <Options of={options} className="text-night" />
                </select>
                {!filters[name] && <ChevronDown aria-hidden="true" className="pointer-events-none -ml-7 mr-3 size-4" />}
              </>
            )}
          </Chip>
        ))}
        {(['from', 'to'] as const).map((name) => (
          <Chip
            key={name}
            label={name === 'from' ? 'Od' : 'Do'}
            value={filters[name] ?? ''}
            onClear={() => set(name, '')}
            named
          >
            {(id) => (
              <input
                id={id}
                type="date"
                value={filters[name] ?? ''}
                onChange={(event) => set(name, event.target.value)}
                className="min-h-11 rounded-full bg-transparent py-1 pr-3 text-sm lg:min-h-9"
              />
            )}
          </Chip>
        ))}
        {isFiltered(filters) && (
          <button
            type="button"
            className="min-h-11 px-3 text-sm font-semibold underline underline-offset-4 lg:min-h-9"
            onClick={() => changeParams(() => new URLSearchParams())}
          >
            Wyczyść wszystko
          </button>
        )}
      </div>
    </search>
  )
}

type ChipProps = {
  label: string
  value: string
  /** Whether the label is visible: a date field does not name itself. */
  named?: boolean
  onClear: () => void
  children: (id: string) => ReactNode
}

function Chip({ label, value, named = false, onClear, children }: ChipProps) {
  const id = useId()
  const isSet = value !== ''
  return (
    <span
      className={classNames(
        // Relative: the hidden label stays inside the row that scrolls.
        'relative inline-flex shrink-0 items-center rounded-full border has-focus-visible:outline-3',
        'has-focus-visible:outline-gold [&_:focus]:outline-none',
        isSet ? 'border-night bg-night text-ivory scheme-dark' : 'border-night/30 bg-white hover:border-night/60',
      )}
    >
      <label htmlFor={id} className={named ? 'pr-2 pl-4 text-sm' : 'sr-only'}>
        {label}
      </label>
      {children(id)}
      {isSet && (
        <button
          type="button"
          aria-label={`Usuń filtr: ${label}`}
          className="-ml-2 grid size-11 place-items-center rounded-full lg:size-9"
          onClick={onClear}
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </span>
  )
}
