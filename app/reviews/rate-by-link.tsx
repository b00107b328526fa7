import { useState } from 'react'
import { data, href, Link, useSearchParams } from 'react-router'
import { sessionChanged, useSession } from '#app/account/session.ts'
import { LOGIN_TITLES, type LoginStep, LoginSteps } from '#app/account/sign-in/login-steps.tsx'
import {
  FocusedNote,
  isLinkProblem,
  MAILED_LINK_HEADERS,
  MailedLinkPage,
  readLinkToken,
} from '#app/account/sign-in/mailed-link-page.tsx'
import { SecondFactorForm } from '#app/account/sign-in/second-factor-form.tsx'
import { MailedProduct, ProductGone } from '#app/alerts/mailed-product.tsx'
import { callApi } from '#app/api-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { Alert } from '#app/ui/alert.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import type { FormProblem } from '#app/ui/form/form.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { findProduct } from '#domain/catalog/catalog.ts'
import { REVIEW_TEXTS } from '#domain/reviews/review.ts'
import type { TypedReview as Review } from '#domain/reviews/review-input.ts'
import type { Route } from './+types/rate-by-link'
import {
  callAddReview,
  clearReviewDraft,
  ReviewForm,
  readReviewDraft,
  toReviewProblem,
  writeReviewDraft,
} from './review-form.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = findProduct(await context.get(servicesContext).catalog.read(), params.slug)
  if (!found) return data(null, { status: 404 })
  const { id, slug, name, brand, image_key } = found.product
  return { id, slug, name, brandName: brand.name, imageKey: image_key }
}

export const headers = () => MAILED_LINK_HEADERS

/** `code`, `login`: required before the review is sent. */
type Step =
  | { name: 'form' }
  | { name: 'code'; review: Review }
  | { name: 'login'; review: Review; problem: string | null }
  | { name: 'done' | 'exists' }

/**
 * The review of a product, with the stars that were chosen in a mail. Its link signs in only when 'Dodaj opinię' is
 * pressed, so that programs which open the links of mails neither use it up nor publish anything.
 */
export default function RateByLink({ loaderData: product }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const [stars, setStars] = useState(() => readStars(query))
  const session = useSession()
  const [step, setStep] = useState<Step>({ name: 'form' })
  const [login, setLogin] = useState<LoginStep>('login')

  if (!product) {
    return (
      <MailedLinkPage title="Twoja opinia">
        <ProductGone />
      </MailedLinkPage>
    )
  }
  const productId = product.id

  async function send(review: Review): Promise<FormProblem | undefined> {
    const added = await callAddReview(productId, review)
    if (added.ok) {
      clearReviewDraft()
      setStep({ name: 'done' })
    } else if (added.failure.reason === 'refused' && added.failure.code === 'review_exists') {
      setStep({ name: 'exists' })
    } else return toReviewProblem(added.failure, 'dodać')
  }

  /** Signs in by the link and adds the review; with an expired link for the user who is signed in. */
  async function enterAndSend(review: Review): Promise<FormProblem | undefined> {
    const token = readLinkToken()
    setStars(review.rating)
    if (token === '' && session.user) return send(review)
    if (token === '') {
      setStep({ name: 'login', review, problem: null })
      return undefined
    }
    const entered = await callApi('post', '/api/review-sign-in', { json: { token } })
    if (entered.ok) {
      if (entered.value.user.id !== session.user?.id) await sessionChanged('SIGNED_IN')
      return send(review)
    }
    const { failure } = entered
    if (failure.reason === 'refused' && failure.code === 'second_factor_required') setStep({ name: 'code', review })
    else if (failure.reason === 'refused' && isLinkProblem(failure.code)) {
      if (session.user) return send(review)
      setStep({ name: 'login', review, problem: failure.message })
    } else return toReviewProblem(failure, 'dodać')
  }

  /** Sends the review after the code or the password; returns to the form when it is refused. */
  async function sendAfterSignIn(review: Review) {
    writeReviewDraft({ userId: '', productId }, { rating: review.rating, comment: review.comment ?? '' })
    const problem = await send(review)
    if (!problem) return
    setStep({ name: 'form' })
    if (problem.toast) toast({ ...problem.toast, tone: 'error' })
  }

  return (
    <MailedLinkPage title={step.name === 'done' ? 'Dziękujemy za opinię' : 'Twoja opinia'}>
      <MailedProduct {...product} />
      <noscript>Włącz JavaScript, aby dodać opinię. Możesz też odpisać na wiadomość od nas.</noscript>
      {session.status === 'unknown' && <Skeleton className="h-40 rounded-xl noscript:hidden" />}
      {session.status === 'known' && step.name === 'form' && (
        <RatingForm productId={productId} stars={stars} onSubmit={enterAndSend} />
      )}
      {step.name === 'code' && <SecondFactorForm onSuccess={() => void sendAfterSignIn(step.review)} />}
      {step.name === 'login' && (
        <div className="space-y-5">
          {step.problem !== null && <Alert title="Nie udało się otworzyć linku">{step.problem}</Alert>}
          <p>{REVIEW_TEXTS.signInToReview}</p>
          <h2 className="font-display text-xl">{LOGIN_TITLES[login]}</h2>
          <LoginSteps step={login} onStep={setLogin} onSuccess={() => void sendAfterSignIn(step.review)} />
        </div>
      )}
      {(step.name === 'done' || step.name === 'exists') && (
        <div className="space-y-5">
          <FocusedNote>
            {step.name === 'done' ? 'Opublikujemy ją, gdy ją przeczytamy.' : 'Masz już opinię o tych perfumach.'}
          </FocusedNote>
          <div className="grid gap-3">
            <Link to={`${href('/panel-klienta')}#opinie`} className={buttonClass('primary', 'lg')}>
              Twoje opinie
            </Link>
            <Link to={href('/sklep')} className={buttonClass('quiet')}>
              Wróć do zakupów
            </Link>
          </div>
        </div>
      )}
    </MailedLinkPage>
  )
}

type RatingFormProps = { productId: string; stars: number; onSubmit(review: Review): Promise<FormProblem | undefined> }

function RatingForm({ productId, stars, onSubmit }: RatingFormProps) {
  // The draft has no user, because nobody has to be signed in. The stars that were pressed last count.
  const of = { userId: '', productId }
  useState(() => {
    const draft = readReviewDraft(of)
    if (draft && stars > 0) writeReviewDraft(of, { ...draft, rating: stars })
  })
  return <ReviewForm {...of} initial={{ rating: stars, comment: '' }} submit="Dodaj opinię" onSubmit={onSubmit} />
}

/** 0: none is chosen. */
function readStars(query: URLSearchParams): number {
  const stars = Number(query.get('gwiazdki'))
  return Number.isInteger(stars) && stars >= 1 && stars <= 5 ? stars : 0
}
