import type { ComponentProps } from 'react'
import { PasswordField } from '#app/ui/form/text-field.tsx'
import { MIN_PASSWORD_LENGTH } from '#domain/accounts/account.ts'

export function NewPasswordField(field: Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'>) {
  return (
    <PasswordField
      {...field}
      label="Nowe hasło"
      hint={`Co najmniej ${MIN_PASSWORD_LENGTH} znaków.`}
      autoComplete="new-password"
      required
    />
  )
}
