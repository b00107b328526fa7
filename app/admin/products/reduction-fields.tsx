import { useQuery } from '@tanstack/react-query'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { LoadError } from '#app/admin/ui/query-view.tsx'
import { ProductCard } from '#app/catalog/product-card.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import type { ProductPrices } from '#domain/catalog/admin/admin-product-queries.server.ts'
import {
  describeReductions,
  listReductions,
  type PlannedReduction,
  type PriceLedger,
  planReduction,
  type Reduction,
} from '#domain/catalog/prices/price-ledger.ts'
import { priceFields } from '#domain/catalog/product.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import { zlToGrosze } from '#domain/kernel/amounts/money.ts'
import { formatWallClock, toWallClock, type WallClock } from '#domain/kernel/calendar-day.ts'
import { productPricesQuery } from './products-data.ts'
import type { useProductEditor } from './use-product-editor.ts'

type ReductionFieldsProps = {
  form: ReturnType<typeof useProductEditor>['form']
  /** Null for a new one. */
  product: AdminProduct | null
}

/** The lower price of a product for a time, and how buyers will see it. */
export function ReductionFields({ form, product }: ReductionFieldsProps) {
  const { price, reduced_price_grosze, reduced_from, reduced_to } = form.values
  const isFilled = reduced_price_grosze !== '' || reduced_from !== '' || reduced_to !== ''
  const planned = readPlanned(price, reduced_price_grosze)
  /** A change of one field may resolve an error shown at another. */
  const textOf = (name: 'reduced_price_grosze' | 'reduced_from' | 'reduced_to') => ({
    ...form.text(name),
    onChange: ({ target }: { target: { value: string } }) =>
      form.change({ reduced_price_grosze, reduced_from, reduced_to, [name]: target.value }),
  })
  return (
    <fieldset className="grid gap-x-5 gap-y-4 rounded-xl border border-night/15 p-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="px-1 font-display text-lg">Promocja</legend>
      <PanelField
        {...textOf('reduced_price_grosze')}
        label="Cena promocyjna (zł)"
        inputMode="decimal"
        className="sm:col-span-2"
      />
      <TextField {...textOf('reduced_from')} label="Promocja od" type="datetime-local" />
      <TextField {...textOf('reduced_to')} label="Promocja do" type="datetime-local" />
      <p className="text-xs text-night/80 sm:col-span-2">
        <span>
          Czas polski. Sklep sam zaczyna i kończy promocję, a procent liczy od najniższej ceny z 30 dni przed nią.
        </span>
        {reduced_to !== '' && reduced_to <= toWallClock(new Date()) && <span> Ta promocja już się skończyła.</span>}
      </p>
      {planned && product && (
        <ReductionPreview productId={product.id} planned={planned} from={reduced_from} typed={form.values.name} />
      )}
      {planned && !product && <NewProductPreview planned={planned} from={reduced_from} />}
      {isFilled && (
        <div className="sm:col-span-2">
          <Button
            variant="secondary"
            size="tight"
            onClick={() => form.change({ reduced_price_grosze: '', reduced_from: '', reduced_to: '' })}
          >
            Usuń promocję
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** The typed prices; null unless both are prices and the second is lower. */
function readPlanned(price: string, reduced: string): PlannedReduction | null {
  const priceZl = PRODUCT_FIELDS.price.write.safeParse(price)
  const reducedGrosze = PRODUCT_FIELDS.reduced_price_grosze.write.safeParse(reduced)
  const priceGrosze = priceZl.success ? zlToGrosze(priceZl.data) : undefined
  if (priceGrosze === undefined || !reducedGrosze.success || reducedGrosze.data === null) return null
  return reducedGrosze.data < priceGrosze ? { priceGrosze, reducedGrosze: reducedGrosze.data } : null
}

type PreviewProps = { productId: string; planned: PlannedReduction; from: WallClock; typed: string }

/** How the shop may announce the planned price of a product that is on sale from now on. */
function NewProductPreview({ planned, from }: Pick<PreviewProps, 'planned' | 'from'>) {
  const now = new Date()
  const ledger = [{ grosze: planned.priceGrosze, reduced: false, from: now, to: null }]
  return (
    <section aria-label="Podgląd promocji" className="space-y-2 text-sm sm:col-span-2">
      <Announceable
        ledger={ledger}
        planned={planned}
        reduction={planReduction(ledger, planned, toBegin(from, now), now)}
        now={now}
      />
      <p>Nowy produkt porównujemy z ceną od dnia, w którym trafi do sklepu.</p>
    </section>
  )
}

/** How the shop may announce the planned price, by its first day, with a preview of the product card. */
function ReductionPreview({ productId, planned, from, typed: name }: PreviewProps) {
  const { data, error, refetch } = useQuery(productPricesQuery(productId), queryClient)
  if (error) {
    return (
      <LoadError
        error={error}
        failed="Nie udało się wczytać historii cen."
        onRetry={() => void refetch()}
        className="sm:col-span-2"
      />
    )
  }
  if (!data) return null
  const now = new Date()
  const ledger = toLedger(data.prices)
  const reduction = planReduction(ledger, planned, toBegin(from, now), now)
  const card = {
    ...data.card,
    ...priceFields(planned.reducedGrosze),
    name,
    lowest_price_cents: reduction?.lowestGrosze ?? null,
  }
  const isLater = from > toWallClock(now)
  return (
    <section aria-label="Podgląd promocji" className="grid gap-4 sm:col-span-2 sm:grid-cols-[1fr_13rem]">
      <div className="space-y-2 text-sm">
        <Announceable ledger={ledger} planned={planned} reduction={reduction} now={now} />
        <p>Taką kartę klienci zobaczą {isLater ? `od ${formatWallClock(from)}` : 'od razu po zapisaniu'}.</p>
      </div>
      <div inert className="max-w-52">
        <ProductCard product={card} sizes="13rem" opens="page" />
      </div>
    </section>
  )
}

/** When the planned reduction begins; now while that is not typed. */
const toBegin = (from: WallClock, now: Date): WallClock => from || toWallClock(now)

type AnnounceableProps = { ledger: PriceLedger; planned: PlannedReduction; reduction: Reduction | null; now: Date }

/** How the shop may announce the price, by its first day, or why it may not. */
function Announceable({ ledger, planned, reduction, now }: AnnounceableProps) {
  return (
    <>
      <p role="status">
        <span className="block font-semibold">
          Tyle wolno ogłosić, zależnie od dnia, w którym promocja się zacznie:
        </span>
        {describeReductions(listReductions(ledger, planned, now))}
      </p>
      {reduction === null && (
        <p>
          W 30 dniach przed początkiem promocji produkt nie był droższy, więc klienci zobaczą samą cenę, bez słowa o
          obniżce.
        </p>
      )}
    </>
  )
}

const toLedger = (prices: ProductPrices['prices']): PriceLedger =>
  prices.map(({ from, to, ...price }) => ({ ...price, from: new Date(from), to: to === null ? null : new Date(to) }))
