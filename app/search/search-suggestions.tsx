import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { ProductLink } from '#app/catalog/product-link.tsx'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { LowestPrice, ProductPrice } from '#app/catalog/product-price.tsx'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { queryClient, suggestionsQuery } from '#app/query-client.ts'
import { readViewed } from '#app/saved/product-snapshots.ts'
import { HEART } from '#app/saved/save-button.tsx'
import { useSavedProducts } from '#app/saved/saved-store.ts'
import { useUpToDate } from '#app/saved/up-to-date.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useDebounced } from '#app/ui/use-debounced.ts'
import { describeCorrection, describeUnknownWords } from '#domain/catalog/lists/describe-correction.ts'
import {
  MOST_SUGGESTED,
  SUGGEST_DEBOUNCE_MS,
  SUGGEST_MIN_LENGTH,
  type Suggestions,
} from '#domain/catalog/lists/suggestions.ts'
import { type CardProduct, findCheapest, inflectProducts, UNAVAILABLE } from '#domain/catalog/product.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { useCombobox } from './use-combobox.ts'

type SearchSuggestionsProps = {
  /** The field of the header's form, which becomes a combobox while this is shown. */
  input: HTMLInputElement
  onLeave: () => void
}

/** Products, brands and notes for the typed text, or the products viewed last, chosen by the arrow keys. */
export default function SearchSuggestions({ input, onLeave }: SearchSuggestionsProps) {
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const typed = useTyped(input)
  const search = useDebounced(typed, SUGGEST_DEBOUNCE_MS)
  const isLongEnough = typed.length >= SUGGEST_MIN_LENGTH
  const asked = useQuery({ ...suggestionsQuery(search), placeholderData: keepPreviousData }, queryClient)
  const found = isLongEnough && search.length >= SUGGEST_MIN_LENGTH ? asked.data : undefined
  const [remembered] = useState(readViewed)
  const viewed = useUpToDate(remembered).slice(0, MOST_SUGGESTED.products)
  useCombobox(input, list, listId, `${search} ${isLongEnough} ${asked.dataUpdatedAt} ${viewed.length}`)
  useSubmit(input, onLeave, search === typed && !asked.isPlaceholderData ? found : undefined)

  return (
    <div className="pt-3">
      <p
        role="status"
        className={found && isNothing(found) && !asked.isPlaceholderData ? 'px-2 py-3 text-sm' : 'sr-only'}
      >
        {asked.isError && isLongEnough
          ? 'Nie udało się wczytać podpowiedzi.'
          : found && !asked.isPlaceholderData && describe(found, search)}
      </p>
      {found?.corrected !== undefined && (
        <p className="px-2 pb-2 text-sm" aria-hidden="true">
          {describeCorrection(search, found.corrected, found.ignored)}
        </p>
      )}
      {isLongEnough && !found && !asked.isError && <SuggestionSkeleton />}
      {!isLongEnough && <SavedLink />}
      <div ref={list} id={listId} role="listbox" aria-label="Podpowiedzi" className="grid gap-3 empty:hidden">
        <Group name="Ostatnio oglądane">
          {!isLongEnough && viewed.map((product) => <ProductOption key={product.id} product={product} />)}
        </Group>
        <Group name="Perfumy">
          {found?.products.map((product) => (
            <ProductOption key={product.id} product={product} />
          ))}
        </Group>
        <Group name="Marki" inline>
          {found?.brands.map(({ name, slug }) => (
            <LinkOption key={slug} to={brandAddress(slug)} className={CHIP}>
              {name}
            </LinkOption>
          ))}
        </Group>
        <Group name="Nuty" inline>
          {found?.notes.map(({ name, slug }) => (
            <LinkOption key={slug} to={noteAddress(slug)} className={CHIP}>
              {name}
            </LinkOption>
          ))}
        </Group>
        {found && found.total > found.products.length && (
          <LinkOption to={searchAddress(search)} className={`${ROW} justify-center font-semibold`}>
            Zobacz wszystkie wyniki ({found.total})
          </LinkOption>
        )}
      </div>
    </div>
  )
}

function SavedLink() {
  const saved = useSavedProducts()
  const dialogs = useDialogs()
  if (saved.length === 0) return null
  return (
    <Button variant="quiet" aria-haspopup="dialog" className="-ml-3" onClick={() => dialogs.open({ name: 'saved' })}>
      <Icon d={HEART} className="size-5" strokeWidth={1.6} />
      Ulubione ({saved.length})
    </Button>
  )
}

const searchAddress = (search: string) => `${href('/sklep')}?${new URLSearchParams({ search })}`
const brandAddress = (slug: string) => `${href('/sklep')}?brand=${slug}`
const noteAddress = (slug: string) => `${href('/sklep')}?note=${slug}`

