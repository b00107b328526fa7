import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'

type FieldFrameProps = {
  /** Id of the control inside the frame. */
  id: string
  label: string
  required?: boolean
  hint?: string
  /** A Polish sentence; shown at the field and read with it, instead of the hint. */
  error?: string
  className?: string
  children: ReactNode
}

/** The frame of a control: its label above, a hint or an error below. */
export function FieldFrame({ id, label, required, hint, error, className, children }: FieldFrameProps) {
  const note = error ?? hint
  return (
    <div className={className}>
      <FieldLabel id={id} label={label} required={required} />
      <div className="relative">{children}</div>
      {note && (
        <p id={`${id}-note`} className={classNames('mt-1 text-xs', error ? 'font-medium text-wine' : 'text-night/80')}>
          {note}
        </p>
      )}
    </div>
  )
}

export function FieldLabel({ id, label, required }: Pick<FieldFrameProps, 'id' | 'label' | 'required'>) {
  return (
    <label htmlFor={id} className="mb-1 block text-sm font-medium">
      <span>{label}</span>
      {required && (
        <span aria-hidden="true" className="text-wine">
          {' *'}
        </span>
      )}
    </label>
  )
}

export const CONTROL = 'min-h-12 w-full rounded-lg border bg-white py-2 pl-3.5 text-base text-night'

/** The border of a control, with or without an error. */
export function borderOf(error: string | undefined): string {
  return error ? 'border-2 border-wine' : 'border-night/45 hover:border-night/70'
}

/** The attributes that describe a control to assistive technology. */
export function describeControl(
  id: string,
  { required, hint, error }: Omit<FieldFrameProps, 'id' | 'label' | 'children'>,
) {
  return {
    'aria-required': required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': (error ?? hint) ? `${id}-note` : undefined,
  }
}
