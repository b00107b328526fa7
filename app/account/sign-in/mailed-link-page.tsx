import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { href, Link } from 'react-router'
import type { ErrorCode } from '#app/api-client.ts'
import { useCart } from '#app/cart/cart-store.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { PRIVATE_HEADERS } from '#app/page-access.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useFocusWhenShown } from '#app/ui/focus-when-shown.ts'
import { SmallPage } from '#app/ui/small-page.tsx'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { LinkRequestForm, type RequestedLink } from './link-request-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

/** For pages whose address holds, in its fragment, a token that opens an account. */
export const MAILED_LINK_HEADERS = { ...PRIVATE_HEADERS, 'Referrer-Policy': 'no-referrer' }

/** The token in the fragment of the address, for event handlers. */
export function readLinkToken(): string {
  return window.location.hash.slice(1)
}

/** The token while rendering; null on the server. */
export function useLinkToken(): string | null {
  return useSyncExternalStore(watchLinkToken, readLinkToken, () => null)
}

/** The link may be opened in a tab that already shows this page. */
function watchLinkToken(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

/** A page of one narrow column, which search engines leave out. */
export function MailedLinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <SmallPage title={title}>{children}</SmallPage>
    </>
  )
}

/** The step of signing in by link; `own`: the page's own content. */
export type SignInStep = 'own' | 'code' | 'done' | { problem: string }

type MailedSignInPageProps = {
  token: string | null
  step: SignInStep
  onStep(step: SignInStep): void
  purpose: RequestedLink
  title: string
  /** Stands above the field for the code. */
  codeIntro?: string
  /** The sentence after signing in. */
  done: string
  /** Called after the code is accepted; by default signing in ends there. */
  onCode?(): void
  children: ReactNode
}

/** A page whose link signs in: its own content, the second factor and further links, or why the link does not work. */
export function MailedSignInPage(props: MailedSignInPageProps) {
  const { token, step, onStep, purpose, title, codeIntro, done, onCode = () => onStep('done'), children } = props
  const problem =
    typeof step === 'object' ? step.problem : token === '' && step === 'own' ? ACCOUNT_TEXTS.linkInvalid : null
  return (
    <MailedLinkPage title={title}>
      {problem !== null && <LinkProblem message={problem} purpose={purpose} />}
      {problem === null && step === 'own' && children}
      {step === 'code' && (
        <div className="space-y-4">
          {codeIntro !== undefined && <p>{codeIntro}</p>}
          <SecondFactorForm onSuccess={onCode} />
        </div>
      )}
      {step === 'done' && (
        <div className="space-y-5">
          <FocusedNote>{done}</FocusedNote>
          <FurtherLinks />
        </div>
      )}
    </MailedLinkPage>
  )
}

const LINK_PROBLEMS: readonly ErrorCode[] = ['link_invalid', 'link_expired', 'link_used', 'link_replaced', 'link_ended']

/** Whether a refusal is about the link itself, so that a retry cannot help. */
export function isLinkProblem(code: ErrorCode): boolean {
  return LINK_PROBLEMS.includes(code)
}

/** Says why the link does not work, and offers to request another one. */
function LinkProblem({ message, purpose }: { message: string; purpose: RequestedLink }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="space-y-5">
      <Alert title="Nie udało się otworzyć linku">{message}</Alert>
      {asking ? (
        <LinkRequestForm purpose={purpose} email="" />
      ) : (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Poproś o nowy link
        </Button>
      )}
    </div>
  )
}

/** Further links: to a filled cart, to the panel and to the shop. */
export function FurtherLinks() {
  const items = useCart()
  const { open } = useDialogs()
  const panel = items.length > 0 ? 'secondary' : 'primary'
  return (
    <div className="grid gap-3">
      {items.length > 0 && (
        <Button size="lg" onClick={() => open({ name: 'cart' })}>
          Wróć do koszyka
        </Button>
      )}
      <Link to={href('/panel-klienta')} className={buttonClass(panel, 'lg')}>
        Przejdź do panelu klienta
      </Link>
      <Link to={href('/sklep')} className={buttonClass('quiet')}>
        Wróć do zakupów
      </Link>
    </div>
  )
}

/** Says what has happened. Takes the focus, because the pressed button has disappeared. */
export function FocusedNote({ children }: { children: string }) {
  const note = useFocusWhenShown<HTMLParagraphElement>()
  return (
    <p ref={note} tabIndex={-1} role="status" className="outline-none">
      {children}
    </p>
  )
}
