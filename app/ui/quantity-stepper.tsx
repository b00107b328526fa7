import { Minus, Plus } from 'lucide-react'
import { MAX_QUANTITY } from '#domain/cart/cart.ts'

type QuantityStepperProps = {
  /** What is counted, for assistive technology. */
  name: string
  quantity: number
  /** The smallest quantity: 0 if it removes the product. */
  min?: 0 | 1
  max?: number
  disabled?: boolean
  onChange: (quantity: number) => void
}

const STEP =
  'grid size-11 place-items-center rounded-full hover:bg-sand disabled:text-night/35 disabled:hover:bg-transparent'

export function QuantityStepper(props: QuantityStepperProps) {
  const { name, quantity, min = 1, max = MAX_QUANTITY, disabled = false, onChange } = props
  return (
    <fieldset aria-label={`Ilość: ${name}`} className="inline-flex items-center rounded-full border border-night/40">
      <button
        type="button"
        aria-label="Mniej"
        className={STEP}
        disabled={disabled || quantity <= min}
        onClick={() => onChange(quantity - 1)}
      >
        <Minus aria-hidden="true" className="size-4" />
      </button>
      <output className="min-w-7 text-center text-sm font-semibold tabular-nums" aria-live="polite">
        {quantity}
      </output>
      <button
        type="button"
        aria-label="Więcej"
        className={STEP}
        disabled={disabled || quantity >= max}
        onClick={() => onChange(quantity + 1)}
      >
        <Plus aria-hidden="true" className="size-4" />
      </button>
    </fieldset>
  )
}
