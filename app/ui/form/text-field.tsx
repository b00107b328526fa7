import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { suggestEmail } from '#domain/accounts/suggest-email.ts'
import { borderOf, CONTROL, describeControl, FieldFrame } from './field-frame.tsx'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: string
  error?: string
  /** Sits inside the field at its right end, e.g. a show-password button. */
  trailing?: ReactNode
}

/** An input with its label above and its hint or error below. */
export function TextField({ label, hint, error, trailing, className, required, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} required={required} hint={hint} error={error} className={className}>
      <input
        id={id}
        className={classNames(
          CONTROL,
          'placeholder:text-night/60 disabled:bg-sand/60',
          borderOf(error),
          trailing === undefined ? 'pr-3.5' : 'pr-12',
        )}
        {...describeControl(id, { required, hint, error })}
        {...input}
      />
      {trailing !== undefined && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
    </FieldFrame>
  )
}

type EmailFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  value?: string
  onChange?: (event: { target: { value: string } }) => void
  onBlur?: () => void
  autoComplete: 'email' | 'username'
}

/**
 * An e-mail address: no capitals, no spell checking, the keyboard with @; `username` on forms that sign in. Asks
 * whether a mistyped well-known domain was meant.
 */
export function EmailField({ className, onBlur, ...field }: EmailFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const meant = suggestEmail(field.value ?? '', { isTyping })
  return (
    <div className={className}>
      <TextField
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        onFocus={() => setTyping(true)}
        onBlur={() => {
          setTyping(false)
          onBlur?.()
        }}
        {...field}
      />
      <p role="status" className="text-sm">
        {meant !== null && (
          <>
            <span>{`Czy chodziło o ${meant.split('@').at(-1)}?`}</span>{' '}
            <button
              type="button"
              className="min-h-11 px-2 font-semibold underline underline-offset-4"
              onClick={() => field.onChange?.({ target: { value: meant } })}
            >
              Tak, popraw
            </button>
          </>
        )}
      </p>
    </div>
  )
}

/** A password field with a button that shows the password. */
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
