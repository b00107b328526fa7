import type { ComponentProps } from 'react'
import { classNames } from '#app/ui/class-names.ts'

type SwitchProps = ComponentProps<'button'> & {
  checked: boolean
  busy?: boolean
  /** Whether 'on' deletes or hides something. */
  danger?: boolean
}

/** A switch: a knob in a track, with its label beside it. */
export function Switch({ checked, busy, danger, className, children, ...button }: SwitchProps) {
  const on = classNames('justify-end', danger ? 'border-wine bg-wine' : 'border-night bg-night')
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-busy={busy || undefined}
      className={classNames('inline-flex min-h-11 items-center text-sm', className)}
      {...button}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'flex h-6 w-10 shrink-0 items-center rounded-full border p-0.5 transition-colors',
          checked ? on : 'border-night/60 bg-white',
        )}
      >
        <span className={classNames('size-4 rounded-full', checked ? 'bg-ivory' : 'bg-night/70')} />
      </span>
      {children}
    </button>
  )
}
