import { createDialogSignal } from './dialog-signal.ts'

export const cartDialog = createDialogSignal()
export const loginDialog = createDialogSignal()

/** Loaded on the first sign that a visitor wants them, so that they cost nothing before. */
export const loadCartDialog = () => import('#app/storefront/cart/cart-dialog.tsx')
export const loadLoginDialog = () => import('#app/storefront/login/login-dialog.tsx')
export const loadProductDialog = () => import('#app/storefront/product/product-dialog.tsx')
