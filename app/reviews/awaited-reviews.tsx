import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { href, Link } from 'react-router'
import type { AnswerOf } from '#app/api-client.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { inflectStars } from '#app/catalog/rating.tsx'
import { awaitedReviewsQuery, queryClient } from '#app/query-client.ts'
import type { FormProblem } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import type { TypedReview as Review } from '#domain/reviews/review-input.ts'
import { readOwnReviewsAgain } from './own-reviews-data.ts'
import { callAddReview, clearReviewDraft, ReviewForm, STAR, STARS, toReviewProblem } from './review-form.tsx'

type AwaitedProduct = AnswerOf<'get', '/api/me/awaited-reviews'>[number]

/** Delivered products that the buyer has not reviewed: the press of a star opens the form. */
export function AwaitedReviews({ userId }: { userId: string }) {
  const { data: products } = useQuery(awaitedReviewsQuery, queryClient)
  if (!products || products.length === 0) return null
  return (
    <section aria-labelledby="do-oceny" className="mb-6 rounded-2xl bg-sand px-5 py-4">
      <h2 id="do-oceny" className="font-display text-xl">
        Czekają na Twoją ocenę
      </h2>
      <ul className="divide-y divide-night/10">
        {products.map((product) => (
          <li key={product.id} className="py-4">
            <AwaitedReview userId={userId} product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function AwaitedReview({ userId, product }: { userId: string; product: AwaitedProduct }) {
  const [rating, setRating] = useState<number | null>(null)

  async function add(review: Review): Promise<FormProblem | undefined> {
    const added = await callAddReview(product.id, review)
    if (!added.ok) return toReviewProblem(added.failure, 'dodać')
    clearReviewDraft()
    toast({ title: 'Opinia dodana', description: 'Opublikujemy ją, gdy ją przeczytamy.', tone: 'success' })
    await readOwnReviewsAgain()
  }

  return (
    <div className="flex gap-4">
      <ProductPicture imageKey={product.image_key} alt="" sizes="64px" className="w-16 shrink-0 rounded-lg" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          <Link to={href('/produkt/:slug', { slug: product.slug })} className="underline-offset-4 hover:underline">
            {product.name}
          </Link>{' '}
          <span className="font-normal text-oud">· {product.brand_name}</span>
        </p>
        {rating === null ? (
          <div className="-ml-2.5 flex">
            {STARS.map((star) => (
              <button
                key={star}
                type="button"
                aria-label={`${product.name}: ${star} ${inflectStars(star)}`}
                onClick={() => setRating(star)}
                className="grid size-11 place-items-center text-oud hover:text-gold"
              >
                <svg aria-hidden="true" viewBox="0 0 20 20" fill="none" stroke="currentColor" className="size-6">
                  <path d={STAR} strokeWidth="1.4" strokeLinejoin="round" />
                </svg>
              </button>
            ))}
          </div>
        ) : (
          <div className="mt-3">
            <ReviewForm
              userId={userId}
              productId={product.id}
              initial={{ rating, comment: '', pictures: [] }}
              submit="Dodaj opinię"
              onCancel={() => setRating(null)}
              onSubmit={add}
              autoFocus
            />
          </div>
        )}
      </div>
    </div>
  )
}
