import { Dialog } from '#app/ui/dialog.tsx'
import { CartCheckout } from './cart-checkout.tsx'

type CartDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Cart and checkout in one place (spec 1 §2). What is inside starts anew with each opening; what was typed is kept. */
export default function CartDialog({ open, onOpenChange }: CartDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Koszyk" size="xl">
      <CartCheckout onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}
