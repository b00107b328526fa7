import { Alert } from '#app/ui/alert.tsx'
import { OwnReviewCard } from './own-review-card.tsx'
import { useOwnReview } from './own-reviews-data.ts'
import type { ReviewedProduct } from './review-changes.ts'

type OwnProductReviewProps = { userId: string; product: ReviewedProduct; onDeleted: () => void }

/** The user's own review in the section of its product. */
export default function OwnProductReview({ userId, product, onDeleted }: OwnProductReviewProps) {
  const { own, error, refetch } = useOwnReview(userId, product.id)
  if (error) return <Alert onRetry={() => void refetch()}>{error.message}</Alert>
  if (!own?.review) return null
  return (
    <OwnReviewCard
      key={own.review.id}
      userId={userId}
      review={own.review}
      title={<h3 className="font-semibold">Twoja opinia</h3>}
      onDeleted={onDeleted}
    />
  )
}
