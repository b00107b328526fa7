import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { onSessionEvent, useSession } from '#app/account/session.ts'
import {
  announceDialog,
  type DialogEntry,
  isSameDialog,
  LOGIN_HASH,
  setDialogParts,
  useDialogs,
} from '#app/dialogs/dialogs.ts'
import { useTopDialog } from '#app/dialogs/top-dialog.ts'
import { DialogAbove } from '#app/ui/dialog-above.ts'
import { DialogFrame, type DialogWidth } from '#app/ui/dialog-frame.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { SAVES_DATA } from '#app/ui/save-data.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'

type DialogProps = { open: boolean; onClose: () => void }

const Parts = {
  cart: lazyPart(() => import('#app/checkout/cart-dialog.tsx'), dialogFrame('xl')),
  login: lazyPart(() => import('#app/account/sign-in/login-dialog.tsx'), dialogFrame('sm')),
  signInAgain: lazyPart(() => import('#app/account/sign-in/sign-in-again-dialog.tsx'), dialogFrame('sm')),
  brands: lazyPart(() => import('#app/home/brand-chooser.tsx'), dialogFrame('sm')),
  product: lazyPart(() => import('#app/product/product-dialog.tsx'), dialogFrame('xl')),
  picture: lazyPart(() => import('#app/product/picture-viewer.tsx'), dialogFrame('lg')),
  reviews: lazyPart(() => import('#app/reviews/reviews-dialog.tsx'), dialogFrame('md')),
  description: lazyPart(() => import('#app/product/description-popup.tsx'), dialogFrame('md')),
  notes: lazyPart(() => import('#app/product/notes-popup.tsx'), dialogFrame('lg')),
  saved: lazyPart(() => import('#app/saved/saved-dialog.tsx'), dialogFrame('lg')),
}

setDialogParts({ ...Parts, 'sign-in-again': Parts.signInAgain })

/** The frame of a dialog while its code is loading. */
function dialogFrame(width: DialogWidth) {
  return {
    skeleton: <Skeleton className="m-5 h-72 rounded-2xl sm:m-7" />,
    frame: (content: ReactNode, { open, onClose }: DialogProps) =>
      open && (
        <DialogFrame width={width} onClose={onClose}>
          {content}
        </DialogFrame>
      ),
  }
}

/** Shows the dialogs of the history entry, each inside the one below it. */
export default function DialogHost() {
  const { dialogs, close } = useDialogs()
  const { leaveTo } = useTopDialog()
  useSentToSignIn()
  useEffect(() => {
    if (SAVES_DATA) return
    void Parts.product.preload()
    void Parts.cart.preload()
  }, [])
  return <Layer below={0} dialogs={dialogs} close={close} leaveTo={leaveTo} />
}

/** Opens the login for a visitor whom the panel redirected here, and removes the mark of this from the address. */
function useSentToSignIn(): void {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { open } = useDialogs()
  const isSent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once with the mark, and once without it
  useEffect(() => {
    if (hash === LOGIN_HASH) {
      isSent.current = true
      announceDialog()
      void navigate({ pathname, search }, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
    } else if (isSent.current) {
      isSent.current = false
      open({ name: 'login', sent: true })
    }
  }, [hash])
}

type LayerProps = { below: number; dialogs: DialogEntry[] } & Pick<ReturnType<typeof useDialogs>, 'close'> &
  Pick<ReturnType<typeof useTopDialog>, 'leaveTo'>

/** The dialog at one level. It stays mounted for its closing transition; every opening resets it. */
function Layer({ below, dialogs, close, leaveTo }: LayerProps) {
  const [last, setLast] = useState<{ dialog: DialogEntry; open: boolean; opening: number } | null>(null)
  const dialog = dialogs[below]
  if (dialog && !(last?.open && isSameDialog(last.dialog, dialog))) {
    setLast({ dialog, open: true, opening: (last?.opening ?? 0) + 1 })
  } else if (dialog && last && last.dialog !== dialog) {
    // The same dialog, one step further or back.
    setLast({ ...last, dialog })
  } else if (!dialog && last?.open) {
    setLast({ ...last, open: false })
  }
  if (!last) return null
  const props = { open: last.open, onClose: () => close(below) }
  return (
    <DialogAbove value={<Layer below={below + 1} dialogs={dialogs} close={close} leaveTo={leaveTo} />}>
      <Shown key={last.opening} dialog={last.dialog} {...props} leaveTo={leaveTo} />
    </DialogAbove>
  )
}

function Shown({ dialog, leaveTo, ...props }: DialogProps & { dialog: DialogEntry } & Pick<LayerProps, 'leaveTo'>) {
  switch (dialog.name) {
    case 'cart':
      return <Parts.cart {...props} />
    case 'login':
      return dialog.stay ? (
        <LoginThenBack {...props} />
      ) : (
        <LoginThenPanel {...props} sent={dialog.sent} leaveTo={leaveTo} />
      )
    case 'sign-in-again':
      return <Parts.signInAgain {...props} email={dialog.email} onSignedIn={props.onClose} />
    case 'brands':
      return <Parts.brands {...props} />
    case 'product':
      return <Parts.product {...props} slug={dialog.slug} buying={dialog.buying === true} step={dialog.step} />
    case 'picture':
      return <Parts.picture {...props} {...dialog} />
    case 'promo':
      return null
    case 'description':
      return <Parts.description {...props} slug={dialog.slug} />
    case 'notes':
      return <Parts.notes {...props} slug={dialog.slug} />
    case 'saved':
      return <Parts.saved {...props} compared={dialog.compared} />
    case 'reviews': {
      const { productId: id, slug, productName: name } = dialog
      return <Parts.reviews {...props} product={{ id, slug, name }} />
    }
  }
}

/** Closes once somebody is signed in, by this form or in another tab. */
function LoginThenBack({ open, onClose }: DialogProps) {
  const { user } = useSession()
  useEffect(() => {
    if (open && user) onClose()
  })
  return <Parts.login open={open} onClose={onClose} onSuccess={onClose} />
}

/** Leads to the panel once somebody is signed in, by this form or already before. */
function LoginThenPanel({ leaveTo, ...props }: DialogProps & { sent?: boolean } & Pick<LayerProps, 'leaveTo'>) {
  const { open } = props
  const left = useRef(false)
  function leave() {
    if (!left.current) leaveTo(href('/panel-klienta'))
    left.current = true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `leave` does the same at every rendering.
  useEffect(() => {
    if (!open) return
    return onSessionEvent((_, { user }) => {
      if (user) leave()
    })
  }, [open])
  return <Parts.login {...props} onSuccess={leave} />
}
