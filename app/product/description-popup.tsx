import { useQuery } from '@tanstack/react-query'
import { productQuery, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Paragraphs } from '#app/ui/paragraphs.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { describeFacts } from '#domain/catalog/product.ts'
import { GENDER_NAMES } from '#domain/kernel/gender.ts'

type DescriptionPopupProps = { slug: string; open: boolean; onClose: () => void }

/** All that the shop says about a product. */
export default function DescriptionPopup({ slug, open, onClose }: DescriptionPopupProps) {
  const { data, error, refetch } = useQuery(productQuery(slug), queryClient)
  const product = data && 'producer' in data ? data : null
  return (
    <Dialog open={open} onClose={onClose} title="Opis produktu">
      <div className="px-5 pt-4 pb-8 sm:px-7">
        {product && (
          <>
            <p className="text-sm text-oud">{product.brand.name}</p>
            <p className="font-display text-2xl wrap-anywhere">{product.name}</p>
            <p className="mt-1 text-sm text-night/80">
              {[describeFacts(product), GENDER_NAMES[product.gender]].filter(Boolean).join(' · ')}
            </p>
            <Paragraphs of={product.description} className="mt-4 space-y-3" />
            {product.brand.description && (
              <p className="mt-5 border-t border-night/15 pt-4 text-sm text-night/80">{product.brand.description}</p>
            )}
          </>
        )}
        {data === null && <p className="py-8 text-center">Nie znaleziono produktu</p>}
        {!product && data !== null && !error && (
          <div className="grid gap-3">
            <span role="status" className="sr-only">
              Wczytywanie opisu
            </span>
            <Skeleton className="h-8 w-1/2" />
            <Skeleton className="h-28" />
          </div>
        )}
        {!product && error && (
          <Alert title="Nie udało się wczytać opisu." onRetry={() => void refetch()}>
            {error.message}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}
