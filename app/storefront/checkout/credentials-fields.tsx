import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { FormField } from './form-field.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'

/** E-mail, password and terms: signs in who has an account, creates one for who has none. */
export function CredentialsFields({ form }: { form: CheckoutForm }) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <>
      <FormField
        form={form}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
      />
      <TextField
        label="Hasło"
        name="password"
        type={visible ? 'text' : 'password'}
        autoComplete="current-password"
        placeholder="Minimum 6 znaków"
        maxLength={128}
        required
        value={form.password}
        error={form.errors.password}
        onChange={(event) => form.setPassword(event.target.value)}
        onBlur={() => form.leave('password')}
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
      <CheckboxField
        name="acceptedTerms"
        checked={form.draft.acceptedTerms}
        error={form.errors.acceptedTerms}
        onChange={(event) => form.change({ acceptedTerms: event.target.checked })}
        label={
          <>
            Akceptuję <LegalLink href="/regulamin">regulamin</LegalLink> i{' '}
            <LegalLink href="/polityka-prywatnosci">politykę prywatności</LegalLink>
          </>
        }
      />
    </>
  )
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="font-medium underline underline-offset-4">
      {children}
      <span className="sr-only"> (nowa karta)</span>
    </a>
  )
}
