import { lazy, Suspense } from 'react'
import { cartDialog, loadCartDialog } from './dialogs.ts'
import { useDialogEntry } from './use-dialog-entry.ts'
import { useOnceOpen } from './use-once-open.ts'

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
