import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names.ts'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: string
  /** A Polish sentence; shown at the field and read with it. */
  error?: string
  /** Sits inside the field at its right end, e.g. a show-password button. */
  trailing?: ReactNode
}

/** A labelled input whose label stays and whose error stands under it. */
export function TextField({ label, hint, error, trailing, className, required, ...input }: TextFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-wine">
            {' '}
            *
          </span>
        )}
      </label>
      <div className="relative">
        <input
          id={id}
          className={classNames(
            'min-h-12 w-full rounded-lg border bg-white px-3.5 py-2 text-base text-night placeholder:text-night/60',
            'disabled:bg-sand/60',
            error ? 'border-2 border-wine' : 'border-night/45 hover:border-night/70',
            trailing !== undefined && 'pr-12',
          )}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          {...input}
        />
        {trailing !== undefined && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
      </div>
      {note && (
        <p id={`${id}-note`} className={classNames('mt-1 text-xs', error ? 'font-medium text-wine' : 'text-night/80')}>
          {note}
        </p>
      )}
    </div>
  )
}

/** An e-mail address: no capitals, no spelling, the keyboard with the @. `username` where it signs in. */
export function EmailField(props: Omit<TextFieldProps, 'type'> & { autoComplete: 'email' | 'username' }) {
  return (
    <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} maxLength={254} {...props} />
  )
}

/** A password that can be looked at before it is sent. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={visible ? 'text' : 'password'}
      maxLength={128}
      trailing={
        <button
          type="button"
          aria-label={visible ? 'Ukryj hasło' : 'Pokaż hasło'}
          className="grid size-11 place-items-center rounded-full hover:bg-sand"
          onClick={() => setVisible(!visible)}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  )
}
