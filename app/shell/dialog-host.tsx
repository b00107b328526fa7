import { lazy, Suspense, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { PRODUCT_PARAM } from '#app/catalog/product-link.tsx'
import {
  cartDialog,
  loadCartDialog,
  loadLoginDialog,
  loadProductDialog,
  loginDialog,
  useDialogEntry,
  useOnceOpen,
} from './dialogs.ts'

const CartDialog = lazy(loadCartDialog)

export function CartDialogHost() {
  const { open } = useDialogEntry(cartDialog, 'cart')
  if (!useOnceOpen(open)) return null
  return (
    <Suspense fallback={null}>
      <CartDialog open={open} onOpenChange={(next) => (next ? cartDialog.open() : cartDialog.close())} />
    </Suspense>
  )
}

const LoginDialog = lazy(loadLoginDialog)

/** Opened by PANEL KLIENTA; after success the panel follows (spec 1 §2). */
export function LoginDialogHost() {
  const { open, leaveTo } = useDialogEntry(loginDialog, 'login')
  if (!useOnceOpen(open)) return null
  return (
    <Suspense fallback={null}>
      <LoginDialog
        open={open}
        onOpenChange={(next) => (next ? loginDialog.open() : loginDialog.close())}
        onSuccess={() => leaveTo('/panel-klienta')}
      />
    </Suspense>
  )
}

const ProductDialog = lazy(loadProductDialog)

/**
 * The product dialog over a list. The router's location keeps the list and names the product in a parameter,
 * while the address bar shows the product's own page (see ProductLink); back closes the dialog.
 */
export function ProductDialogHost() {
  const [params] = useSearchParams()
  const { key } = useLocation()
  const navigate = useNavigate()
  const slug = params.get(PRODUCT_PARAM)
  const lastSlug = useRef(slug)
  if (slug !== null) lastSlug.current = slug
  const open = slug !== null

  function close() {
    // Opened from the list: closing is going back. Opened by an address with the parameter: the list stays, the parameter goes.
    if (key !== 'default') void navigate(-1)
    else {
      const rest = new URLSearchParams(params)
      rest.delete(PRODUCT_PARAM)
      void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true })
    }
  }

  if (!useOnceOpen(open) || lastSlug.current === null) return null
  return (
    <Suspense fallback={null}>
      <ProductDialog slug={lastSlug.current} open={open} onClose={close} />
    </Suspense>
  )
}