const isNothing = ({ products, brands, notes }: Suggestions) => products.length + brands.length + notes.length === 0

function describe(found: Suggestions, search: string): string {
  if (isNothing(found)) {
    const unknown = found.ignored?.length ? describeUnknownWords(found.ignored) : `Brak podpowiedzi dla „${search}”.`
    return `${unknown} Sprawdź pisownię albo wpisz mniej.`
  }
  const { products, brands, notes } = found
  const counts = [
    products.length > 0 && `${products.length} ${inflectProducts(products.length)}`,
    brands.length > 0 && `${brands.length} ${pluralize(brands.length, { one: 'marka', few: 'marki', many: 'marek' })}`,
    notes.length > 0 && `${notes.length} ${pluralize(notes.length, { one: 'nuta', few: 'nuty', many: 'nut' })}`,
  ]
  const correction =
    found.corrected === undefined ? '' : `${describeCorrection(search, found.corrected, found.ignored)} `
  return `${correction}Podpowiedzi: ${counts.filter(Boolean).join(', ')}. Wybierz strzałkami.`
}

const OPTION =
  'flex items-center text-sm hover:bg-sand aria-selected:bg-sand aria-selected:outline-2 aria-selected:outline-gold'
const ROW = 'min-h-12 gap-3 rounded-xl px-2 py-1.5'
const CHIP = 'min-h-11 rounded-full border border-night/30 bg-white px-4'

type GroupProps = { name: string; inline?: boolean; children: false | ReactNode[] | undefined }

/** A named group of options; nothing without options. `inline`: side by side. */
function Group({ name, inline = false, children }: GroupProps) {
  const id = useId()
  if (!children || children.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
    <div role="group" aria-labelledby={id}>
      <p id={id} role="presentation" className="px-2 pb-1 text-xs font-semibold tracking-wide text-oud">
        {name}
      </p>
      <div role="presentation" className={inline ? 'flex flex-wrap gap-2 px-2 py-1' : ''}>
        {children}
      </div>
    </div>
  )
}

function ProductOption({ product }: { product: CardProduct }) {
  const cheapest = findCheapest(product)
  const priced = cheapest ?? product
  return (
    <ProductLink product={product} role="option" aria-selected={false} tabIndex={-1} className={`${OPTION} ${ROW}`}>
      <ProductPicture imageKey={product.image_key} alt="" sizes="2.5rem" className="w-10 shrink-0 rounded-md" />
      <span className="min-w-0 flex-1">
        <span className="block font-display text-base leading-tight wrap-anywhere">{product.name}</span>
        <span className="block text-xs text-oud">{product.brand.name}</span>
        <LowestPrice product={priced} />
      </span>
      <span className="text-right">
        {cheapest && <span>od </span>}
        <ProductPrice product={priced} className="font-semibold" />
        {product.out_of_stock && <span className="block text-xs text-wine">{UNAVAILABLE.sold_out}</span>}
      </span>
    </ProductLink>
  )
}

function LinkOption({ to, className, children }: { to: string; className: string; children: ReactNode }) {
  return (
    <Link to={to} role="option" aria-selected={false} tabIndex={-1} className={`${OPTION} ${className}`}>
      {children}
    </Link>
  )
}

function SuggestionSkeleton() {
  return (
    <div className="grid gap-2 px-2">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="h-12 w-10 rounded-md" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  )
}

/** The trimmed text of the field. */
function useTyped(input: HTMLInputElement): string {
  const [typed, setTyped] = useState(() => input.value.trim())
  useEffect(() => {
    const read = () => setTyped(input.value.trim())
    input.addEventListener('input', read)
    return () => input.removeEventListener('input', read)
  }, [input])
  return typed
}

/** Searches inside the shop, without a page load. A single brand or note without products opens its list at once. */
function useSubmit(input: HTMLInputElement, onLeave: () => void, found: Suggestions | undefined): void {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onLeave` does the same at every rendering.
  useEffect(() => {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const search = input.value.trim()
      void navigate(search === '' ? href('/sklep') : (found && findOnly(found)) || searchAddress(search))
      input.blur()
      onLeave()
    }
    const form = input.form
    form?.addEventListener('submit', submit)
    return () => form?.removeEventListener('submit', submit)
  }, [input, navigate, found])
}

/** The list of the only brand or note that was found; null when there is more. */
function findOnly({ products, brands, notes }: Suggestions): string | null {
  if (products.length > 0 || brands.length + notes.length !== 1) return null
  const [brand] = brands
  const [note] = notes
  return brand ? brandAddress(brand.slug) : note ? noteAddress(note.slug) : null
}
